/** Named tool sets: what the user, or a team, wants a model to have for a kind of work (docs/decisions/024-tool-sets.md). */
import { isRecord } from '../base/common/guards.ts';
import { showHidden } from '../base/common/hiddenCharacters.ts';
import { derived, observableValue, type Observable, type Value } from '../base/common/observable.ts';
import { switchSource } from './switchSource.ts';
import type { ToolSet } from './tool.ts';
import type { Preferences } from './enablement.ts';

export interface NamedToolSet {
  readonly name: string;
  /** Servers, and tools as `server/tool`. The first slash ends the server, whose name has none. */
  readonly members: readonly string[];
}

export interface ScopedToolSet extends NamedToolSet {
  readonly scope: 'user' | 'workspace';
}

/** What a conversation is to use. Without `members`, the set is gone, or of a workspace that is not trusted. */
export type ChosenToolSet = NamedToolSet | { readonly name: string; readonly members?: undefined };

/** What is read of a setting at most: a workspace may have written anything. */
const MAX_SETS = 100;
const MAX_MEMBERS = 5_000;
const MAX_NAME = 60;
/** Characters of a server's name and a tool's together. */
const MAX_MEMBER = 1_000;

/** The user's, and those of a trusted workspace, except names that the user knows: they must not get more tools. */
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

/** Names are shown in one line, and follow an `@`. Some letters and marks cannot be seen. */
export function isSetName(name: string): boolean {
  return (
    name.length <= MAX_NAME &&
    /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}])?$/u.test(name) &&
    showHidden(name, 'exact') === name
  );
}

/** The same for names that look the same: in other case, and in other forms of their characters. */
export function setKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** How settings name a server, or a tool of it. */
export function memberName(server: string, tool?: string): string {
  return tool === undefined ? server : `${server}/${tool}`;
}

export function serverOfMember(member: string): string {
  const slash = member.indexOf('/');
  return slash < 0 ? member : member.slice(0, slash);
}

/** Those of `all` that are in the set. */
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

/** Which named tool set holds for a conversation: its own choice, or else the one for this workspace. */
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

  /** Undefined: all tools. */
  of(conversation: { readonly toolSet?: string | undefined }): ChosenToolSet | undefined {
    const { sets, ofWorkspace } = this.state.get();
    const name = conversation.toolSet ?? ofWorkspace;
    return name ? (sets.find((set) => set.name === name) ?? { name }) : undefined;
  }
}
