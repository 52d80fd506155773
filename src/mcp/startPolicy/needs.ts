/**
 * Lists what a workspace's definition takes of the user's own, or uses to decide which code runs: each needs a grant.
 */
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { mapLaunch } from '../definition/launchTexts.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { isLoaderVariable } from '../definition/loaderVariables.ts';
import { mayHoldVariables, parseTemplate } from '../definition/variables.ts';

export interface Need {
  readonly kind:
    | 'secret'
    /** A variable of the editor's environment, expanded. */
    | 'env'
    /** An input that the user, not the workspace, has defined. */
    | 'input'
    /** Variables of the editor's environment, inherited. */
    | 'inherit'
    /** A variable that decides which code the server runs. */
    | 'loader'
    /** A file of variables outside of the workspace. */
    | 'file';
  readonly name: string;
  readonly fields: readonly string[];
}

/** Variables that hold no secrets, so that expanding them needs no grant. */
const harmless =
  /^(?:HOME|USER|LOGNAME|USERNAME|USERPROFILE|PATH|SHELL|TERM|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|APPDATA|LOCALAPPDATA|SYSTEMROOT|WINDIR|XDG_\w+)$/;

export function describeNeed({ kind, name }: Need): LocalizedMessage {
  switch (kind) {
    case 'secret':
      return msg('your secret "{0}"', name);
    case 'env':
      return msg('your environment variable {0}', name);
    case 'input':
      return msg('your own input "{0}"', name);
    case 'inherit':
      return name === '*'
        ? msg('every variable of your environment')
        : msg('the variables {0} of your environment', name);
    case 'loader':
      return msg('to set {0}, which determines what code is run', name);
    case 'file':
      return msg('the variables in {0}, which is outside the workspace', name);
  }
}

export function needKey({ kind, name }: Need): string {
  return `${kind}:${name}`;
}

/**
 * Returns the needs of a definition. `isInputOfUser` tells if the user, not the workspace, would define an input of
 * that id.
 */
export function needsOf(
  { launch }: ServerDefinition,
  isInputOfUser: (id: string) => boolean,
): readonly Need[] {
  const found = new Map<string, { need: Omit<Need, 'fields'>; fields: Set<string> }>();
  const add = (kind: Need['kind'], name: string, field: string): void => {
    const key = `${kind}:${name}`;
    const known = found.get(key) ?? { need: { kind, name }, fields: new Set<string>() };
    known.fields.add(field);
    found.set(key, known);
  };
  mapLaunch(launch, (text, path) => {
    if (!mayHoldVariables(text)) return text;
    for (const part of parseTemplate(text)) {
      if (typeof part === 'string' || part.argument === undefined) continue;
      const { name, argument } = part;
      if (name === 'secret') add('secret', argument, path.join('.'));
      if (name === 'input' && isInputOfUser(argument)) add('input', argument, path.join('.'));
      if (name === 'env' && !harmless.test(argument)) add('env', argument, path.join('.'));
    }
    return text;
  });
  if (launch.kind === 'stdio') {
    for (const name of Object.keys(launch.env))
      if (isLoaderVariable(name)) add('loader', name, `env.${name}`);
    const { inheritEnv = [] } = launch;
    for (const name of inheritEnv === 'all' ? ['*'] : inheritEnv) add('inherit', name, 'inheritEnv');
  }
  return [...found.values()].map(({ need, fields }) => ({ ...need, fields: [...fields] }));
}
