/**
 * Which servers of this workspace the user has allowed to start, and what of the user's own each may have, kept in
 * globalState by workspace. A workspace can write anything into its settings and into `.vscode/mcp.json`: what it asks
 * for starts once the user has seen it, and asks again when it is another thing.
 */
import { Emitter } from '../../base/common/event.ts';
import type { Memento } from 'vscode';
import { isDeepStrictEqual } from 'node:util';
import {
  askedBy,
  digestsOf,
  isSame,
  keyOf,
  loadersIn,
  needsOf,
  type Asked,
  type EnvFile,
  type EnvFileDigests,
  type Need,
  type Server,
  type ServerDefinition,
  type Unconfirmed,
} from '../../mcp/index.ts';

import { storedObject } from '../settings/stored.ts';
import { isRecord, isStringArray, isStringRecord } from '../../base/common/guards.ts';

/** What the user gives a server along with the permission to start. */
export interface ServerPermission {
  /** Keys of needs. */
  readonly granted: readonly string[];
  /** The content of its file of variables that the user has seen. */
  readonly envFile?: EnvFileDigests;
}

/** What the user has said of a definition. Grants hold for this definition alone. */
interface Decision extends Partial<ServerPermission> {
  readonly asked: Asked;
  readonly allowed: boolean;
}

/** How a server of the workspace stands with the user. */
export type TrustState = { readonly kind: 'allowed' } | { readonly kind: 'declined' } | Unconfirmed;

/** What a server needs, and the names in its file. */
export interface ServerNeeds {
  readonly needs: readonly Need[];
  readonly envFile: EnvFile | undefined;
}

const KEY = 'patchbay.workspaceServers';

/** Whether it is down because the user has not allowed what the workspace asks for. */
export function needsConfirmation({ state }: Server): boolean {
  return state.kind === 'error' && state.failure.reason === 'unconfirmed';
}

/** What the file needs granted: to set what decides which code runs, and to be read where the workspace is not. */
function needsOfFile(file: EnvFile): Need[] {
  return [
    ...loadersIn(file).map((name): Need => ({ kind: 'loader', name, fields: ['envFile'] })),
    ...(file.isInWorkspace ? [] : [{ kind: 'file', name: file.path, fields: ['envFile'] } as const]),
  ];
}

export class Confirmations {
  private readonly state: Memento;
  private readonly workspace: string;
  private readonly isInputOfUser: (id: string, server: string) => boolean;
  private own: ReadonlySet<string> = new Set();
  /** Files that a start has refused, by server: only a start can tell which file variables lead to. */
  private readonly refused = new Map<string, { readonly file: EnvFile; readonly why: Unconfirmed }>();
  private readonly decided = new Emitter();
  /** Fires after each decision. */
  readonly onDidChange = this.decided.event;

  /**
   * `workspace` names what the window works on. `isInputOfUser`: whether an input of that id, for that server, is one
   * that the user has defined.
   */
  constructor(
    state: Memento,
    workspace: string,
    isInputOfUser: (id: string, server: string) => boolean = () => true,
  ) {
    this.state = state;
    this.workspace = workspace;
    this.isInputOfUser = isInputOfUser;
  }

  /** To be called with the names that the workspace defines, before servers start by its definitions. */
  follow(names: ReadonlySet<string>): void {
    this.own = names;
  }

  /** Whether the workspace defines it, and not the user. */
  readonly isOfWorkspace = (name: string): boolean => this.own.has(name);

  /** How the definition stands, if the workspace were the one that asks for it. */
  trustOf(definition: ServerDefinition): TrustState {
    const standing = this.trustAsSaved(definition);
    return standing.kind === 'allowed' ? (this.refused.get(definition.name)?.why ?? standing) : standing;
  }

  /** Why the server waits for the user; nothing for one that may start. Only a start looks at its file. */
  readonly unconfirmed = (definition: ServerDefinition): Unconfirmed | undefined => {
    if (!this.isOfWorkspace(definition.name)) return undefined;
    const standing = this.trustAsSaved(definition);
    if (standing.kind === 'declined') return { kind: 'new' };
    return standing.kind === 'allowed' ? undefined : standing;
  };

