/**
 * What a definition of a workspace takes of the user's own, and what in it decides which code is run: each of these
 * the user grants by itself. Pure.
 */
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { mapLaunch } from '../definition/launchTexts.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { isLoaderVariable } from '../definition/loaderVariables.ts';
import { mayHoldVariables, parseTemplate } from '../definition/variables.ts';

/** One thing that is granted by itself. */
export interface Need {
  readonly kind:
    /** A secret of the user's. */
    | 'secret'
    /** A variable of the editor's environment, filled in. */
    | 'env'
    /** The value of an input that the user has defined for themselves. */
    | 'input'
    /** Variables of the editor's environment, passed on. */
    | 'inherit'
    /** Set for the server, and decides what code it runs. */
    | 'loader'
    /** A file of variables outside of the workspace. */
    | 'file';
  readonly name: string;
  /** The places in the definition that it goes to, such as `headers.Authorization`. */
  readonly fields: readonly string[];
}

/** Variables that are no secret to anybody, so filling them in needs no grant. They are shown all the same. */
const harmless =
  /^(?:HOME|USER|LOGNAME|USERNAME|USERPROFILE|PATH|SHELL|TERM|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|APPDATA|LOCALAPPDATA|SYSTEMROOT|WINDIR|XDG_\w+)$/;

/** The need in a few words. */
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

/** The need as it is kept. */
export function keyOf({ kind, name }: Need): string {
  return `${kind}:${name}`;
}

/**
 * What the definition itself needs granted. `isInputOfUser`: whether an input of that id would be the user's own and
 * not one that the workspace defines.
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
