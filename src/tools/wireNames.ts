import { headText } from '../base/common/cut.ts';
import { sha256 } from '../base/node/hash.ts';

/** Longest function name that endpoints accept; its characters are `[a-zA-Z0-9_-]` (OpenAI's API reference, tools). */
const MAX_LENGTH = 64;
const HASH_LENGTH = 8;

export interface ToolIdentity {
  readonly server: string;
  readonly tool: string;
}

/**
 * Returns `mcp__<server>__<tool>` (features.md, C5), with a hash if that is too long or taken. The name is never
 * parsed.
 */
export function wireNames(tools: readonly ToolIdentity[]): string[] {
  return uniqueNames(tools, ({ server, tool }) => `mcp__${clean(server)}__${clean(tool)}`);
}

/** Returns `ext__<tool>`: tool names are unique in the editor. `server` is the extension's id. */
export function extensionWireNames(tools: readonly ToolIdentity[]): string[] {
  return uniqueNames(tools, ({ tool }) => `ext__${clean(tool)}`);
}

function uniqueNames(tools: readonly ToolIdentity[], nameOf: (tool: ToolIdentity) => string): string[] {
  const plain = tools.map(nameOf);
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
  const hash = headText(sha256(JSON.stringify([server, tool, salt])), HASH_LENGTH);
  return `${name.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${hash}`;
}