  private trustAsSaved(definition: ServerDefinition): TrustState {
    const known = this.decisionOf(definition.name);
    if (!known) return { kind: 'new' };
    if (!isSame(known.asked, askedBy(definition))) return { kind: 'changed', before: known.asked };
    if (!known.allowed) return { kind: 'declined' };
    const missing = this.needsOf(definition).filter((need) => known.granted?.includes(keyOf(need)) !== true);
    return missing.length > 0 ? { kind: 'ungranted', missing } : { kind: 'allowed' };
  }

  /** Why a server does not get the variables of a file: it is another one than the user has seen. */
  readonly unconfirmedFile = (server: string, file: EnvFile): Unconfirmed | undefined => {
    if (!this.isOfWorkspace(server)) return undefined;
    const { envFile, granted = [] } = this.decisionOf(server) ?? {};
    const now = digestsOf(file);
    const missing = needsOfFile(file).filter((need) => !granted.includes(keyOf(need)));
    const isSeen = envFile !== undefined && isDeepStrictEqual({ ...envFile }, now);
    this.refused.delete(server);
    if (isSeen && missing.length === 0) return undefined;
    const why: Unconfirmed = isSeen
      ? { kind: 'ungranted', missing }
      : { kind: 'file', path: file.path, names: envFile ? changedNames(envFile, now) : [] };
    this.refused.set(server, { file, why });
    return why;
  };

  /** What the definition needs, with the file that a start has refused or `file`, as it is now. */
  wantedBy(definition: ServerDefinition, file: EnvFile | undefined): ServerNeeds {
    const envFile = file ?? this.refused.get(definition.name)?.file;
    return { needs: [...this.needsOf(definition), ...(envFile ? needsOfFile(envFile) : [])], envFile };
  }

  /** What has changed in the file since the user has seen it: names. */
  fileChanges({ name }: ServerDefinition, file: EnvFile): readonly string[] {
    const before = this.decisionOf(name)?.envFile;
    return before ? changedNames(before, digestsOf(file)) : [];
  }

  /** All that the definition itself needs: for one that the user has written by Patchbay's own forms. */
  readonly everythingFor = (definition: ServerDefinition): ServerPermission => ({
    granted: this.needsOf(definition).map(keyOf),
  });

  /** Keeps what the user has decided about these definitions. Returns how to undo that. */
  async decide(
    definitions: readonly ServerDefinition[],
    allowed: boolean,
    given: (definition: ServerDefinition) => ServerPermission,
  ): Promise<() => Promise<void>> {
    const before = this.decisions;
    const decided = definitions.map((each): [string, Decision] => [
      each.name,
      { asked: askedBy(each), allowed, ...(allowed && given(each)) },
    ]);
    for (const { name } of definitions) this.refused.delete(name);
    await this.write({ ...before, ...Object.fromEntries(decided) });
    return () => this.write(before);
  }

  private needsOf(definition: ServerDefinition): readonly Need[] {
    return needsOf(definition, (id) => this.isInputOfUser(id, definition.name));
  }

  private decisionOf(name: string): Decision | undefined {
    const { decisions } = this;
    const decision = Object.hasOwn(decisions, name) ? decisions[name] : undefined;
    return isDecision(decision) ? decision : undefined;
  }

  private get decisions(): Readonly<Record<string, unknown>> {
    const decisions = this.all[this.workspace];
    return isRecord(decisions) ? decisions : {};
  }

  private get all(): Readonly<Record<string, unknown>> {
    return storedObject(this.state, KEY);
  }

  private async write(decisions: Readonly<Record<string, unknown>>): Promise<void> {
    await this.state.update(KEY, { ...this.all, [this.workspace]: decisions });
    this.decided.fire();
  }
}

/** Anything else is asked for again. */
function isDecision(value: unknown): value is Decision {
  if (!isRecord(value)) return false;
  const { asked, allowed, granted, envFile } = value;
  return (
    isRecord(asked) &&
    typeof asked['runs'] === 'string' &&
    isStringRecord(asked['values']) &&
    typeof allowed === 'boolean' &&
    (granted === undefined || isStringArray(granted)) &&
    (envFile === undefined || isRecord(envFile))
  );
}

/** Names that are new, gone, or have another value. */
function changedNames(before: EnvFileDigests, now: EnvFileDigests): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => before[name] !== now[name]).toSorted((a, b) => (a < b ? -1 : 1));
}
