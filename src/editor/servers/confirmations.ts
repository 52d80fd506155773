/**
 * Saves which servers of a workspace the user has allowed, and what each was granted, in globalState by workspace. A
 * workspace can write anything into its settings and `.vscode/mcp.json`, so its servers start only after a review, and
 * after another one when they change. The same holds for servers of other extensions, by extension.
 */
import { Emitter } from '../../base/common/event.ts';
import type { Memento } from 'vscode';
import { isDeepStrictEqual } from 'node:util';
import {
  askedBy,
  digestsOf,
  isSameLaunch,
  needKey,
  loadersIn,
  needsOf,
  type ConfirmedDefinition,
  type EnvFile,
  type EnvFileDigests,
  type Need,
  type Server,
  type ServerDefinition,
  type Unconfirmed,
} from '../../mcp/index.ts';
import { isInputOfUser, type InputEntry } from '../settings/inputs.ts';
import { extensionSource } from '../../tools/index.ts';
import { storedObject } from '../settings/stored.ts';
import { isRecord, isStringArray, isStringRecord } from '../../base/common/guards.ts';

export interface ServerPermission {
  /** Keys of the needs that the user has granted. */
  readonly granted: readonly string[];
  /** Digests of the file of variables as the user has seen it. */
  readonly envFile?: EnvFileDigests;
}

/** A decision on one definition. Its grants hold for no other. */
interface Decision extends Partial<ServerPermission> {
  readonly asked: ConfirmedDefinition;
  readonly allowed: boolean;
}

export type TrustState = { readonly kind: 'allowed' } | Unconfirmed;

export interface ServerNeeds {
  readonly needs: readonly Need[];
  readonly envFile: EnvFile | undefined;
}

const KEY = 'patchbay.workspaceServers';

export function needsConfirmation({ state }: Server): boolean {
  return state.kind === 'error' && state.failure.reason === 'unconfirmed';
}

export function isDenied({ state }: Server): boolean {
  return state.kind === 'error' && state.failure.reason === 'denied';
}

export function canBeReviewed(server: Server): boolean {
  return needsConfirmation(server) || isDenied(server);
}

/** A file needs a grant for each variable that decides which code runs, and for being outside of the workspace. */
function needsOfFile(file: EnvFile): Need[] {
  return [
    ...loadersIn(file).map((name): Need => ({ kind: 'loader', name, fields: ['envFile'] })),
    ...(file.isInWorkspace ? [] : [{ kind: 'file', name: file.path, fields: ['envFile'] } as const]),
  ];
}

export class Confirmations {
  private readonly state: Memento;
  private readonly workspace: string;
  private readonly inputsOf: (server: string, isOfWorkspace: boolean) => readonly InputEntry[];
  private own: ReadonlySet<string> = new Set();
  private ofExtensions: ReadonlyMap<string, string> = new Map();
  /**
   * Files that a start has refused, by server. They are kept because only a start resolves the variables in their
   * paths.
   */
  private readonly refused = new Map<string, { readonly file: EnvFile; readonly why: Unconfirmed }>();
  private readonly decided = new Emitter();
  readonly onDidChange = this.decided.event;

  constructor(
    state: Memento,
    workspace: string,
    inputsOf: (server: string, isOfWorkspace: boolean) => readonly InputEntry[] = () => [],
  ) {
    this.state = state;
    this.workspace = workspace;
    this.inputsOf = inputsOf;
  }

  /**
   * Sets the names that the workspace defines, and extensions by their servers. It must be called before these servers
   * start.
   */
  follow(names: ReadonlySet<string>, ofExtensions: ReadonlyMap<string, string> = new Map()): void {
    this.own = names;
    this.ofExtensions = ofExtensions;
  }

  /** Returns whether the workspace or another extension defines the server, and not the user. */
  readonly isOfWorkspace = (name: string): boolean => this.own.has(name) || this.ofExtensions.has(name);

  readonly extensionOf = (name: string): string | undefined =>
    this.own.has(name) ? undefined : this.ofExtensions.get(name);

  trustOf(definition: ServerDefinition): TrustState {
    const standing = this.trustAsSaved(definition);
    return standing.kind === 'allowed' ? (this.refused.get(definition.name)?.why ?? standing) : standing;
  }

  /** Returns why the server may not start, or undefined if it may. Its file of variables is checked when it starts. */
  readonly unconfirmed = (definition: ServerDefinition): Unconfirmed | undefined => {
    if (!this.isOfWorkspace(definition.name)) return undefined;
    const standing = this.trustAsSaved(definition);
    return standing.kind === 'allowed' ? undefined : standing;
  };

