import type { ApprovalMode, ApprovalReason, Coverage, DataMark } from '../protocol/index.ts';
import { patternOf } from './commandWords.ts';
import { dataFlowOf, markKey } from './dataFlow.ts';
import type { Preferences } from './enablement.ts';
import {
  isSameSubject,
  readRules,
  writeRules,
  type PermissionRule,
  type RuleCovers,
  type RuleScope,
} from './permissionRules.ts';
import {
  changeSince,
  coveragesOf,
  coversFlow,
  coversNow,
  fingerprintOf,
  fingerprintsOf,
  isAbout,
  reasonKey,
  permissionSource,
  type PermissionSubject,
} from './ruleMatching.ts';
import type { ApprovalNeed, Tool } from './tool.ts';

export type Decision =
  | { readonly kind: 'allowed'; readonly reasons: readonly ApprovalReason[] }
  | {
      readonly kind: 'ask';
      /** The tool has changed since it was allowed, or is new in an allowed source. */
      readonly changed: false | 'changed' | 'new';
      readonly reasons: readonly ApprovalReason[];
      /** Empty where it asks every time. */
      readonly coverages: readonly Coverage[];
      /** The tools that the widest coverage is for, as they are now: what is remembered is for no others. */
      readonly covered: PermissionRule['fingerprints'];
      /** `covers` is that of one of the coverages. */
      readonly remember: (scope: RuleScope, covers: unknown) => void;
    };

export interface CallCircumstances {
  readonly conversation: string;
  readonly isFromText?: boolean | undefined;
  readonly marks?: readonly DataMark[] | undefined;
  /** The mode that the user chose for this conversation, in place of the default. */
  readonly mode?: ApprovalMode | undefined;
}

/** The user's settings for approvals. A workspace has no say. */
export interface ApprovalPolicy {
  /** With `never`, only calls that ask every time ask. */
  readonly mode: 'ask' | 'changes' | 'never';
  /** Built-in tools that ask although they are free; `*` for all. */
  readonly askingFreeTools: readonly string[];
  readonly guardsDataFlow: boolean;
}

export interface RuleStores {
  readonly workspace: Preferences;
  readonly always: Preferences;
}

export interface PermissionSources {
  readonly policy?: () => ApprovalPolicy;
  /** A permission for a source is for the tools that it has now. */
  readonly tools?: () => readonly Tool[];
}

const usualPolicy: ApprovalPolicy = { mode: 'ask', askingFreeTools: [], guardsDataFlow: true };

/** Free reads of a remote server's listed resources in a conversation: each choice among 4,000 spells 12 bits. */
const MOST_FREE_CHOICES = 20;

export class Permissions {
  private readonly stores: RuleStores;
  private readonly policy: () => ApprovalPolicy;
  private readonly tools: () => readonly Tool[];
  private conversationRules: readonly PermissionRule[] = [];
  private readonly released = new Map<string, ReadonlySet<string>>();
  /** The number of choices made without a question, by conversation and server. */
  private readonly freeChoices = new Map<string, number>();

  constructor(stores: RuleStores, { policy = () => usualPolicy, tools = () => [] }: PermissionSources = {}) {
    this.stores = stores;
    this.policy = policy;
    this.tools = tools;
  }

  get rules(): readonly PermissionRule[] {
    return [...this.conversationRules, ...readRules(this.stores.workspace), ...readRules(this.stores.always)];
  }

