/** What the user allowed: rules by source and tool, never by wire name, and what they apply to. */
import type { Preferences } from './enablement.ts';
import type { Tool } from './tool.ts';

/** How long a permission holds: in this conversation, in this workspace, or everywhere until it is revoked. */
type RuleScope = 'conversation' | 'workspace' | 'always';

/** A permission that the user gave. */
export interface Rule {
  readonly scope: RuleScope;
  /** Of what: one tool, every tool of its source, or those that a trusted source calls read-only. */
  readonly covers: 'tool' | 'source' | 'readOnly';
  /** The source as the user knows it: the name of a server, or `built in`. */
  readonly source: string;
  /** The tool's own name; only where one tool is covered. */
  readonly tool?: string;
  /** What was allowed, as it was then. Something else under the same name is asked for again. */
  readonly fingerprint: string;
  /** The conversation, for the rules of one. */
  readonly conversation?: string;
}

/** Whether a call may run, and if not, whether that is because what was allowed has changed. */
export type Decision = { readonly kind: 'allowed' } | { readonly kind: 'ask'; readonly changed: boolean };

/** Keeps rules beyond the session: those of the workspace and those for everywhere. */
export interface RuleStores {
  readonly workspace: Preferences;
  readonly always: Preferences;
}

const KEY = 'patchbay.permissions';

export class Permissions {
  private readonly stores: RuleStores;
  private conversationRules: readonly Rule[] = [];

  constructor(stores: RuleStores) {
    this.stores = stores;
  }

  /** Every rule there is, the narrowest scope first. */
  get rules(): readonly Rule[] {
    return [...this.conversationRules, ...read(this.stores.workspace), ...read(this.stores.always)];
  }

  /** Decides on a call in a conversation. */
  decide(tool: Tool, args: Readonly<Record<string, unknown>>, conversation: string): Decision {
    const wish = tool.permission(args);
    if (wish === 'free') return { kind: 'allowed' };
    const about = this.rules.filter(
      (rule) =>
        rule.source === sourceOf(tool) &&
        (rule.conversation === undefined || rule.conversation === conversation) &&
        (rule.covers !== 'tool' || rule.tool === tool.name) &&
        (rule.covers !== 'readOnly' || wish === 'hinted'),
    );
    const holds = about.some((rule) => rule.fingerprint === fingerprintFor(tool, rule.covers));
    return holds ? { kind: 'allowed' } : { kind: 'ask', changed: about.length > 0 };
  }

  /** Gives a permission, in the place of what was given to the same thing before. */
  allow(tool: Tool, scope: RuleScope, covers: Rule['covers'], conversation: string): void {
    const rule: Rule = {
      scope,
      covers,
      source: sourceOf(tool),
      fingerprint: fingerprintFor(tool, covers),
      ...(covers === 'tool' && { tool: tool.name }),
      ...(scope === 'conversation' && { conversation }),
    };
    this.change(scope, (rules) => [...rules.filter((other) => !sameSubject(other, rule)), rule]);
  }

  /** Takes a permission back. */
  revoke(rule: Rule): void {
    this.change(rule.scope, (rules) => rules.filter((other) => !sameSubject(other, rule)));
  }

  /**
   * Replaces each permission of a source by what `become` makes of it, and takes it back where that is nothing.
   * Returns how to undo that.
   */
  changeSource(source: string, become: (rule: Rule) => Rule | undefined): () => void {
    const before = this.rules.filter((rule) => rule.source === source);
    const after = before.flatMap((rule) => become(rule) ?? []);
    const swap = (gone: readonly Rule[], come: readonly Rule[]): void => {
      for (const scope of ['conversation', 'workspace', 'always'] as const) {
        const coming = come.filter((rule) => rule.scope === scope);
        const replaced = [...gone.filter((rule) => rule.scope === scope), ...coming];
        if (replaced.length === 0) continue;
        this.change(scope, (rules) => [
          ...rules.filter((rule) => !replaced.some((other) => sameSubject(rule, other))),
          ...coming,
        ]);
      }
    };
    swap(before, after);
    return () => swap(after, before);
  }

  private change(scope: RuleScope, edit: (rules: readonly Rule[]) => readonly Rule[]): void {
    if (scope === 'conversation') this.conversationRules = edit(this.conversationRules);
    else {
      const store = this.stores[scope];
      store.set(KEY, edit(read(store)));
    }
  }
}

/** What built-in tools are kept under, where others have the name of their server. No server can be called so. */
export const BUILT_IN = 'built in';

/** The name under which the user knows where a tool comes from. */
function sourceOf({ source }: Tool): string {
  switch (source.kind) {
    case 'mcp':
      return source.server;
    case 'custom':
      return source.file;
    case 'native':
    case 'unknown':
      return BUILT_IN;
  }
}

/** A whole source is what its definition says it is; one tool is also what it says of itself. */
function fingerprintFor(tool: Tool, covers: Rule['covers']): string {
  const { origin, definition } = tool.fingerprint();
  return covers === 'tool' ? `${origin} ${definition}` : origin;
}

function sameSubject(a: Rule, b: Rule): boolean {
  return (
    a.covers === b.covers && a.source === b.source && a.tool === b.tool && a.conversation === b.conversation
  );
}

/** The stored rules. What is not one, of an older version or broken, allows nothing. */
function read(store: Preferences): readonly Rule[] {
  const stored = store.get(KEY);
  return Array.isArray(stored) ? stored.filter(isRule) : [];
}

function isRule(value: unknown): value is Rule {
  if (typeof value !== 'object' || value === null) return false;
  const { scope, covers, source, fingerprint } = value as Record<string, unknown>;
  return (
    (scope === 'workspace' || scope === 'always') &&
    (covers === 'tool' || covers === 'source' || covers === 'readOnly') &&
    typeof source === 'string' &&
    typeof fingerprint === 'string'
  );
}
