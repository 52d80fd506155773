/** The tools that are switched off, and of other extensions those that are on. All others are as they are at first. */
import { recordOf } from '../base/common/guards.ts';

/** Persisted preferences, e.g. the editor's globalState. Values are JSON. */
export interface Preferences {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

const EXTENSION = 'extension ';

/** In place of a server, for the tools of another extension; no server can have this name. */
export function extensionSource(id: string): string {
  return `${EXTENSION}${id}`;
}

/** The id in a value of `extensionSource`; undefined of any other source. */
export function extensionOf(source: string): string | undefined {
  return source.startsWith(EXTENSION) ? source.slice(EXTENSION.length) : undefined;
}

const KEY = 'patchbay.disabledTools';
const ENABLED_KEY = 'patchbay.enabledTools';

/** Keyed by server and tool name, so that switches survive reconnects. */
export class Enablement {
  private readonly preferences: Preferences;
  private readonly onChange: (server: string) => void;
  private readonly disabled: Map<string, Set<string>>;
  /** Of other extensions: nobody has chosen these tools for Patchbay. */
  private readonly enabled: Map<string, Set<string>>;

  /** `onChange` gets the server whose tools were switched. */
  constructor(preferences: Preferences, onChange: (server: string) => void) {
    this.preferences = preferences;
    this.onChange = onChange;
    this.disabled = read(preferences.get(KEY));
    this.enabled = read(preferences.get(ENABLED_KEY));
  }

  isEnabled(server: string, tool: string): boolean {
    if (extensionOf(server) !== undefined) return this.enabled.get(server)?.has(tool) === true;
    return this.disabled.get(server)?.has(tool) !== true;
  }

  set(server: string, tools: readonly string[], enabled: boolean): void {
    const isOffAtFirst = extensionOf(server) !== undefined;
    const all = isOffAtFirst ? this.enabled : this.disabled;
    const named = all.get(server) ?? new Set<string>();
    for (const tool of tools) {
      if (enabled === isOffAtFirst) named.add(tool);
      else named.delete(tool);
    }
    if (named.size === 0) all.delete(server);
    else all.set(server, named);
    this.keep(server);
  }

  forget(server: string): readonly string[] {
    const off = [...(this.disabled.get(server) ?? [])];
    if (this.disabled.delete(server)) this.keep(server);
    return off;
  }

  private keep(server: string): void {
    if (extensionOf(server) === undefined) this.preferences.set(KEY, written(this.disabled));
    else this.preferences.set(ENABLED_KEY, written(this.enabled));
    this.onChange(server);
  }
}

function written(switches: ReadonlyMap<string, ReadonlySet<string>>): Record<string, string[]> {
  return Object.fromEntries([...switches].map(([name, tools]) => [name, [...tools]]));
}

function read(stored: unknown): Map<string, Set<string>> {
  const entries = Object.entries(recordOf(stored));
  return new Map(
    entries.flatMap(([server, tools]: [string, unknown]) =>
      Array.isArray(tools)
        ? [[server, new Set(tools.filter((tool) => typeof tool === 'string'))] as const]
        : [],
    ),
  );
}
