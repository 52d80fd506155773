import { plainLabel } from '../../base/common/text.ts';
import type { SystemPart } from '../conversation/systemParts.ts';
import type { InstructionBlock } from '../instructions/instructions.ts';

/** `folders` by file system path. */
export interface PromptParts {
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** Of the user and the workspace, as blocks. */
  readonly instructionFiles?: readonly InstructionBlock[];
  readonly skills?: string;
  readonly skillsAreCut?: boolean;
  /** `instructions` of servers (2025-11-25, basic/lifecycle, "Initialization"). */
  readonly instructions: readonly { readonly server: string; readonly text: string }[];
  /** Servers whose tools are found by search, with how many, and what they are, where they say. */
  readonly searchable?: readonly SearchableServer[];
}

export interface SearchableServer {
  readonly name: string;
  readonly tools: number;
  readonly description: string;
}

/** In characters per server: foreign text that each request pays for. */
const MAX_INSTRUCTIONS = 4_000;

/** Characters that the list of servers whose tools are searched takes in all, and of one description. */
const MAX_SERVERS = 4_000;
const MAX_DESCRIPTION = 120;

const FILES =
  'Files with instructions of the user and the workspace follow. Keep to them. What the user says in the chat comes before them, and where two differ, the one nearer to the file that you work on.';

export function systemPrompt({
  folders,
  instructionFiles = [],
  skills = '',
  skillsAreCut = false,
  instructions,
  searchable = [],
}: PromptParts): readonly SystemPart[] {
  const place =
    folders.length === 0
      ? 'No folder is open.'
      : `The workspace folders are: ${folders.map(({ name, path }) => `${name} (${path})`).join(', ')}.`;
  const base = [
    "You are Patchbay, an assistant in a developer's editor.",
    place,
    'Your tools come from servers that the user has connected. Call tools that do not depend on each other in one step: they run in parallel.',
    'If a tool fails, say so, and go on another way if there is one. Answer in markdown.',
  ];
  return [
    { kind: 'base', text: base.join('\n') },
    // Before what changes with the servers.
    ...instructionFiles.map(({ name, text }, index): SystemPart => {
      return { kind: 'instructions', name, text: index === 0 ? `\n${FILES}\n\n${text}` : `\n${text}` };
    }),
    ...(skills === '' ? [] : [marked({ kind: 'skills', text: `\n${skills}` }, skillsAreCut)]),
    ...(searchable.length > 0 ? [searchHint(searchable)] : []),
    ...instructions.map(({ server, text }): SystemPart => {
      const words = `How to use the tools of the server "${server}", in its own words:\n${bounded(text)}`;
      return marked(
        { kind: 'server', name: server, text: `\n${words}` },
        text.trim().length > MAX_INSTRUCTIONS,
      );
    }),
  ];
}

function marked(part: SystemPart, isCut: boolean): SystemPart {
  return isCut ? { ...part, isCut } : part;
}

function bounded(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= MAX_INSTRUCTIONS ? trimmed : `${trimmed.slice(0, MAX_INSTRUCTIONS)} […]`;
}

function searchHint(servers: readonly SearchableServer[]): SystemPart {
  const space = Math.min(MAX_DESCRIPTION, Math.floor(MAX_SERVERS / servers.length / 2));
  let left = MAX_SERVERS;
  const lines: string[] = [];
  for (const { name, tools, description } of servers) {
    const says = plainLabel(description, space);
    const line = `- ${name} (${tools})${says === undefined ? '' : `: ${says}`}`;
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const more = servers.length - lines.length;
  const text = [
    '\nYou have more tools than are listed. Find them with search_tools. Servers, with the number of tools to find:',
    ...lines,
    ...(more > 0 ? [`- and ${more} more servers`] : []),
  ].join('\n');
  return marked({ kind: 'search', text }, more > 0);
}
