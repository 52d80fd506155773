/** Fills in the headers of a model profile: `${env:…}` and `${secret:…}`. */
import { t } from '@vscode/l10n';
import type { fillTemplate as Fill, parseTemplate as Parse } from '../../mcp/index.ts';
import type { Profile } from '../../models/index.ts';

/** What the values come from, and the heavy part's way to read a text that holds variables. */
export interface HeaderSources {
  readonly environment: NodeJS.ProcessEnv;
  /** A stored secret, or what the user answers. `field` is what it is for. Undefined: there is none. */
  readonly secret: (name: string, field: string) => Promise<string | undefined>;
  readonly templates: { readonly parseTemplate: typeof Parse; readonly fillTemplate: typeof Fill };
}

/**
 * The headers as they are sent.
 * @throws Error whose text names the variable that has no value, and never a value.
 */
export async function profileHeaders(
  { name, headers }: Profile,
  { environment, secret, templates }: HeaderSources,
): Promise<Record<string, string>> {
  const filled: Record<string, string> = {};
  for (const [header, text] of Object.entries(headers)) {
    const template = templates.parseTemplate(text);
    const values = new Map<string, string>();
    for (const part of template) {
      if (typeof part === 'string') continue;
      const value =
        part.name === 'env'
          ? environment[part.argument ?? '']
          : part.name === 'secret'
            ? await secret(part.argument ?? '', t('the header {0}', header))
            : undefined;
      if (value === undefined)
        throw new Error(
          t('{0} in the header {1} of the profile "{2}" has no value.', part.text, header, name),
        );
      values.set(part.text, value);
    }
    filled[header] = templates.fillTemplate(template, (variable) => values.get(variable.text) ?? '');
  }
  return filled;
}
