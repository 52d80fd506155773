import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { headText } from '../../base/common/cut.ts';
import { joined, onScreen, type StyledText } from '../../base/common/terminalText.ts';
import { msg } from '../../base/common/message.ts';
import {
  commandEndText,
  NO_OUTPUT,
  READ_COMMAND_OUTPUT,
  RUN_COMMAND,
  SEND_COMMAND_INPUT,
  STOP_COMMAND,
  type ApprovalReason,
  type CommandEnd,
} from '../../protocol/index.ts';
import {
  commandShell,
  OUTPUT_HEAD,
  OUTPUT_TAIL,
  secretsOf,
  shownOutput,
  styledText,
  type ApprovalNeed,
  type CallContext,
  type CommandContent,
  type CommandLine,
  type CommandOutcome,
  type CommandResult,
  type Destination,
  type KeptBecause,
  type LiveCommands,
} from '../../tools/index.ts';
import { createTerminal } from '../ui/index.ts';
import { readOn } from './backgroundCommands.ts';
import { ScreenText, withReturns } from './screenText.ts';
import { reasonsOfNamedFiles } from './commandNeeds.ts';
import { checkApproved, problemOf, tellsNames } from './fileNeeds.ts';
import { OutputPieces } from './outputPieces.ts';
import { locateToRun, ToolProblem } from './paths.ts';
import type { Place } from './protection.ts';

const DEFAULT_TIMEOUT_S = 120;
/** Most processes that are named when they are ended. */
const MAX_LEFT = 5;
/** 128 and SIGPIPE, as shells count. */
const BROKEN_PIPE = 141;

/** Returns the command line and the real folder of a call, for permissions; undefined if the call cannot run. */
export async function commandOf(args: Readonly<Record<string, unknown>>): Promise<CommandLine | undefined> {
  const place = await folderOf(args);
  return place && lineIn(place, args);
}

function lineIn(place: Place, { command }: Readonly<Record<string, unknown>>): CommandLine | undefined {
  if (typeof command !== 'string') return undefined;
  // The editor spells drives of Windows in another way, and permissions are saved in its spelling.
  return { command, cwd: vscode.Uri.file(place.real).fsPath };
}

/** A command that names a sensitive file asks each time, as reading the file does. */
export async function needToRun(args: Readonly<Record<string, unknown>>): Promise<ApprovalNeed> {
  const place = await folderOf(args);
  const line = place && lineIn(place, args);
  const named = line ? await reasonsOfNamedFiles(line) : [];
  const reasons = [...(place ? reasonsOfFolder(place) : []), ...named];
  return { kind: named.length > 0 ? 'always' : 'ask', reasons };
}

/** Returns why the command cannot run in its folder. */
export async function refusalOfCommand({
  cwd = defaultFolder(),
}: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  if (typeof cwd !== 'string') return undefined;
  return problemOf(tellsNames() ? folderToRun(cwd) : locateToRun(cwd));
}

/** @throws Error if there is no such folder, as the shell would only say that it cannot be started */
async function folderToRun(cwd: string): Promise<Place> {
  const place = await locateToRun(cwd);
  const found = await stat(place.real).catch(() => undefined);
  if (!found) throw new Error(`There is no folder ${place.label}. list_directory shows which there are.`);
  if (!found.isDirectory()) throw new Error(`${place.label} is not a folder, so no command can run in it.`);
  return place;
}

async function folderOf({
  cwd = defaultFolder(),
}: Readonly<Record<string, unknown>>): Promise<Place | undefined> {
  return typeof cwd === 'string' ? locateToRun(cwd).catch(() => undefined) : undefined;
}

/** Shows the real folder if the path has a link, because the link can lead elsewhere the next time. */
function reasonsOfFolder({ uri, folder, real, realFolder }: Place): readonly ApprovalReason[] {
  const isLinked = relative(folder.uri.fsPath, uri.fsPath) !== relative(realFolder, real);
  return isLinked ? [{ kind: 'linkedFolder', path: real }] : [];
}

/** Returns any address as the destination, because a command can send anything to anyone. */
export function commandDestination(): Destination {
  return { source: RUN_COMMAND, label: t('any address, through the command'), isRemote: false };
}

export function needsTrust(): boolean {
  return !vscode.workspace.isTrusted;
}

function defaultFolder(): string {
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '.';
}

/** @throws ToolProblem when the command names a sensitive file that was not there when the call was approved. */
async function checkNamedFiles(
  line: CommandLine | undefined,
  approved: CallContext['approved'],
): Promise<void> {
  const reasons = line ? await reasonsOfNamedFiles(line) : [];
  const isMissing = reasons.some((reason) => !approved.some((known) => isDeepStrictEqual(known, reason)));
  if (!isMissing) return;
  throw new ToolProblem(
    msg(
      'The files that the command names have changed since it was approved. It was not run. Call the tool again.',
    ),
  );
}

const number = new Intl.NumberFormat('en');

/** Names the shell and the bounds, so that nobody pipes into `tail` and loses what came before. */
export function commandDescription(): string {
  const { name, program } = commandShell();
  const pipes = program ? ', with pipefail' : '';
  return (
    `Runs a command in ${name}${pipes}, and gives its exit code and output. Of long output it keeps the first ` +
    `${number.format(OUTPUT_HEAD)} and the last ${number.format(OUTPUT_TAIL)} characters: do not pipe it into head or tail. ` +
    'What it leaves behind with & ends with it: run a server with "background", which gives an id at once.'
  );
}

