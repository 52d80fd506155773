import type { RawEntry } from './serversText.ts';
import { recordOf } from '../../base/common/guards.ts';

/** This is the begin of `\\server\share`, `\\?\C:` or `\\.\pipe`, whose backslashes are not doubled. */
const unc = /^\\\\(?:[\w.$-]+|\?)\\(?![\\"])/;
/** A path of Windows as typed: no such path has a quote, so that a backslash before one is its own last character. */
const windowsPath = /^(?:[A-Za-z]:\\(?!\\)|\\\\[^\\])/;

/** Quotes and backslashes as in a POSIX shell, except in paths of Windows; nothing is expanded. */
export function splitCommandLine(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  let quotedFrom = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    const next = text[index + 1];
    if (
      char === '\\' &&
      quote !== "'" &&
      /^$|[\s"=]/.test(text[index - 1] ?? '') &&
      unc.test(text.slice(index))
    ) {
      word = `${word ?? ''}\\\\`;
      index += 1;
    } else if (
      char === '\\' &&
      quote === '"' &&
      next === '"' &&
      closesPath(text.slice(quotedFrom), text[index + 2])
    ) {
      word = `${word ?? ''}\\`;
    } else if (quote === "'" || (quote === '"' && char !== '\\')) {
      if (char === quote) quote = undefined;
      else word = (word ?? '') + char;
    } else if (char === '\\' && next !== undefined && /[\s\\"'$`]/.test(next)) {
      // A backslash at the end of a line continues it.
      const gap = /^\r?\n[ \t]*/.exec(text.slice(index + 1))?.[0];
      if (gap === undefined) word = (word ?? '') + next;
      index += gap?.length ?? 1;
    } else if (char === '"' || char === "'") {
      quote = char;
      quotedFrom = index + 1;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (word !== undefined) words.push(word);
  return words;
}

function closesPath(typed: string, following: string | undefined): boolean {
  return windowsPath.test(typed) && /^\s?$/.test(following ?? '');
}

export function joinCommandLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./~{}$\\-]+$/.test(word) ? word.replaceAll('\\', '\\\\') : quoted(word)))
    .join(' ');
}

function quoted(word: string): string {
  return word.includes("'") ? `"${word.replace(/[\\"]/g, '\\$&')}"` : `'${word}'`;
}

export interface ParsedCommandLine {
  readonly name: string | undefined;
  readonly entry: RawEntry;
}

/** A host with a port or a path. A host alone could be a file, such as `server.py`. */
const addressWithoutScheme =
  /^(localhost|\[[\da-f:]+\]|[\w-]+(\.[\w-]+)+)(:\d+([/?]\S*)?|\/\S*)$|^localhost$/i;
const thisMachine = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(?=[/?#]|$)/i;

/** A URL as typed; `http` is only for servers on this machine. */
export function withScheme(address: string): string {
  if (address === '' || /^([a-z][a-z\d+.-]*:\/\/|\$\{)/i.test(address)) return address;
  return `${thisMachine.test(address) ? 'http' : 'https'}://${address}`;
}

/** A command, `claude mcp add name -- command`, or a URL. A `~` becomes `${userHome}`, as no shell expands it. */
export function parseCommandLine(text: string): ParsedCommandLine | undefined {
  const line = ofWindows(text.trim().replace(/^[$>#]\s+/, ''));
  const words = splitCommandLine(line);
  const added = words.findIndex((word, index) => word === 'add' && words[index - 1] === 'mcp');
  if (added > 0) return parseAdd(words.slice(added + 1));
  const entry = entryOf(words);
  return entry && { name: undefined, entry };
}

/** Without what only cmd and PowerShell know: their prompts, `&` before a program, `set` and `$env:` before it. */
function ofWindows(text: string): string {
  const line = text
    .replace(/^(?:PS )?[A-Za-z]:\\[^<>|"\n]*>\s*/, '')
    .replace(/^&\s+(?=["'A-Za-z\\])/, '')
    .replaceAll(/[ \t][\^`]\r?\n[ \t]*/g, ' ');
  const set =
    /^(?:set\s+"?(\w+)=([^"&\n]*?)"?\s*&&?|\$env:(\w+)\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s;]+))\s*;)\s*/i.exec(
      line,
    );
  if (set) {
    const [whole, name, value, ofShell, ...values] = set;
    const given = value ?? values.find((each) => each !== undefined) ?? '';
    return `${name ?? ofShell ?? ''}=${joinCommandLine([given])} ${ofWindows(line.slice(whole.length))}`;
  }
  // A program with a blank in its path, without the quotes that it needs.
  const [program] = /^(?:[A-Za-z]:\\|\\\\)[^"'<>|:\n]*?\.(?:exe|cmd|bat|com)(?=\s|$)/i.exec(line) ?? [];
  const isOne = program !== undefined && /\s/.test(program) && !/\s[-/]/.test(program);
  return isOne ? `"${program}"${line.slice(program.length)}` : line;
}

/** `%NAME%`, which only cmd replaces. The codes of an address are no names. */
function withWindowsVariables(word: string): string {
  return word.includes('://') ? word : word.replaceAll(/%([A-Z_]{3,}[A-Z0-9_]*)%/g, '${env:$1}');
}

/** `claude mcp add-json NAME JSON` and `code --add-mcp JSON`, as an entry with a name. */
export function jsonInCommandLine(text: string): string | undefined {
  const words = splitCommandLine(text.replace(/^[$>#]\s+/, ''));
  const toCode = words.indexOf('--add-mcp');
  if (toCode > 0 && /^code/i.test(words[0] ?? '')) return words[toCode + 1];
  const added = words.indexOf('add-json');
  if (added < 1 || words[added - 1] !== 'mcp') return undefined;
  const rest = words.slice(added + 1);
  const json = rest.find((word) => word.startsWith('{'));
  const name = rest.find(
    (word, index) => !/^[-{]/.test(word) && !/^(-s|--scope)$/.test(rest[index - 1] ?? ''),
  );
  return json === undefined || name === undefined ? undefined : `{${JSON.stringify(name)}: ${json}}`;
}

function entryOf(words: readonly string[]): RawEntry | undefined {
  const env: Record<string, string> = {};
  const rest = [...words];
  if (rest[0] === 'export' || rest[0] === 'env') rest.shift();
  for (;;) {
    const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(rest[0] ?? '');
    if (!assignment) break;
    env[assignment[1] ?? ''] = withWindowsVariables(expandTilde(assignment[2] ?? ''));
    rest.shift();
  }
  const [command, ...args] = rest;
  if (command === undefined) return undefined;
  if (/^https?:\/\//i.test(command)) return args.length === 0 ? { url: command } : undefined;
  if (args.length === 0 && addressWithoutScheme.test(command)) return { url: withScheme(command) };
  return {
    type: 'stdio',
    command: withWindowsVariables(expandTilde(command)),
    ...(args.length > 0 && { args: args.map((each) => withWindowsVariables(expandTilde(each))) }),
    ...(Object.keys(env).length > 0 && { env }),
  };
}

/** `claude mcp add [-t http] [-e NAME=value] [-H "Name: value"] [-s scope] name command-or-URL args`. */
function parseAdd(words: readonly string[]): ParsedCommandLine | undefined {
  const env: Record<string, string> = {};
  const headers: Record<string, string> = {};
  const plain: string[] = [];
  let transport: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const value = words[index + 1] ?? '';
    const pair = /^([^=:\s]+)\s*[=:]\s*([\s\S]*)$/.exec(value);
    if (word === '--') {
      plain.push(...words.slice(index + 1));
      break;
    }
    if (/^(-t|--transport)$/.test(word)) transport = value;
    else if (/^(-e|--env)$/.test(word) && pair) env[pair[1] ?? ''] = expandTilde(pair[2] ?? '');
    else if (/^(-H|--header)$/.test(word) && pair) headers[pair[1] ?? ''] = pair[2] ?? '';
    else if (word === '--url') plain.push(value);
    else if (word === '--bearer-token-env-var') headers['Authorization'] = `Bearer \${env:${value}}`;
    else if (plain.length <= 1 && /^--(trust|no-trust)$/.test(word)) continue;
    else if (!/^(-s|--scope|--timeout|--description)$/.test(word)) {
      // Options end with the command: what follows is its own.
      plain.push(...(plain.length === 1 ? words.slice(index) : [word]));
      // Behind an address there are only options.
      if (plain.length > 1 && !/^https?:/i.test(word)) break;
      if (plain.length > 1) plain.splice(2);
      continue;
    }
    index += 1;
  }
  const [name, ...command] = plain;
  const entry = entryOf(command);
  if (!entry) return undefined;
  const type = 'url' in entry && (transport === 'http' || transport === 'sse') ? transport : undefined;
  return {
    name,
    entry: {
      ...(type !== undefined && { type }),
      ...entry,
      ...('command' in entry &&
        Object.keys(env).length > 0 && { env: { ...env, ...recordOf(entry['env']) } }),
      ...('url' in entry && Object.keys(headers).length > 0 && { headers }),
    },
  };
}

export function expandTilde(word: string): string {
  return word.replace(/^~(?=$|[/\\])/, '${userHome}').replace(/^(--?[\w-]+=)~(?=$|[/\\])/, '$1${userHome}');
}
