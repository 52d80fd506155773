/** The tools for commands in the background. Each reaches only the commands of the conversation that calls it. */
import { t } from '@vscode/l10n';
import { joined, onScreen, type StyledText } from '../../base/common/terminalText.ts';
import { plainLabel, quotedLabel } from '../../base/common/text.ts';
import { READ_COMMAND_OUTPUT, SEND_COMMAND_INPUT, STOP_COMMAND } from '../../protocol/index.ts';
import {
  cutNote,
  endText,
  secretsOf,
  styledText,
  textContent,
  type ApprovalNeed,
  type CallContext,
  type Destination,
  type LiveCommand,
  type LiveCommands,
  type MarkedContent,
  type NativeTool,
} from '../../tools/index.ts';
import { reasonsOfNamedFiles } from './commandNeeds.ts';

type Arguments = Readonly<Record<string, unknown>>;

const MAX_WAIT_S = 600;
/** Pause in ms after which output counts as complete, and how long it is waited for after an input. */
const PAUSE_MS = 400;
const ANSWER_MS = 5_000;
const MAX_LINES_LENGTH = 60_000;
const MAX_COMMAND = 100;
const MAX_ID = 40;

/** Needs no description: the result that a command goes on with gives its id by this name. */
const callId = { type: 'string' } as const;

export function backgroundCommandTools(
  commands: LiveCommands,
  input: Pick<NativeTool, 'needsTrust'> & { readonly destination: () => Destination },
): readonly NativeTool[] {
  return [
    {
      name: READ_COMMAND_OUTPUT,
      title: t('Read command output'),
      description:
        'Reads what a command in the background has written since it was last read. Without call_id, lists the commands.',
      inputSchema: {
        type: 'object',
        properties: {
          call_id: callId,
          lastLines: { type: 'integer', minimum: 1, description: 'The last lines instead.' },
          waitSeconds: {
            type: 'integer',
            minimum: 1,
            maximum: MAX_WAIT_S,
            description: 'Most to wait for something new.',
          },
        },
        additionalProperties: false,
      },
      hints: { readOnly: true },
      permission: 'free',
      // The output shows what earlier calls of the step do, such as a request to a server.
      effect: { kind: 'reads' },
      run: (args, context) => readCommand(commands, args, context),
    },
    {
      name: SEND_COMMAND_INPUT,
      title: t('Send input to command'),
      description: 'Types a line into a command in the background, and gives what it then writes.',
      inputSchema: {
        type: 'object',
        properties: { call_id: callId, input: { type: 'string' } },
        required: ['call_id', 'input'],
        additionalProperties: false,
      },
      hints: { destructive: true, openWorld: true },
      permission: 'ask',
      effect: { kind: 'changes' },
      // A permission would be for the text, which means something else to each program.
      commandOf: () => Promise.resolve(undefined),
      approvalNeed: (args) => needToType(commands, args),
      ...input,
      run: (args, context) => sendInput(commands, args, context),
    },
    {
      name: STOP_COMMAND,
      title: t('Stop command'),
      description: 'Ends a command in the background, and gives the rest of its output.',
      inputSchema: {
        type: 'object',
        properties: { call_id: callId },
        required: ['call_id'],
        additionalProperties: false,
      },
      hints: { destructive: false },
      permission: 'free',
      // An earlier call of the step may need the command.
      effect: { kind: 'changes' },
      run: (args, context) => stopCommand(commands, args, context),
    },
  ];
}

async function readCommand(
  commands: LiveCommands,
  args: Arguments,
  { conversation = '', signal }: CallContext,
): Promise<MarkedContent> {
  const {
    call_id: id,
    lastLines,
    waitSeconds,
  } = args as { call_id?: string; lastLines?: number; waitSeconds?: number };
  if (id === undefined) return { content: textContent(listOf(commands.inBackground(conversation))) };
  const command = find(commands, conversation, id);
  if (waitSeconds !== undefined && command.log.unread === 0)
    await untilWritten(command, waitSeconds * 1_000, signal);
  if (lastLines === undefined) return report(commands, command, stateOf(command), readOn(command));
  return report(commands, command, stateOf(command), { text: lastOf(command, lastLines) });
}

function lastOf({ log }: LiveCommand, count: number): string {
  const end = log.end(MAX_LINES_LENGTH);
  const lines = onScreen(end).text.trimEnd().split('\n');
  const isCut = lines.length <= count && end.length < log.length;
  const note = isCut
    ? `… only the last ${MAX_LINES_LENGTH.toLocaleString('en')} characters can be read …\n`
    : '';
  return `${note}${lines.slice(-count).join('\n')}`;
}

