/** Instructions that the user and the workspace keep in files for agents, as in AGENTS.md (https://agents.md). */
import { t } from '@vscode/l10n';
import { realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hiddenPieces } from '../../base/common/hiddenCharacters.ts';
import { sha256 } from '../../base/node/hash.ts';
import { plainLabel } from '../../base/common/text.ts';
import type { GivenInstructions } from '../../models/index.ts';
import type { InstructionUse } from '../../protocol/index.ts';
import { GitIgnore, isInside } from '../../tools/index.ts';
import { countText, countUpTo, headEnd } from '../context/tokens.ts';
import { modelView } from '../context/view.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { readInstructions, type FoundInstructions } from './instructionFiles.ts';
import type { ReadableFolder } from './readInside.ts';

/**
 * Kinds of files with instructions. `user`: the user's own file. `agents`, `claude`, `copilot`: files of these names in
 * workspace folders, of which the first that exists counts. `nested`: such files in folders below as well, once a file
 * there is read or changed.
 */
export type InstructionSource = 'user' | 'agents' | 'nested' | 'claude' | 'copilot';

export interface InstructionOptions {
  readonly sources: () => readonly InstructionSource[];
  /** Returns the local folders of the workspace, and none before it is trusted. */
  readonly folders: () => readonly { readonly name: string; readonly path: string }[];
  readonly userFolder: string;
  readonly isSensitive: (path: string) => boolean;
}

const AGENTS = 'AGENTS.md';
const CLAUDE = 'CLAUDE.md';
const COPILOT = '.github/copilot-instructions.md';

/** Most tokens of one file, and of all files. Codex takes 32 KiB in all. */
const MAX_FILE = 8_000;
const MAX_ALL = 16_000;
/** Share of the context window that instructions may take. */
const SHARE = 0.25;
/** Fewest tokens to which a file is cut, because less of it would say nothing. */
const LEAST = 50;
const MAX_NAME = 300;

/**
 * Returns how many tokens instructions may take of a context window. The limit hardly ever changes, because a change
 * would empty the endpoint's cache.
 */
export function maxInstructionTokens(window: number): number {
  return Math.min(MAX_ALL, Math.floor(window * SHARE));
}

export interface InstructionBlock {
  readonly name: string;
  readonly text: string;
}

export interface TurnInstructions {
  readonly blocks: readonly InstructionBlock[];
  readonly files: readonly InstructionUse[];
  /**
   * Returns the instructions for the files that calls have read or changed, which `calls` lists for each call.
   * Instructions that the conversation already has are left out.
   */
  below(calls: readonly (readonly string[])[]): Promise<{
    readonly given: readonly (readonly GivenInstructions[])[];
    readonly files: readonly InstructionUse[];
  }>;
}

/**
 * Most tokens of instructions for attached files, together with those of the system message. It is fixed, because the
 * model is not known yet.
 */
const MAX_ATTACHED = 8_000;

/**
 * Returns the instructions for files that the user attaches, by their URIs. Those that the conversation already has are
 * left out.
 */
export async function attachedInstructions(
  options: InstructionOptions,
  conversation: Conversation,
  uris: readonly string[],
): Promise<{ readonly given: readonly GivenInstructions[]; readonly files: readonly InstructionUse[] }> {
  const paths = uris.flatMap((uri) => pathOf(uri) ?? []);
  if (paths.length === 0) return { given: [], files: [] };
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => path)));
  const turn = await beginInstructions(options, conversation, MAX_ATTACHED);
  const { given, files } = await turn.below([real]);
  return { given: given.flat(), files };
}

/** Returns the path, or undefined if the URI names no file of this machine. */
function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

interface Folder extends ReadableFolder {
  readonly ignored: GitIgnore;
}

export async function beginInstructions(
  options: InstructionOptions,
  conversation: Conversation,
  maxTokens: number,
): Promise<TurnInstructions> {
  const sources = new Set(options.sources());
  const seen = new Set<string>();
  const folders = await realFolders(options);
  const found: FoundInstructions[] = [];
  const mine: ReadableFolder = {
    real: await realpath(options.userFolder).catch(() => options.userFolder),
    isOwn: true,
    label: '~/.patchbay/',
    isSensitive: options.isSensitive,
  };
  // The user's own instructions come first, so that they get their room whatever a workspace has.
  if (sources.has('user')) found.push(...(await readInstructions(join(mine.real, AGENTS), mine, seen)));
  const names = fileNames(sources);
  // oxlint-disable-next-line no-await-in-loop -- of two folders with one file the first counts
  for (const folder of folders) found.push(...(await firstOf(names, folder.real, folder, seen)));
  let left = maxTokens;
  const used = found.map((file) => {
    const fitted = fit(file, left);
    left -= fitted.use.tokens ?? 0;
    return fitted;
  });
  const rest = left;
  const told = new Set<string>();
  const nestedNames = names.filter((name) => name !== COPILOT);
  const searched = sources.has('nested') ? folders : [];
  return {
    blocks: used.flatMap(({ use, block }) => (block === undefined ? [] : [{ name: use.name, text: block }])),
    files: used.map(({ use }) => use),
    below: async (calls) => {
      const known = knownIn(conversation);
      const room = { left: rest - known.tokens };
      const files: InstructionUse[] = [];
      const given: GivenInstructions[][] = [];
      for (const paths of calls) {
        const ofCall: GivenInstructions[] = [];
        given.push(ofCall);
        // oxlint-disable-next-line no-await-in-loop -- what one call brings the next does not bring again
        for (const file of await nestedFor(paths, searched, nestedNames, seen)) {
          const digest = file.text === undefined ? '' : sha256(file.text);
          const before = known.digests.get(file.path);
          if (before === digest || told.has(file.path + digest)) continue;
          told.add(file.path + digest);
          const { use, block } = fit(file, room.left);
          files.push(use);
          if (block === undefined) continue;
          known.digests.set(file.path, digest);
          room.left -= use.tokens ?? 0;
          const head =
            before === undefined ? 'Instructions' : 'New instructions, in place of the earlier ones,';
          const scope = `${head} for files in the folder of ${nameFor(file)} and below:`;
          ofCall.push({ path: file.path, digest, text: `${scope}\n${block}` });
        }
      }
      return { given, files };
    },
  };
}

