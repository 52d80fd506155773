/** Finds the servers in what other programs write: an entry, a group of them, a whole file, or a command line. */
import { isRecord, scalarText } from '../../base/common/guards.ts';
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { toName } from '../definition/definition.ts';
import { jsonInCommandLine, parseCommandLine } from './commandLine.ts';
import { configurationValue, isConfigurationText } from './configurationText.ts';
import { isEntry, translated, type Dialect } from './importedEntry.ts';
import { headerProblems } from './headerProblems.ts';
import { jsonInLink } from './installLinks.ts';
import { JsonTextError } from './jsonText.ts';
import { freeName, suggestName } from './names.ts';
import type { RawEntry } from './serversText.ts';
import { firstOf, offInFile, offInProject, type WhyOff } from './switchedOff.ts';
import { isDeepStrictEqual } from 'node:util';

export interface FoundServer {
  readonly name: string;
  readonly entry: RawEntry;
}

/** A server that was not read, or a part of one; or one that was read, and is off in the other program. */
export interface Unread {
  readonly name: string;
  readonly isOff?: true | undefined;
  /** The end of a sentence about the server, as in `sentenceOf`. */
  readonly why: LocalizedMessage;
}

/** The servers in a text. `inputs` are definitions for `${input:…}`, as in VS Code's mcp.json. */
export type Found =
  | {
      readonly kind: 'servers';
      readonly servers: readonly FoundServer[];
      readonly inputs: readonly RawEntry[];
      readonly unread: readonly Unread[];
    }
  | { readonly kind: 'nothing'; readonly why: LocalizedMessage };

export function readPasted(text: string): Found {
  try {
    return foundInText(text);
  } catch (error) {
    // Parsers and expressions call themselves for each level of a text, and the clipboard may hold any.
    if (error instanceof RangeError) return inNoForm();
    throw error;
  }
}

function inNoForm(): Found {
  return nothing(msg('The text is not JSON, YAML, TOML, a command line or a URL.'));
}

function foundInText(text: string): Found {
  const trimmed = withoutFence(text)
    .replace(/^[\s\u200B\u2060]+/, '')
    .trim();
  if (trimmed === '') return nothing(msg('The text is empty.'));
  const linked = jsonInLink(trimmed);
  if (linked !== undefined) return readConfiguration(linked);
  if (isConfigurationText(trimmed)) {
    const read = readConfiguration(trimmed);
    return read.kind === 'servers' && read.servers.length === 0
      ? nothing(read.unread[0] ? sentenceOf(read.unread[0]) : msg('The text contains no servers.'))
      : read;
  }
  const json = jsonInCommandLine(trimmed);
  if (json) return readConfiguration(json);
  const parsed = parseCommandLine(trimmed);
  if (!parsed) return inNoForm();
  const { entry, name } = parsed;
  const server = { name: name === undefined ? suggestName(entry, []) : toName(name), entry };
  return { kind: 'servers', servers: [server], inputs: [], unread: [] };
}

/** Says in a sentence that a server was not read in full or is off, and why. */
export function sentenceOf({ name, why, isOff }: Unread): LocalizedMessage {
  if (isOff) return msg('"{0}" is disabled: {1}', name, why);
  return msg('"{0}" was not read in full: {1}', name, why);
}

/**
 * Reads a configuration of any of the programs, or a part of one. `unit` is the unit of its times, and is only given
 * for a whole file, which may have no servers, such as a file of settings.
 */
