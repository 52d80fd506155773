/** The tools that are switched off. All others are on, also new ones of a server. */

/** Persisted preferences, e.g. the editor's globalState. Values are JSON. */
export interface Preferences {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

const KEY = 'patchbay.disabledTools';

/** Keyed by server and tool name, so that switches survive reconnects. */
export class Enablement {
  private readonly preferences: Preferences;
  private readonly onChange: (server: string) => void;
  private readonly disabled: Map<string, Set<string>>;

  /** `onChange` gets the server whose tools were switched. */
  constructor(preferences: Preferences, onChange: (server: string) => void) {
    this.preferences = preferences;
    this.onChange = onChange;
    this.disabled = read(preferences.get(KEY));
  }

  isEnabled(server: string, tool: string): boolean {
    return this.disabled.get(server)?.has(tool) !== true;
  }

  set(server: string, tools: readonly string[], enabled: boolean): void {
    const off = this.disabled.get(server) ?? new Set<string>();
    for (const tool of tools) {
      if (enabled) off.delete(tool);
      else off.add(tool);
    }
    if (off.size === 0) this.disabled.delete(server);
    else this.disabled.set(server, off);
    this.keep(server);
  }

  forget(server: string): readonly string[] {
    const off = [...(this.disabled.get(server) ?? [])];
    if (this.disabled.delete(server)) this.keep(server);
    return off;
  }

  private keep(server: string): void {
    this.preferences.set(KEY, Object.fromEntries([...this.disabled].map(([name, set]) => [name, [...set]])));
    this.onChange(server);
  }
}

function read(stored: unknown): Map<string, Set<string>> {
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
  return new Map(
    entries.flatMap(([server, tools]: [string, unknown]) =>
      Array.isArray(tools)
        ? [[server, new Set(tools.filter((tool) => typeof tool === 'string'))] as const]
        : [],
    ),
  );
}