  async decide(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    { conversation, isFromText = false, marks = [], mode }: CallCircumstances,
  ): Promise<Decision> {
    const policy = this.policy();
    const usual = await tool.approvalNeed(args);
    const command = await tool.commandOf?.(args);
    const held = this.unreleased(conversation, marks);
    const destination = policy.guardsDataFlow ? await tool.destination?.(args, held) : undefined;
    const flow = dataFlowOf(destination, held);
    const choice = destination?.isRemote ? destination.choice : undefined;
    const choiceKey = choice && JSON.stringify([conversation, choice.server]);
    const chosen = choiceKey === undefined ? 0 : (this.freeChoices.get(choiceKey) ?? 0);
    const isMany = chosen >= MOST_FREE_CHOICES;
    const need = choice && (flow || isMany) ? { ...usual, resourcesOf: choice } : usual;
    const reasons: readonly ApprovalReason[] = [
      ...need.reasons,
      ...(isFromText ? [{ kind: 'textCall' } as const] : []),
      ...(flow ? [flow] : []),
      ...(choice && isMany ? [{ kind: 'manyChoices', server: choice.server, count: chosen } as const] : []),
    ];
    let siblings: ReturnType<PermissionSubject['siblings']> | undefined;
    const subject: PermissionSubject = {
      tool,
      fingerprint: fingerprintOf(tool),
      siblings: () =>
        (siblings ??= {
          source: fingerprintsOf(this.siblings(tool, 'source')),
          readOnly: fingerprintsOf(this.siblings(tool, 'readOnly')),
        }),
      need,
      command,
      pattern: command && patternOf(command.command),
      host: tool.hostOf?.(args),
      reasonKeys: need.reasons.map(reasonKey),
    };
    const holdsSecret = flow?.marks.some(({ kind }) => kind === 'secret') === true;
    const ask = (changed: false | 'changed' | 'new', coverages: readonly Coverage[]): Decision => ({
      kind: 'ask',
      changed,
      reasons,
      coverages,
      covered: subject.siblings().source,
      remember: (scope, covers) => {
        const given = coverages.find((coverage) => coverage.covers === covers);
        if (given) this.saveRule(subject, scope, given.covers, conversation);
      },
    });
    if (isFromText || holdsSecret || need.kind === 'always') return ask(false, []);
    const isFree = need.kind === 'free' && !asksAnyway(tool, policy);
    if (asksNothing(mode ?? policy.mode, need, flow !== undefined || isMany))
      return { kind: 'allowed', reasons };
    if (isFree && !flow && !isMany) {
      if (choiceKey !== undefined) this.freeChoices.set(choiceKey, chosen + 1);
      return { kind: 'allowed', reasons };
    }
    // A command or a host that is not known is covered by nothing.
    if (tool.commandOf && !command) return ask(false, []);
    if (tool.hostOf && subject.host === undefined) return ask(false, []);
    const about = this.rules.filter(
      (rule) => (rule.conversation ?? conversation) === conversation && isAbout(rule, subject),
    );
    const covering = about.filter((rule) => coversNow(rule, subject));
    const isCovered = flow ? covering.some((rule) => coversFlow(rule, flow)) : covering.length > 0;
    if (isCovered) return { kind: 'allowed', reasons };
    const change = covering.length > 0 ? false : changeSince(about, subject);
    return ask(change, covering.length > 0 ? [] : coveragesOf(subject));
  }

  /** The guard no longer warns of these in the conversation. */
  release(conversation: string, marks: readonly DataMark[]): void {
    const before = this.released.get(conversation) ?? [];
    this.released.set(conversation, new Set([...before, ...marks.map(markKey)]));
  }

  get releasedConversations(): readonly string[] {
    return [...this.released.keys()];
  }

  endRelease(conversation: string): void {
    this.released.delete(conversation);
  }

  revoke(rule: PermissionRule): void {
    this.changeRules(rule.scope, (rules) => rules.filter((other) => !isSameSubject(other, rule)));
  }

  /** Replaces each permission of a source by `become` of it, or removes it. Returns an undo. */
  changeSource(source: string, become: (rule: PermissionRule) => PermissionRule | undefined): () => void {
    const before = this.rules.filter((rule) => rule.source === source);
    const after = before.flatMap((rule) => become(rule) ?? []);
    const swap = (gone: readonly PermissionRule[], come: readonly PermissionRule[]): void => {
      for (const scope of ['conversation', 'workspace', 'always'] as const) {
        const coming = come.filter((rule) => rule.scope === scope);
        const replaced = [...gone.filter((rule) => rule.scope === scope), ...coming];
        if (replaced.length === 0) continue;
        this.changeRules(scope, (rules) => [
          ...rules.filter((rule) => !replaced.some((other) => isSameSubject(rule, other))),
          ...coming,
        ]);
      }
    };
    swap(before, after);
    return () => swap(after, before);
  }