export function readConfiguration(
  text: string,
  unit?: 'seconds' | 'milliseconds',
  offElsewhere: WhyOff = () => undefined,
): Found {
  try {
    const value = configurationValue(text);
    // An empty file has no servers, which is no error.
    if ((value === undefined || value === null) && unit !== undefined)
      return { kind: 'servers', servers: [], inputs: [], unread: [] };
    if (!isRecord(value)) {
      const isList = Array.isArray(value) && value.some((each) => isRecord(each) && isEntry(each));
      if (!isList) return nothing(msg('The text contains no object with servers.'));
      return foundIn([{ group: value, dialect: unit ?? 'unknown' }], []);
    }
    const groups = groupsIn(value, unit ?? 'unknown');
    const mcp = isRecord(value['mcp']) ? value['mcp'] : undefined;
    const inputs = [value['inputs'], mcp?.['inputs']].flatMap(listOf).filter(isRecord);
    if (groups.length > 0) return foundIn(groups, inputs, firstOf([offElsewhere, offInFile(value)]));
    if (isEntry(value)) return single(value, unit ?? 'unknown', inputs);
    const found = foundIn([{ group: value, dialect: unit ?? 'unknown' }], inputs, offElsewhere);
    if (found.kind === 'servers' && found.servers.length > 0) return found;
    if (unit !== undefined) return { kind: 'servers', servers: [], inputs, unread: [] };
    return nothing(msg('The text contains no server. An entry requires a "command" or a "url".'));
  } catch (error) {
    if (error instanceof JsonTextError) return nothing(error.text);
    throw error;
  }
}

interface Group {
  /** Entries by their names, or a list of entries with a `name` (Continue). */
  readonly group: RawEntry | readonly unknown[];
  readonly dialect: Dialect;
  /** Lists of this group that count in place of those of the whole file. */
  readonly whyOff?: WhyOff | undefined;
}

function groupsIn(value: RawEntry, dialect: Dialect): Group[] {
  const mcp = isRecord(value['mcp']) ? value['mcp'] : {};
  // The object `mcp` has servers in opencode and Crush, settings in VS Code, and lists of names in Gemini CLI. Crush
  // has seconds.
  const isGroup = Object.values(mcp).some((each) => isRecord(each) && isEntry(each));
  const ofMcp = Object.values(mcp).some(isOfOpencode) ? 'milliseconds' : 'seconds';
  const isGoose = Object.values(isRecord(value['extensions']) ? value['extensions'] : {}).some(
    (each) =>
      isRecord(each) && (isEntry(each) || isRecord(each['config']) || typeof each['type'] === 'string'),
  );
  // Claude Code has more servers for each folder.
  const projects = Object.values(isRecord(value['projects']) ? value['projects'] : {}).filter(isRecord);
  const candidates: [unknown, Dialect, WhyOff?][] = [
    // The servers may also be a setting of an extension, such as "name.mcpServers".
    ...Object.keys(value)
      .filter((key) => /(^|\.)mcp-?servers$/i.test(key))
      .map((key): [unknown, Dialect] => [value[key], dialect]),
    [value['patchbay.servers'], 'own'],
    [value['servers'], 'own'],
    [mcp['servers'], Object.values(mcp['servers'] ?? {}).some(isOfOpencode) ? 'milliseconds' : 'own'],
    [mcp['mcpServers'], dialect],
    [isGroup ? mcp : undefined, ofMcp],
    [value['mcp_servers'], 'seconds'],
    [value['context_servers'], 'seconds'],
    [isGoose ? value['extensions'] : undefined, 'seconds'],
    ...projects.map((project): [unknown, Dialect, WhyOff] => [
      project['mcpServers'],
      dialect,
      offInProject(project),
    ]),
  ];
  const groups = candidates.flatMap(([group, own, whyOff]) =>
    isRecord(group) || Array.isArray(group) ? [{ group: group as Group['group'], dialect: own, whyOff }] : [],
  );
  return groups.length > 0 ? groups : groupsBelow(value, dialect);
}

/** The servers may be within a setting of an extension, such as "augment.advanced". */
function groupsBelow(value: RawEntry, dialect: Dialect): Group[] {
  return Object.values(value).flatMap((each) => {
    const group = isRecord(each) && !isEntry(each) ? each['mcpServers'] : undefined;
    return isRecord(group) || Array.isArray(group) ? [{ group: group as Group['group'], dialect }] : [];
  });
}

