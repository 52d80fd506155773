/**
 * Named tool sets: the tools that the user or a team wants a model to have for a kind of work
 * (docs/decisions/024-tool-sets.md).
 */
import { isRecord } from '../base/common/guards.ts';
import { showHidden } from '../base/common/hiddenCharacters.ts';
import { derived, observableValue, type Observable, type Value } from '../base/common/observable.ts';
import { switchSource } from './switchSource.ts';
import type { ToolSet } from './tool.ts';
import type { Preferences } from './enablement.ts';

export interface NamedToolSet {
  readonly name: string;
  /** Servers, and tools as `server/tool`. A server's name has no slash, so the first one ends it. */
  readonly members: readonly string[];
}

export interface ScopedToolSet extends NamedToolSet {
  readonly scope: 'user' | 'workspace';
}

/**
 * The set that a conversation uses. It has no `members` if it no longer exists, or belongs to a workspace that is not
 * trusted.
 */
export type ChosenToolSet = NamedToolSet | { readonly name: string; readonly members?: undefined };

/** Limits on what is read of the setting, because a workspace may have written anything. */
const MAX_SETS = 100;
const MAX_MEMBERS = 5_000;
const MAX_NAME = 60;
/** Length of a server's name and a tool's together. */
const MAX_MEMBER = 1_000;

/**
 * Returns the user's sets, and those of a trusted workspace. A workspace cannot replace a set of the user, to give it
 * more tools.
 */
export function scopedToolSets(user: unknown, workspace: unknown, isTrusted: boolean): ScopedToolSet[] {
  const own = parseToolSets(user).map((set) => ({ ...set, scope: 'user' as const }));
  const names = new Set(own.map(({ name }) => setKey(name)));
  const others = isTrusted ? parseToolSets(workspace) : [];
  return [
    ...own,
    ...others
      .filter(({ name }) => !names.has(setKey(name)))
      .map((set) => ({ ...set, scope: 'workspace' as const })),
  ];
}

export function parseToolSets(value: unknown): NamedToolSet[] {
  if (!isRecord(value)) return [];
  return Object.entries(value)
    .slice(0, MAX_SETS)
    .flatMap(([name, members]) =>
      isSetName(name) && Array.isArray(members)
        ? [{ name, members: members.slice(0, MAX_MEMBERS).filter(isMember) }]
        : [],
    );
}

function isMember(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_MEMBER;
}

/** A name is shown in one line, and follows an `@`. Letters and marks that cannot be seen are refused. */
export function isSetName(name: string): boolean {
  return (
    name.length <= MAX_NAME &&
    /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}])?$/u.test(name) &&
    showHidden(name, 'exact') === name
  );
}

/** Returns the same key for names that look the same: in other case, or with other forms of their characters. */
export function setKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** Returns the name of a server, or of one of its tools, in settings. */
export function memberName(server: string, tool?: string): string {
  return tool === undefined ? server : `${server}/${tool}`;
}

export function serverOfMember(member: string): string {
  const slash = member.indexOf('/');
  return slash < 0 ? member : member.slice(0, slash);
}

/** Returns the tools of `all` that are in the set. */
export function toolsInSet(all: ToolSet, members: readonly string[]): ToolSet {
  const named = new Set(members);
  return new Map(
    [...all].filter(([, tool]) => {
      const source = switchSource(tool);
      return named.has(memberName(source)) || named.has(memberName(source, tool.name));
    }),
  );
}

const KEY = 'patchbay.toolSet';

/** Chooses the named tool set of a conversation: its own choice, or else that of the workspace. */
export class ToolSetChoices {
  private readonly preferences: Preferences;
  private readonly workspaceChoice: Value<string | undefined>;
  private readonly sets: Observable<readonly NamedToolSet[]>;
  /** Changes with the choice for the workspace, and with the sets of the settings. */
  readonly state = derived((read) => ({ sets: read(this.sets), ofWorkspace: read(this.workspaceChoice) }));

  /** `preferences` are those of the workspace: the user decides it, not a file of the workspace. */
  constructor(preferences: Preferences, sets: Observable<readonly NamedToolSet[]>) {
    this.preferences = preferences;
    this.sets = sets;
    const name = preferences.get(KEY);
    this.workspaceChoice = observableValue(typeof name === 'string' ? name : undefined);
  }

  get ofWorkspace(): string | undefined {
    return this.workspaceChoice.get();
  }

  useInWorkspace(name: string | undefined): void {
    this.preferences.set(KEY, name);
    this.workspaceChoice.set(name);
  }

  /** Returns undefined for all tools. */
  of(conversation: { readonly toolSet?: string | undefined }): ChosenToolSet | undefined {
    const { sets, ofWorkspace } = this.state.get();
    const name = conversation.toolSet ?? ofWorkspace;
    return name ? (sets.find((set) => set.name === name) ?? { name }) : undefined;
  }
}
