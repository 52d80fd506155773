import { isHttpUrl, toName } from '../definition/definition.ts';
import type { RawEntry } from './serversText.ts';

/** Programs that run packages or scripts: their names say nothing about the server. */
const runners =
  /^(npx|bunx|uvx|pipx|pnpm|yarn|npm|bun|uv|node|deno|tsx|python[\d.]*|py|docker|podman|dnx|dotnet|java|cmd|sh|bash|run|exec|dlx|x|tool|start)$/i;

/** Suggests a name for an entry that differs from all `taken` names, not only in case. */
export function suggestName(entry: RawEntry, taken: readonly string[]): string {
  return freeName(nameFrom(entry), taken);
}

export function freeName(name: string, taken: readonly string[]): string {
  const lower = new Set(taken.map((other) => other.toLowerCase()));
  if (!lower.has(name.toLowerCase())) return name;
  for (let count = 2; ; count += 1) {
    const candidate = `${name}-${count}`;
    if (!lower.has(candidate.toLowerCase())) return candidate;
  }
}

function nameFrom({ url, command, args }: RawEntry): string {
  if (typeof url === 'string' && isHttpUrl(url)) {
    const host = new URL(url).hostname.replace(/^(www|mcp|api)\./, '');
    return toName(/^[\d.:[\]]+$/.test(host) ? host : (host.split('.').at(-2) ?? host));
  }
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].filter(
    (word) => typeof word === 'string',
  );
  const telling = words
    .filter((word) => !word.startsWith('-') && !word.includes('='))
    .map(baseOf)
    .find((base) => !runners.test(base));
  return toName(shortened(telling ?? words[0] ?? ''));
}

function baseOf(word: string): string {
  const last =
    word
      .replace(/[/\\]+$/, '')
      .split(/[/\\]/)
      .at(-1) ?? word;
  return last.replace(/(?<=.)[@:=][^@]*$/, '').replace(/\.(exe|cmd|[cm]?[jt]s|py|dll|jar)$/i, '');
}

function shortened(base: string): string {
  return base
    .replace(/^(mcp-server-|server-|mcp-)(?=.)/, '')
    .replace(/(?<=.)(-mcp-server|-mcp|-server)$/, '');
}
