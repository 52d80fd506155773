import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { isHttpUrl, pathOf, type ClientRegistration, type Launch } from './definition.ts';
import { VariableError } from './variables.ts';

export function mapLaunch(
  launch: Launch,
  change: (text: string, path: readonly (string | number)[]) => string,
): Launch {
  const record = <T extends string | null>(values: Readonly<Record<string, T>>, field: string) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, value && change(value, [field, key])]),
    ) as Record<string, T>;
  if (launch.kind !== 'stdio') {
    const { url, headers, oauth } = launch;
    const clientSecret = oauth?.clientSecret && change(oauth.clientSecret, ['oauth', 'clientSecret']);
    return {
      ...launch,
      url: change(url, ['url']),
      headers: record(headers, 'headers'),
      ...(clientSecret !== undefined && { oauth: { ...oauth, clientSecret } as ClientRegistration }),
    };
  }
  const optional = (value: string | undefined, field: string): string | undefined =>
    value === undefined ? undefined : change(value, [field]);
  return {
    ...launch,
    command: change(launch.command, ['command']),
    args: launch.args.map((value, index) => change(value, ['args', index])),
    env: record(launch.env, 'env'),
    cwd: optional(launch.cwd, 'cwd'),
    envFile: optional(launch.envFile, 'envFile'),
  };
}

/** Refuses what `spawn` or `fetch` would refuse with an error that quotes the value. @throws VariableError */
export function checkLaunch(name: string, launch: Launch): void {
  const refuse = (path: readonly (string | number)[], say: (field: string) => LocalizedMessage): never => {
    throw new VariableError({
      message: say(pathOf(name, path)),
      next: msg(
        'Check the values of its variables. To enter them again, run "Patchbay: Clear Stored Inputs and Secrets…".',
      ),
    });
  };
  mapLaunch(launch, (text, path) => {
    if (text.includes('\0'))
      refuse(path, (field) => msg('{0} contains a null character after its variables were replaced.', field));
    if (path[0] === 'headers' && /[\r\n]/.test(text.trim()))
      refuse(path, (field) => msg('{0} contains a line break after its variables were replaced.', field));
    const odd = path[0] === 'headers' ? /[^\t\x20-\x7e\x80-\xff]/u.exec(text.trim())?.[0] : undefined;
    if (odd !== undefined)
      refuse(path, (field) =>
        msg(
          '{0} contains the character {1}, which is not allowed in a header.',
          field,
          `U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
        ),
      );
    return text;
  });
  if (launch.kind === 'stdio') {
    if (launch.command.trim() === '')
      refuse(['command'], (field) => msg('{0} is empty after its variables were replaced.', field));
  } else if (!isHttpUrl(launch.url)) {
    refuse(['url'], (field) =>
      msg('{0} is not an http or https URL after its variables were replaced.', field),
    );
  }
}
