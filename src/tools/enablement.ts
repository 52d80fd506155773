/** The tools that are switched off, and of other extensions those that are on. All others are as they are at first. */
import { recordOf } from '../base/common/guards.ts';
import { observableValue, type Observable, type Value } from '../base/common/observable.ts';

/** Persisted preferences, e.g. the editor's globalState. Values are JSON. */
export interface Preferences {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

const EXTENSION = 'extension ';

/** Returns what stands for a server with the tools of another extension. No server can have this name. */
export function extensionSource(id: string): string {
  return `${EXTENSION}${id}`;
}

/** The id in a value of `extensionSource`; undefined of any other source. */
export function extensionOf(source: string): string | undefined {
  return source.startsWith(EXTENSION) ? source.slice(EXTENSION.length) : undefined;
}

const KEY = 'patchbay.disabledTools';
const ENABLED_KEY = 'patchbay.enabledTools';

/** Tools by server, or by what stands for one. */
type Switched = ReadonlyMap<string, ReadonlySet<string>>;

export interface Switches {
  readonly disabled: Switched;
  /** Tools of other extensions that are on. They are off at first, because nobody has chosen them for Patchbay. */
  readonly enabled: Switched;
}

/** Keyed by server and tool name, so that switches survive reconnects. */
export class Enablement {
  private readonly preferences: Preferences;
  private readonly current: Value<Switches>;
  /** The tools of a server are the same object until one of them is switched. */
  readonly state: Observable<Switches>;

  constructor(preferences: Preferences) {
    this.preferences = preferences;
    this.current = observableValue({
      disabled: read(preferences.get(KEY)),
      enabled: read(preferences.get(ENABLED_KEY)),
    });
    this.state = this.current;
  }

  isEnabled(server: string, tool: string): boolean {
    if (extensionOf(server) !== undefined) return this.enabled.get(server)?.has(tool) === true;
    return this.disabled.get(server)?.has(tool) !== true;
  }

  set(server: string, tools: readonly string[], enabled: boolean): void {
    const isOffAtFirst = extensionOf(server) !== undefined;
    const named = new Set((isOffAtFirst ? this.enabled : this.disabled).get(server));
    for (const tool of tools) {
      if (enabled === isOffAtFirst) named.add(tool);
      else named.delete(tool);
    }
    this.write(server, named);
  }

  forget(server: string): readonly string[] {
    const off = [...(this.disabled.get(server) ?? [])];
    if (off.length > 0) this.write(server, new Set());
    return off;
  }

  private get disabled(): Switched {
    return this.current.get().disabled;
  }

  private get enabled(): Switched {
    return this.current.get().enabled;
  }

  private write(server: string, named: ReadonlySet<string>): void {
    const isOffAtFirst = extensionOf(server) !== undefined;
    const kind = isOffAtFirst ? 'enabled' : 'disabled';
    const next = new Map(this[kind]);
    if (named.size === 0) next.delete(server);
    else next.set(server, named);
    this.preferences.set(isOffAtFirst ? ENABLED_KEY : KEY, written(next));
    this.current.set({ ...this.current.get(), [kind]: next });
  }
}

function written(switches: Switched): Record<string, string[]> {
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