  private unreleased(conversation: string, marks: readonly DataMark[]): readonly DataMark[] {
    const released = this.released.get(conversation);
    return released ? marks.filter((mark) => !released.has(markKey(mark))) : marks;
  }

  private saveRule(
    subject: PermissionSubject,
    scope: RuleScope,
    covers: RuleCovers,
    conversation: string,
  ): void {
    const { tool, need, command, pattern, host, reasonKeys } = subject;
    const rule: PermissionRule = {
      scope,
      covers,
      source: need.resourcesOf?.server ?? permissionSource(tool),
      fingerprints: this.fingerprintsFor(subject, scope, covers, conversation),
      reasons: reasonKeys,
      ...(covers === 'command' && command && { command }),
      ...(covers === 'pattern' &&
        command &&
        pattern && { command: { command: pattern.join(' '), cwd: command.cwd } }),
      ...(covers === 'host' && host !== undefined && { host }),
      ...(scope === 'conversation' && { conversation }),
    };
    this.changeRules(scope, (rules) => [...rules.filter((other) => !isSameSubject(other, rule)), rule]);
  }

  private fingerprintsFor(
    { tool, fingerprint, siblings, need }: PermissionSubject,
    scope: RuleScope,
    covers: RuleCovers,
    conversation: string,
  ): PermissionRule['fingerprints'] {
    if (need.resourcesOf) return { '': need.resourcesOf.origin };
    const shown = { [tool.name]: fingerprint };
    if (covers !== 'source' && covers !== 'readOnly') return shown;
    // The user has seen this tool alone, not what else is new or changed.
    const before = this.wideRule({ tool, fingerprint }, scope, covers, conversation)?.fingerprints;
    return before ? { ...before, ...shown } : siblings()[covers];
  }

  /** Finds a wider rule, if it was given to the same definition of the source. */
  private wideRule(
    { tool, fingerprint }: Pick<PermissionSubject, 'tool' | 'fingerprint'>,
    scope: RuleScope,
    covers: RuleCovers,
    conversation: string,
  ): PermissionRule | undefined {
    const [origin] = fingerprint.split(' ');
    return this.rules.find(
      (rule) =>
        rule.scope === scope &&
        rule.covers === covers &&
        rule.source === permissionSource(tool) &&
        (rule.conversation ?? conversation) === conversation &&
        Object.values(rule.fingerprints).some((each) => each.startsWith(`${origin} `)),
    );
  }

  /** The tools of a source that a wide permission covers, `tool` included. */
  private siblings(tool: Tool, covers: 'source' | 'readOnly'): readonly Tool[] {
    const source = permissionSource(tool);
    const others = this.tools().filter(
      (other) =>
        permissionSource(other) === source &&
        other.name !== tool.name &&
        // A permission for all tools never becomes one for all commands.
        other.commandOf === undefined &&
        other.hostOf === undefined &&
        (covers === 'source' || other.usualNeed === 'hinted'),
    );
    return [tool, ...others];
  }

  private changeRules(
    scope: RuleScope,
    edit: (rules: readonly PermissionRule[]) => readonly PermissionRule[],
  ): void {
    if (scope === 'conversation') this.conversationRules = edit(this.conversationRules);
    else {
      const store = this.stores[scope];
      writeRules(store, edit(readRules(store)));
    }
  }
}

/**
 * Tells whether the mode lets a call run that does not ask each time. A mode that was chosen for a conversation never
 * covers calls that the data-flow guard warns of.
 */
function asksNothing(mode: ApprovalMode | 'never', need: ApprovalNeed, isFlow: boolean): boolean {
  switch (mode) {
    case 'ask':
      return false;
    case 'changes':
      return need.kind === 'hinted' && need.reasons.length === 0 && !isFlow;
    case 'free':
      return !isFlow;
    case 'never':
      return true;
  }
}

function asksAnyway(tool: Tool, { askingFreeTools }: ApprovalPolicy): boolean {
  return askingFreeTools.includes('*') || askingFreeTools.includes(tool.name);
}
