/** Makes the names under which the model knows MCP tools (features.md, C5). */
import { sha256 } from '../base/node/hash.ts';

/** What endpoints accept as a function name: at most 64 of `[a-zA-Z0-9_-]` (OpenAI's API reference, tools). */
const MAX_LENGTH = 64;
const HASH_LENGTH = 8;

/** What a name is made of. */
export interface ToolIdentity {
  readonly server: string;
  readonly tool: string;
}

/**
 * Gives each tool the wire name `mcp__<server>__<tool>`, in the order of `tools`. A name that would be too
 * long, or the same as another's, ends in a hash of server and tool instead. So a tool's name depends on
 * the tool and on its rivals, not on the order in which servers came up. Names are for sending only: what
 * one means is looked up in a map, never read out of it.
 */
export function wireNames(tools: readonly ToolIdentity[]): string[] {
  const plain = tools.map(({ server, tool }) => `mcp__${clean(server)}__${clean(tool)}`);
  const rivals = new Map<string, number>();
  for (const name of plain) rivals.set(name.toLowerCase(), (rivals.get(name.toLowerCase()) ?? 0) + 1);
  const taken = new Set<string>();
  return tools.map((identity, index) => {
    const name = plain[index] ?? '';
    const fits = name.length <= MAX_LENGTH && rivals.get(name.toLowerCase()) === 1;
    let unique = fits ? name : hashed(name, identity, 0);
    for (let salt = 1; taken.has(unique.toLowerCase()); salt++) unique = hashed(name, identity, salt);
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function clean(text: string): string {
  return text.replace(/[^a-zA-Z0-9_-]/g, '_');
}

function hashed(name: string, { server, tool }: ToolIdentity, salt: number): string {
  const hash = sha256(JSON.stringify([server, tool, salt])).slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${hash}`;
}