async function realFolders({ folders, isSensitive }: InstructionOptions): Promise<readonly Folder[]> {
  const all = folders();
  const found = await Promise.all(
    all.map(async ({ name, path }): Promise<Folder[]> => {
      const real = await realpath(path).catch(() => undefined);
      if (real === undefined) return [];
      const label = all.length > 1 ? `${name}/` : '';
      return [{ real, label, isSensitive, ignored: new GitIgnore(real) }];
    }),
  );
  return found.flat();
}

function fileNames(sources: ReadonlySet<InstructionSource>): readonly string[] {
  return [
    ...(sources.has('agents') ? [AGENTS] : []),
    ...(sources.has('claude') ? [CLAUDE] : []),
    ...(sources.has('copilot') ? [COPILOT] : []),
  ];
}

/** Reads the first of these files that exists, even if it cannot be used. */
async function firstOf(
  names: readonly string[],
  place: string,
  folder: ReadableFolder,
  seen: Set<string>,
): Promise<readonly FoundInstructions[]> {
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- the later ones are not looked at
    const files = await readInstructions(join(place, name), folder, seen);
    if (files.length > 0) return files;
  }
  return [];
}

/**
 * Finds the instructions in folders above the paths, from the outermost to the innermost. Those of the workspace
 * folders themselves are in the system message.
 */
async function nestedFor(
  paths: readonly string[],
  folders: readonly Folder[],
  names: readonly string[],
  atStart: ReadonlySet<string>,
): Promise<readonly FoundInstructions[]> {
  const found: FoundInstructions[] = [];
  const seen = new Set(atStart);
  for (const path of paths) {
    const folder = folders
      .filter(({ real }) => isInside(path, real))
      .toSorted((a, b) => b.real.length - a.real.length)[0];
    if (!folder) continue;
    for (const place of placesBelow(folder.real, dirname(path))) {
      const way = relative(folder.real, place).replaceAll(sep, '/');
      // Packages and folders that git ignores are not the workspace's own.
      // oxlint-disable-next-line no-await-in-loop -- in order
      if (/(?:^|\/)node_modules(?:\/|$)/.test(way) || (await folder.ignored.ignores(`${way}/${AGENTS}`)))
        break;
      // oxlint-disable-next-line no-await-in-loop -- in order
      found.push(...(await firstOf(names, place, folder, seen)));
    }
  }
  return found;
}

function placesBelow(folder: string, place: string): string[] {
  const parts = relative(folder, place).split(sep);
  return parts[0] === '' ? [] : parts.map((_, index) => join(folder, ...parts.slice(0, index + 1)));
}

/** Returns the instructions that the model still has. A summary takes away those that were given before it. */
function knownIn({ messages, context }: Conversation): {
  readonly digests: Map<string, string>;
  readonly tokens: number;
} {
  const digests = new Map<string, string>();
  let tokens = 0;
  for (const message of modelView(messages, context)) {
    if (message.role === 'user')
      for (const { path, digest } of message.instructions ?? []) digests.set(path, digest);
    if (message.role !== 'tool') continue;
    for (const { path, digest, text } of message.instructions ?? []) {
      digests.set(path, digest);
      tokens += countText(text);
    }
  }
  return { digests, tokens };
}

function fit(
  file: FoundInstructions,
  left: number,
): { readonly use: InstructionUse; readonly block?: string } {
  const { path, text, notes } = file;
  const name = nameFor(file);
  if (text === undefined) return { use: { name, path, notes } };
  const limit = Math.min(MAX_FILE, left);
  if (limit < LEAST) {
    const why = t('Not used: other instructions already use all the space for instructions.');
    return { use: { name, path, notes: [...notes, why] } };
  }
  const isCut = countUpTo(text, limit) > limit;
  const shown = isCut ? text.slice(0, headEnd(text, limit)) : text;
  const note = isCut ? [t('Only the first {0} tokens are used.', limit)] : [];
  const rest = isCut ? '\n[The rest of this file is left out.]' : '';
  // A file could contain the end of its block, and so pass off what follows as other text.
  const body = shown.trimEnd().replaceAll(/<(?=\s*\/?\s*instructions)/gi, '‹');
  const block = `<instructions file="${name.replaceAll(/["<>]/g, "'")}">\n${body}${rest}\n</instructions>`;
  const hidden = hiddenCount(shown);
  const use: InstructionUse = {
    name,
    path,
    tokens: countText(block),
    hidden: hidden > 0 ? hidden : undefined,
    notes: [...notes, ...note],
  };
  return { use, block };
}

function nameFor({ name }: FoundInstructions): string {
  return plainLabel(name, MAX_NAME) ?? AGENTS;
}

export function hiddenCount(text: string): number {
  return hiddenPieces(text, 'prose').reduce(
    (sum, piece) => sum + (piece.kind === 'hidden' ? Array.from(piece.text).length : 0),
    0,
  );
}