/** A line for a shell can name a sensitive file, as a command can. It asks each time, then, in each mode. */
async function needToType(commands: LiveCommands, { call_id: id, input }: Arguments): Promise<ApprovalNeed> {
  const cwd = typeof id === 'string' ? commands.folderOf(id) : undefined;
  // Without a command, nothing is typed.
  if (cwd === undefined || typeof input !== 'string') return { kind: 'ask', reasons: [] };
  const reasons = await reasonsOfNamedFiles({ command: input, cwd });
  return { kind: reasons.length > 0 ? 'always' : 'ask', reasons };
}

async function sendInput(
  commands: LiveCommands,
  args: Arguments,
  { conversation = '', signal, approved }: CallContext,
): Promise<MarkedContent> {
  const { call_id: id, input } = args as { call_id: string; input: string };
  const command = find(commands, conversation, id);
  if (/(?![\t\n])\p{Cc}/u.test(input))
    throw new Error(
      'The input has control characters, such as escape sequences. Send plain text. Nothing was sent.',
    );
  if (command.asksForSecret)
    throw new Error(
      'The command asks for a password or the like. Only the user can type it, and was asked to. Nothing was sent.',
    );
  // The output has what the line makes the command read from now on.
  command.mark(secretsOf(approved));
  if (command.end) throw new Error(`It has ended: ${endText(command.end)} Nothing was sent.`);
  if (!command.type(input, false)) throw new Error('The command takes no input. Nothing was sent.');
  await untilWritten(command, ANSWER_MS, signal);
  return report(commands, command, stateOf(command), readOn(command));
}

async function stopCommand(
  commands: LiveCommands,
  args: Arguments,
  { conversation = '' }: CallContext,
): Promise<MarkedContent> {
  const command = find(commands, conversation, (args as { call_id: string }).call_id);
  const hadEnded = command.end !== undefined;
  command.stop();
  await command.ended.catch(() => undefined);
  commands.forgetNews(command);
  return report(commands, command, hadEnded ? stateOf(command) : 'Stopped.', readOn(command));
}

/** @throws Error for a command of another conversation, too, of which nothing is said. */
function find(commands: LiveCommands, conversation: string, id: string): LiveCommand {
  const command = commands.get(conversation, id);
  if (command?.isBackground) return command;
  const known = commands.inBackground(conversation).map(({ about }) => about.id);
  const others = known.length > 0 ? ` The commands are: ${known.join(', ')}.` : '';
  throw new Error(
    `This conversation has no command ${quotedLabel(id, MAX_ID)} in the background. Commands end with the window.${others}`,
  );
}

function report(
  commands: LiveCommands,
  command: LiveCommand,
  state: string,
  output: StyledText,
): MarkedContent {
  const { marks } = command;
  if (command.end) commands.forgetNews(command);
  return { content: [styledText(joined({ text: `${state}\n` }, output))], marks };
}

function stateOf({ end, wait }: LiveCommand): string {
  if (end) return `It has ended: ${endText(end)}`;
  return wait ? 'It waits for input.' : 'It runs.';
}

/** Returns what has come since it was last read, as a terminal shows it. */
export function readOn({ log }: LiveCommand): StyledText {
  const { text, cut } = log.readOn();
  if (text === '') return { text: '(no new output)' };
  return joined({ text: cut > 0 ? cutNote(cut) : '' }, onScreen(text));
}

function listOf(all: readonly LiveCommand[]): string {
  if (all.length === 0) return 'There are no commands in the background.';
  return all
    .map((command) => {
      const { about, log } = command;
      const line = plainLabel(about.command, MAX_COMMAND) ?? '';
      return `${about.id}: ${line}. ${stateOf(command)} ${log.unread} new characters.`;
    })
    .join('\n');
}

/** Resolves once the command has written and paused, waits for input or has ended, or after `ms`. */
function untilWritten(command: LiveCommand, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (command.end || command.wait || signal.aborted) return resolve();
    let pause: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(pause);
      clearTimeout(limit);
      for (const each of following) each.dispose();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const limit = setTimeout(done, ms);
    const following = [
      command.onOutput(() => (pause ??= setTimeout(done, PAUSE_MS))),
      command.onDidChange(() => {
        if (command.end || command.wait) done();
      }),
    ];
    signal.addEventListener('abort', done, { once: true });
  });
}
