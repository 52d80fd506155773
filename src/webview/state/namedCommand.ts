/** The command in the background that a call of a tool names by its id. */
import { jsonObject } from '../../base/common/guards.ts';
import { truncate } from '../../base/common/text.ts';
import {
  READ_COMMAND_OUTPUT,
  RUN_COMMAND,
  SEND_COMMAND_INPUT,
  STOP_COMMAND,
  type CallView,
  type CommandView,
  type Item,
} from '../../protocol/index.ts';

/** Characters of a command line that only says which command is meant. */
const MAX_LINE = 300;

const TOOLS: ReadonlySet<string> = new Set([READ_COMMAND_OUTPUT, SEND_COMMAND_INPUT, STOP_COMMAND]);

/**
 * Returns the command line, in one line and with its hidden characters; undefined if the call names none, or none that
 * is known. The call that has started it is what the user has allowed, so it comes before what the list above the message
 * has.
 */
export function namedCommand(
  { source, toolName, argsText }: Pick<CallView, 'source' | 'toolName' | 'argsText'>,
  item: (id: string) => Item | undefined,
  commands: readonly CommandView[],
): string | undefined {
  if (source.kind !== 'native' || !TOOLS.has(toolName)) return undefined;
  const id = jsonObject(argsText)?.['call_id'];
  if (typeof id !== 'string') return undefined;
  const started = item(id);
  const line =
    (started?.kind === 'call' ? startedBy(started.call) : undefined) ??
    commands.find((each) => each.id === id)?.command;
  return line === undefined ? undefined : truncate(line.replaceAll(/\s+/g, ' ').trim(), MAX_LINE);
}

/** Returns the arguments with the command line in place of its id, for the line that says what a call is about. */
export function withNamedCommand(argsText: string, command: string | undefined): string {
  const args = command === undefined ? undefined : jsonObject(argsText);
  if (!args) return argsText;
  const { call_id: _, ...others } = args;
  return JSON.stringify({ ...others, command });
}

function startedBy({ source, toolName, argsText }: CallView): string | undefined {
  if (source.kind !== 'native' || toolName !== RUN_COMMAND) return undefined;
  const command = jsonObject(argsText)?.['command'];
  return typeof command === 'string' ? command : undefined;
}
