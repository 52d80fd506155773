/** Other programs switch servers off by lists, too, apart from the entries themselves. */
import { isRecord, recordOf } from '../../base/common/guards.ts';
import { type LocalizedMessage, msg } from '../../base/common/message.ts';

/** Says why a server of this name is off; undefined if it is on. */
export type WhyOff = (name: string) => LocalizedMessage | undefined;

/** Reads the lists of a whole file: those of Gemini CLI, and those of Claude Code, which has them for each project. */
export function offInFile(value: Readonly<Record<string, unknown>>): WhyOff {
  const mcp = recordOf(value['mcp']);
  const projects = Object.values(recordOf(value['projects'])).map(recordOf);
  const rules = [
    listedIn('mcp.excluded', mcp['excluded']),
    listedIn('excludeMCPServers', value['excludeMCPServers']),
    missingIn('mcp.allowed', mcp['allowed']),
    missingIn('allowMCPServers', value['allowMCPServers']),
    offInProject(value),
    ...projects.map((project) => listedIn('disabledMcpServers', project['disabledMcpServers'])),
  ];
  return firstOf(rules);
}

export function offInProject(project: Readonly<Record<string, unknown>>): WhyOff {
  return firstOf(
    ['disabledMcpServers', 'disabledMcpjsonServers'].map((field) => listedIn(field, project[field])),
  );
}

/** Reads the lists about a folder's `.mcp.json` in the values of `.claude.json` and of Claude Code's settings. */
export function offInMcpJson(folder: string, values: readonly unknown[]): WhyOff {
  const plain = (path: string): string => path.replaceAll('\\', '/').replace(/\/+$/, '').toLowerCase();
  return firstOf(
    values.filter(isRecord).flatMap((value) => [
      listedIn('disabledMcpjsonServers', value['disabledMcpjsonServers']),
      ...Object.entries(recordOf(value['projects']))
        .filter(([path]) => plain(path) === plain(folder))
        .map(([, project]) => offInProject(recordOf(project))),
    ]),
  );
}

/** Reads Gemini CLI's settings of the home folder and its list of switches, for the settings of a folder. */
export function offInGemini(settings: unknown, switches: unknown): WhyOff {
  const off = Object.entries(recordOf(switches)).flatMap(([name, each]) =>
    recordOf(each)['enabled'] === false ? [name] : [],
  );
  return firstOf([offInFile(recordOf(settings)), listedIn('mcp-server-enablement.json', off)]);
}

/** Reads the values of Copilot CLI's settings, beside its file with servers. */
export function offInCopilot(values: readonly unknown[]): WhyOff {
  return firstOf(
    values.map((value) => listedIn('disabledMcpServers', recordOf(value)['disabledMcpServers'])),
  );
}

export function firstOf(rules: readonly WhyOff[]): WhyOff {
  return (name) => {
    for (const rule of rules) {
      const why = rule(name);
      if (why) return why;
    }
    return undefined;
  };
}

function namesIn(list: unknown): ReadonlySet<string> {
  const names = Array.isArray(list) ? (list as unknown[]) : [];
  return new Set(names.flatMap((name) => (typeof name === 'string' ? [name.trim().toLowerCase()] : [])));
}

function listedIn(field: string, list: unknown): WhyOff {
  const names = namesIn(list);
  return (name) =>
    names.has(name.toLowerCase()) ? msg('"{0}" of the other program lists the server.', field) : undefined;
}

/** An empty list allows all. */
function missingIn(field: string, list: unknown): WhyOff {
  const names = namesIn(list);
  return (name) =>
    names.size > 0 && !names.has(name.toLowerCase())
      ? msg('"{0}" of the other program does not list the server.', field)
      : undefined;
}
