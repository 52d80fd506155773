/** URI templates of resources (RFC 6570), which a server may write badly. */
import { UriTemplate } from '@modelcontextprotocol/client';

/** In the order in which they occur; none for a template that cannot be parsed. */
export function templateVariables(template: string): readonly string[] {
  try {
    return [...new Set(new UriTemplate(template).variableNames)];
  } catch {
    return [];
  }
}

/** @throws Error when the template cannot be parsed */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return new UriTemplate(template).expand({ ...values });
}
