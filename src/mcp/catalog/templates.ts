/** URI templates of resources (RFC 6570), which a server may write badly. */
import { UriTemplate } from '@modelcontextprotocol/client';

/** The names of the variables, in the order in which they occur; none for a template that cannot be read. */
export function templateVariables(template: string): readonly string[] {
  try {
    return [...new Set(new UriTemplate(template).variableNames)];
  } catch {
    return [];
  }
}

/** The URI. @throws Error when the template cannot be read. */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return new UriTemplate(template).expand({ ...values });
}