  private trustAsSaved(definition: ServerDefinition): TrustState {
    const known = this.decisionOf(definition.name);
    if (!known) return { kind: 'new' };
    if (!isSameLaunch(known.asked, askedBy(definition))) return { kind: 'changed', before: known.asked };
    if (!known.allowed) return { kind: 'denied' };
    const missing = this.needsOf(definition).filter(
      (need) => known.granted?.includes(needKey(need)) !== true,
    );
    return missing.length > 0 ? { kind: 'ungranted', missing } : { kind: 'allowed' };
  }

  readonly unconfirmedFile = (server: string, file: EnvFile): Unconfirmed | undefined => {
    if (!this.isOfWorkspace(server)) return undefined;
    const { envFile, granted = [] } = this.decisionOf(server) ?? {};
    const now = digestsOf(file);
    const missing = needsOfFile(file).filter((need) => !granted.includes(needKey(need)));
    const isSeen = envFile !== undefined && isDeepStrictEqual({ ...envFile }, now);
    this.refused.delete(server);
    if (isSeen && missing.length === 0) return undefined;
    const why: Unconfirmed = isSeen
      ? { kind: 'ungranted', missing }
      : { kind: 'file', path: file.path, names: envFile ? changedNames(envFile, now) : [] };
    this.refused.set(server, { file, why });
    return why;
  };

  /**
   * Returns the names of servers that wait for a review, by what is reviewed. A server that was declined is not asked
   * about again.
   */
  toReview(servers: readonly Server[]): ReadonlyMap<string, string> {
    const pending = servers.filter(
      (server) => needsConfirmation(server) && this.trustOf(server.definition).kind !== 'denied',
    );
    return new Map(
      pending.map(({ name, definition }) => [`${name} ${JSON.stringify(askedBy(definition))}`, name]),
    );
  }

  wantedBy(definition: ServerDefinition, file: EnvFile | undefined): ServerNeeds {
    const envFile = file ?? this.refused.get(definition.name)?.file;
    return { needs: [...this.needsOf(definition), ...(envFile ? needsOfFile(envFile) : [])], envFile };
  }

  fileChanges({ name }: ServerDefinition, file: EnvFile): readonly string[] {
    const before = this.decisionOf(name)?.envFile;
    return before ? changedNames(before, digestsOf(file)) : [];
  }

  readonly everythingFor = (definition: ServerDefinition): ServerPermission => ({
    granted: this.needsOf(definition).map(needKey),
  });

  /** Saves a decision. Returns how to undo it. */
  async decide(
    definitions: readonly ServerDefinition[],
    allowed: boolean,
    given: (definition: ServerDefinition) => ServerPermission,
  ): Promise<() => Promise<void>> {
    const before = this.all;
    const after = new Map(Object.entries(before));
    for (const each of definitions) {
      const { name } = each;
      const decision: Decision = { asked: askedBy(each), allowed, ...(allowed && given(each)) };
      const place = this.placeOf(name);
      const known = after.get(place);
      after.set(place, { ...(isRecord(known) && known), ...Object.fromEntries([[name, decision]]) });
      this.refused.delete(name);
    }
    await this.write(Object.fromEntries(after));
    return () => this.write(before);
  }

  private needsOf(definition: ServerDefinition): readonly Need[] {
    const inputs = this.inputsOf(definition.name, this.isOfWorkspace(definition.name));
    return needsOf(definition, (id) => isInputOfUser(inputs, id));
  }

  private decisionOf(name: string): Decision | undefined {
    const decisions = this.all[this.placeOf(name)];
    const decision = isRecord(decisions) && Object.hasOwn(decisions, name) ? decisions[name] : undefined;
    return isDecision(decision) ? decision : undefined;
  }

  /** Decisions about an extension hold in every workspace. */
  private placeOf(name: string): string {
    const extension = this.extensionOf(name);
    return extension === undefined ? this.workspace : extensionSource(extension);
  }

  private get all(): Readonly<Record<string, unknown>> {
    return storedObject(this.state, KEY);
  }

  private async write(all: Readonly<Record<string, unknown>>): Promise<void> {
    await this.state.update(KEY, all);
    this.decided.fire();
  }
}

/** Anything else that was saved counts as no decision, so the user is asked again. */
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

function changedNames(before: EnvFileDigests, now: EnvFileDigests): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => before[name] !== now[name]).toSorted((a, b) => (a < b ? -1 : 1));
}
