import { t } from '@vscode/l10n';
import { LocalizedError, msg } from '../../base/common/message.ts';
import { fillTemplate, parseTemplate } from '../../mcp/index.ts';
import type { Profile } from '../../models/index.ts';

export interface HeaderSources {
  readonly environment: NodeJS.ProcessEnv;
  /** Returns a stored or entered value. `field` names what it is for. */
  readonly secret: (name: string, field: string) => Promise<string | undefined>;
}

/** Expands `${env:…}` and `${secret:…}`. @throws Error that names the variable without a value, and never a value. */
export async function profileHeaders(
  { name, headers }: Profile,
  { environment, secret }: HeaderSources,
): Promise<Record<string, string>> {
  const filled: Record<string, string> = {};
  for (const [header, text] of Object.entries(headers)) {
    const template = parseTemplate(text);
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
        throw new LocalizedError(
          msg('{0} in the header {1} of the profile "{2}" has no value.', part.text, header, name),
        );
      values.set(part.text, value);
    }
    filled[header] = fillTemplate(template, (variable) => values.get(variable.text) ?? '');
  }
  return filled;
}
