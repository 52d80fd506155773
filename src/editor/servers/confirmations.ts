/**
 * Which servers of this workspace the user has allowed to start, kept in globalState by workspace. A workspace can
 * write anything into its settings and into `.vscode/mcp.json`: what it asks for starts once the user has seen it,
 * and asks again when it is another thing.
 */
import type { Memento } from 'vscode';
import {
  askedBy,
  isSame,
  type Asked,
  type Server,
  type ServerDefinition,
  type Unconfirmed,
} from '../../mcp/index.ts';

/** What the user has said of a definition. */
interface Decision {
  readonly asked: Asked;
  readonly allowed: boolean;
}

/** How a server of the workspace stands with the user. `before`: what it asked for when that was decided. */
export type Standing =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'new' }
  | { readonly kind: 'changed'; readonly before: Asked };

const KEY = 'patchbay.workspaceServers';

/** Whether it is down because the user has not allowed what the workspace asks for. */
export function needsConfirmation({ state }: Server): boolean {
  return state.kind === 'error' && state.failure.reason === 'unconfirmed';
}

export class Confirmations {
  private readonly state: Memento;
  private readonly workspace: string;
  private own: ReadonlySet<string> = new Set();
  private readonly listeners = new Set<() => void>();

  /** `workspace` names what the window works on. */
  constructor(state: Memento, workspace: string) {
    this.state = state;
    this.workspace = workspace;
  }

  /** To be called with the names that the workspace defines, before servers start by its definitions. */
  follow(names: ReadonlySet<string>): void {
    this.own = names;
  }

  /** Whether the workspace defines it, and not the user. */
  isOfWorkspace(name: string): boolean {
    return this.own.has(name);
  }

  /** Calls `listener` after each decision. */
  onDidChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** How the definition stands, if the workspace were the one that asks for it. */
  standingOf(definition: ServerDefinition): Standing {
    const known = this.decisions[definition.name];
    if (!known) return { kind: 'new' };
    if (!isSame(known.asked, askedBy(definition))) return { kind: 'changed', before: known.asked };
    return { kind: known.allowed ? 'allowed' : 'declined' };
  }

  /** Why the server waits for the user; nothing for one that may start. */
  readonly unconfirmed = (definition: ServerDefinition): Unconfirmed | undefined => {
    if (!this.isOfWorkspace(definition.name)) return undefined;
    const standing = this.standingOf(definition);
    if (standing.kind === 'allowed') return undefined;
    return { before: standing.kind === 'changed' ? standing.before : undefined };
  };

  /** Keeps what the user has decided about these definitions. Returns how to undo that. */
  async decide(definitions: readonly ServerDefinition[], allowed: boolean): Promise<() => Promise<void>> {
    const before = this.decisions;
    const decided = definitions.map((each): [string, Decision] => [
      each.name,
      { asked: askedBy(each), allowed },
    ]);
    await this.write({ ...before, ...Object.fromEntries(decided) });
    return () => this.write(before);
  }

  private get decisions(): Readonly<Record<string, Decision>> {
    return this.all[this.workspace] ?? {};
  }

  private get all(): Readonly<Record<string, Readonly<Record<string, Decision>>>> {
    return this.state.get(KEY, {});
  }

  private async write(decisions: Readonly<Record<string, Decision>>): Promise<void> {
    await this.state.update(KEY, { ...this.all, [this.workspace]: decisions });
    for (const listener of this.listeners) listener();
  }
}
