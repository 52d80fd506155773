import { homedir } from 'node:os';
import { basename, sep } from 'node:path';
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { pathOf, type ServerDefinition } from './definition.ts';
import { checkLaunch, mapLaunch } from './launchTexts.ts';
import type { VariableValue, Folder, VariableRequest, Variables } from '../common/ports.ts';
import type { ValueRedactor } from './valueRedactor.ts';
import {
  fillTemplate,
  mayHoldVariables,
  parseTemplate,
  VariableError,
  type Template,
  type Variable,
} from './variables.ts';
import { untilAborted } from '../../base/common/abort.ts';

export interface ValueSources {
  readonly folders: readonly Folder[];
  readonly installFolder: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly variables: Variables | undefined;
  /** Gets every value that must not be shown, before it is used. */
  readonly redactor: ValueRedactor;
}

interface Field {
  readonly path: string;
  readonly template: Template;
}

/**
 * Replaces the variables of a definition by their values. Asks the user last, so that a start that cannot succeed asks
 * for nothing. @throws VariableError, or the signal's reason
 */
export async function expandDefinition(
  definition: ServerDefinition,
  sources: ValueSources,
  signal: AbortSignal,
): Promise<ServerDefinition> {
  const fields = fieldsOf(definition);
  if (fields.size === 0) {
    checkLaunch(definition.name, definition.launch);
    return definition;
  }
  const values = new Map<string, string>();
  const questions = new Map<string, { readonly variable: Variable; readonly path: string }>();
  for (const { path, template } of fields.values()) {
    for (const part of template) {
      if (typeof part === 'string') continue;
      if (part.name === 'input' || part.name === 'secret') {
        if (!questions.has(part.text)) questions.set(part.text, { variable: part, path });
      } else values.set(part.text, lookUp(part, path, sources));
    }
  }
  for (const { variable, path } of questions.values()) {
    values.set(variable.text, await ask(variable, { server: definition.name, field: path }, sources, signal));
  }
  const fill = (text: string): string => {
    const field = fields.get(text);
    return field ? fillTemplate(field.template, ({ text: id }) => values.get(id) ?? '') : text;
  };
  const launch = mapLaunch(definition.launch, fill);
  checkLaunch(definition.name, launch);
  return { ...definition, launch };
}

function fieldsOf({ name, launch }: ServerDefinition): Map<string, Field> {
  const fields = new Map<string, Field>();
  mapLaunch(launch, (text, steps) => {
    if (mayHoldVariables(text) && !fields.has(text))
      fields.set(text, { path: pathOf(name, steps), template: parseTemplate(text) });
    return text;
  });
  return fields;
}

function lookUp(variable: Variable, path: string, sources: ValueSources): string {
  const { folders, installFolder, environment, redactor } = sources;
  const { text, name, argument } = variable;
  if (name === 'workspaceFolder' || name === 'workspaceFolderBasename') {
    const folder = folderOf(variable, path, folders);
    return name === 'workspaceFolder' ? folder.path : basename(folder.path);
  }
  if (name === 'env' && argument !== undefined) {
    // The text behind `:-` is used for a variable that is not set, or empty, as in a shell.
    const [, named = argument, fallback] = /^(\w+):-([\s\S]*)$/.exec(argument) ?? [];
    const set = environment[named];
    const value =
      fallback === undefined || (set !== undefined && set !== '')
        ? set
        : fillTemplate(parseTemplate(fallback), (nested) => lookUp(nested, path, sources));
    if (value === undefined) {
      throw new VariableError({
        message: msg('The variable {0} in {1} is not set in the environment of the editor.', text, path),
        next: msg(
          'Set {0} and restart the editor, or use another variable, such as {1}.',
          argument,
          `\${secret:${argument}}`,
        ),
      });
    }
    redactor.addValue(value, text, 'other');
    return value;
  }
  if (argument === undefined) {
    if (name === 'userHome') return homedir();
    if (name === 'execPath') return process.execPath;
    if (name === 'extensionInstallFolder' && installFolder !== undefined) return installFolder;
    if (name === 'pathSeparator' || name === '/') return sep;
  }
  throw new VariableError({
    message: msg('The variable {0} in {1} is unknown.', text, path),
    next: msg(
      'Known variables are {0}. For an environment variable, use {1}. For a literal ${, use $${.',
      known(),
      // Other hosts write variables of the environment as a bare name.
      `\${env:${/^\w+$/.test(name) ? name : 'NAME'}}`,
    ),
  });
}

function known(): LocalizedMessage {
  return msg(
    '{0} and {1}',
    '${workspaceFolder}, ${workspaceFolder:name}, ${workspaceFolderBasename}, ${userHome}, ${env:NAME}, ${input:id}, ${secret:name}, ${execPath}, ${extensionInstallFolder}',
    '${pathSeparator}',
  );
}

function folderOf({ text, argument }: Variable, path: string, folders: readonly Folder[]): Folder {
  const found = argument === undefined ? folders[0] : folders.find(({ name }) => name === argument);
  if (found) return found;
  const names = folders.map(({ name }) => `"${name}"`).join(', ');
  throw argument === undefined || folders.length === 0
    ? new VariableError({
        message: msg('The variable {0} in {1} has no value: no folder is open.', text, path),
        next: msg('Open a folder, then reconnect.'),
      })
    : new VariableError({
        message: msg('The variable {0} in {1} does not name a folder of this workspace.', text, path),
        next: msg('The folders of the workspace are {0}.', names),
      });
}

async function ask(
  { text, name, argument }: Variable,
  request: VariableRequest,
  { variables, redactor }: ValueSources,
  signal: AbortSignal,
): Promise<string> {
  if (argument === undefined || argument === '')
    throw new VariableError({
      message: msg('The variable {0} in {1} has no name.', text, request.field),
      next: msg('Use {0} with the name after the colon.', `\${${name}:…}`),
    });
  const answer = variables
    ? await untilAborted(
        name === 'input'
          ? variables.input(argument, request, signal)
          : variables.secret(argument, request, signal),
        signal,
      )
    : undefined;
  if (answer?.kind !== 'value') {
    const { why, next } = answer ?? nobody();
    const message = msg('The variable {0} in {1} has no value: {2}', text, request.field, why);
    throw new VariableError({ message, next });
  }
  redactor.addValue(answer.value, text, answer.secret ? 'secret' : 'other');
  return answer.value;
}

function nobody(): Extract<VariableValue, { kind: 'none' }> {
  return {
    kind: 'none',
    why: msg('nobody is available to enter it.'),
    next: msg('Enter the value in the definition, or use {0}.', '${env:NAME}'),
  };
}