function isOfOpencode(entry: unknown): boolean {
  return isRecord(entry) && /^(local|remote)$/.test(scalarText(entry['type']));
}

function foundIn(
  groups: readonly Group[],
  inputs: readonly RawEntry[],
  offInAll: WhyOff = () => undefined,
): Found {
  const servers: FoundServer[] = [];
  const unread: Unread[] = [];
  for (const { group, dialect, whyOff = offInAll } of groups) {
    for (const [index, [given, raw]] of entriesOf(group).entries()) {
      const shown = given === '' ? `#${index + 1}` : given;
      const why = whyUnread(raw);
      if (why) {
        unread.push({ name: shown, why });
        continue;
      }
      const { name: _name, ...fields } = raw as RawEntry;
      const { entry: read, notes } = translated(
        Array.isArray(group) ? fields : (raw as RawEntry),
        unitOf(dialect, raw),
      );
      unread.push(...[...notes, ...headerProblems(read)].map((note) => ({ name: shown, why: note })));
      const off = whyOff(given);
      if (off) unread.push({ name: shown, why: off, isOff: true });
      const entry = off ? { ...read, enabled: false } : read;
      const plain = given === '' ? suggestName(entry, []) : toName(given);
      // The same server is added once, as it may be repeated for several folders.
      if (servers.some((other) => other.name === plain && isDeepStrictEqual(other.entry, entry))) continue;
      servers.push({
        name: freeName(
          plain,
          servers.map(({ name }) => name),
        ),
        entry,
      });
    }
  }
  return { kind: 'servers', servers, inputs, unread };
}

function entriesOf(group: Group['group']): [string, unknown][] {
  if (!Array.isArray(group)) return Object.entries(group);
  return (group as readonly unknown[]).map((raw) => [
    isRecord(raw) && typeof raw['name'] === 'string' ? raw['name'] : '',
    raw,
  ]);
}

/**
 * Returns the unit for an entry. Cline, Roo and Cherry Studio have seconds, and are known by fields that only they
 * have.
 */
function unitOf(dialect: Dialect, raw: unknown): Dialect {
  const marks = ['autoApprove', 'alwaysAllow', 'transportType', 'isActive'];
  return dialect === 'unknown' && isRecord(raw) && marks.some((mark) => mark in raw) ? 'seconds' : dialect;
}

function whyUnread(raw: unknown): LocalizedMessage | undefined {
  if (!isRecord(raw)) return msg('the entry is not an object.');
  const config = isRecord(raw['config']) ? { ...raw['config'], ...raw } : raw;
  const type = typeof config['type'] === 'string' ? config['type'] : '';
  const isOfProgram = /^(builtin|platform|frontend|inline_python|inMemory)$/.test(type);
  if (isEntry(config) && !(isOfProgram && config['command'] === '')) return undefined;
  if (isOfProgram) return msg('the other program provides this server itself ("type": "{0}").', type);
  if (isRecord(raw['settings']) || raw['source'] === 'extension')
    return msg('an extension of the other program provides this server.');
  return msg('the entry has no "command" and no "url".');
}

function single(value: RawEntry, dialect: Dialect, inputs: readonly RawEntry[]): Found {
  const { name, ...rest } = value;
  const isNamed = typeof name === 'string';
  const { entry, notes } = translated(isNamed ? rest : value, unitOf(dialect, value));
  const server = { name: isNamed ? toName(name) : suggestName(entry, []), entry };
  const unread = [...notes, ...headerProblems(entry)].map((why) => ({ name: server.name, why }));
  return { kind: 'servers', servers: [server], inputs, unread };
}

function withoutFence(text: string): string {
  return /(?:^|\n)[ \t]*```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*```/.exec(text)?.[1] ?? text;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function nothing(why: LocalizedMessage): Found {
  return { kind: 'nothing', why };
}