export class CommandTool {
  private readonly commands: Pick<LiveCommands, 'run'>;
  private readonly output = new vscode.EventEmitter<string>();
  private terminal: vscode.Terminal | undefined;

  constructor(commands: Pick<LiveCommands, 'run'>) {
    this.commands = commands;
  }

  readonly run = async (
    args: Readonly<Record<string, unknown>>,
    { id, conversation, signal, onProgress, onOutput, approved }: CallContext,
  ): Promise<CommandContent> => {
    const {
      command,
      cwd = defaultFolder(),
      timeoutSeconds = DEFAULT_TIMEOUT_S,
      background = false,
    } = args as { command: string; cwd?: string; timeoutSeconds?: number; background?: boolean };
    const place = await folderToRun(cwd);
    const leads = reasonsOfFolder(place);
    const shown = approved.filter(({ kind }) => kind === 'linkedFolder');
    // The reasons are compared in both directions, because a link can appear, lead elsewhere, or give way to a folder.
    checkApproved(leads, shown, place);
    checkApproved(shown, leads, place);
    await checkNamedFiles(lineIn(place, args), approved);
    this.show(`\x1b[1m${onScreen(`${place.label}$ ${command}`).text}\x1b[0m\n`);
    const screen = new ScreenText();
    let written = 0;
    const pieces = new OutputPieces((output) => {
      const line = headText(onScreen(output).text.trim().split('\n').at(-1) ?? '', 200);
      onProgress({ progress: written, output, ...(line && { message: line }) });
    });
    const outcome = await this.commands
      .run({
        id,
        conversation,
        command,
        cwd: place.real,
        timeoutMs: timeoutSeconds * 1_000,
        startsInBackground: background,
        marks: secretsOf(approved),
        signal,
        onOutput: (text) => {
          this.show(screen.push(text));
          onOutput?.(text);
          written += text.length;
          pieces.write(text);
        },
      })
      .finally(() => pieces.flush());
    if (outcome.kind === 'kept') {
      const text = keptText(outcome);
      this.showEnd({ kind: 'background' });
      return { content: [styledText(text)], commandEnd: { kind: 'background' } };
    }
    const { result } = outcome;
    this.showEnd(result.end);
    const output = shownOutput(result);
    const text = joined(
      { text: `${endingOf(result, timeoutSeconds)}${lossOf(result)}${leftBy(result)}\n` },
      output.text === '' ? { text: NO_OUTPUT } : output,
    );
    return { content: [styledText(text)], commandEnd: result.end };
  };

  dispose(): void {
    this.terminal?.dispose();
    this.output.dispose();
  }

  private showEnd(end: CommandEnd): void {
    this.show(`\x1b[2m${commandEndText(end)}\x1b[0m\n\n`);
  }

  /**
   * Writes to the terminal, which is created with the first command. It gets no focus, so that it does not take the
   * user's keys.
   */
  private show(text: string): void {
    if (!this.terminal) {
      const shown: string[] = [];
      let open = false;
      const write = new vscode.EventEmitter<string>();
      this.output.event((piece) => (open ? write.fire(piece) : shown.push(piece)));
      this.terminal = createTerminal({
        name: 'Patchbay',
        icon: 'tools',
        pty: {
          onDidWrite: write.event,
          open: () => {
            open = true;
            for (const piece of shown.splice(0)) write.fire(piece);
          },
          close: () => (this.terminal = undefined),
        },
      });
    }
    this.output.fire(withReturns(text));
  }
}

/**
 * Says at the beginning that a part of the output is lost, because the note in its middle is where results are cut once
 * more. A search of what was kept would then say that there is no such line.
 */
function lossOf({ head, tail, cut }: CommandResult): string {
  if (cut === 0) return '';
  const all = head.length + cut + tail.length;
  return ` The output had ${number.format(all)} characters, of which ${number.format(cut)} in the middle were not kept.`;
}

/** Says what went on in the background, so that nobody counts on it. */
function leftBy({ end, left, isHeld }: CommandResult): string {
  if (end.kind !== 'exited') return '';
  if (left.length > 0) {
    const rest = left.length - MAX_LEFT;
    const more = rest > 0 ? ` and ${rest} more` : '';
    return `\nEnded with it: ${left.slice(0, MAX_LEFT).join(', ')}${more}.`;
  }
  return isHeld ? '\nA process that it started apart from itself may still be running.' : '';
}

/** Says how to go on, in the line that the chat shows in its own words. */
function keptText({ why, command }: Extract<CommandOutcome, { kind: 'kept' }>): StyledText {
  const id = `"${command.about.id}"`;
  const next = `Use call_id ${id} with ${READ_COMMAND_OUTPUT}, ${SEND_COMMAND_INPUT} and ${STOP_COMMAND}; you are told when it has ended.`;
  return joined({ text: `${keptLead[why]} ${next}\n` }, readOn(command));
}

const keptLead: Readonly<Record<KeptBecause, string>> = {
  asked: 'It runs in the background.',
  user: 'It has not ended: the user sent it to the background, where it runs on.',
  input: 'It has not ended: it waits for input, and runs on in the background.',
};

function endingOf({ end }: CommandResult, timeoutSeconds: number): string {
  switch (end.kind) {
    case 'exited':
      return end.code === BROKEN_PIPE && commandShell().program
        ? `Exit code ${end.code}: a program in a pipe wrote on when the next one had read enough, as head does. This alone is no failure.`
        : `Exit code ${end.code}.`;
    case 'killed':
      return `Ended by ${end.signal}.`;
    case 'timedOut':
      return `Ended after ${timeoutSeconds} s, the time limit; timeoutSeconds can be higher.`;
  }
}
