/** Matches calls with permission rules: finds the rules about a call, those that cover it, and those that can be given. */
import type { ApprovalReason, Coverage } from '../protocol/index.ts';
import type { CommandLine } from './commandWords.ts';
import type { DataFlow } from './dataFlow.ts';
import { extensionSource } from './enablement.ts';
import type { PermissionRule } from './permissionRules.ts';
import type { ApprovalNeed, Tool } from './tool.ts';

/** A call, with everything that a rule can be about. */
export interface PermissionSubject {
  readonly tool: Tool;
  readonly fingerprint: string;
  /** The tools as they were when the card was made. A tool that is added between card and click was not shown. */
  readonly siblings: () => Readonly<Record<'source' | 'readOnly', PermissionRule['fingerprints']>>;
  readonly need: ApprovalNeed;
  readonly command: CommandLine | undefined;
  readonly pattern: readonly string[] | undefined;
  readonly host: string | undefined;
  readonly reasonKeys: readonly string[];
}

/** Tells whether the rule was given for calls of this kind, also if the tool has changed since. */
export function isAbout(
  rule: PermissionRule,
  { tool, need, command, pattern, host }: PermissionSubject,
): boolean {
  const { covers, source, fingerprints } = rule;
  if (need.resourcesOf) return covers === 'resources' && source === need.resourcesOf.server;
  if (covers === 'resources' || source !== permissionSource(tool)) return false;
  if (tool.hostOf || covers === 'host')
    return covers === 'host' && host === rule.host && Object.hasOwn(fingerprints, tool.name);
  if (command) {
    if (rule.command?.cwd !== command.cwd || !Object.hasOwn(fingerprints, tool.name)) return false;
    return covers === 'command'
      ? rule.command.command === command.command
      : covers === 'pattern' && rule.command.command === pattern?.join(' ');
  }
  if (covers === 'tool') return Object.hasOwn(fingerprints, tool.name);
  return covers === 'source' || (covers === 'readOnly' && need.kind === 'hinted');
}

/** Tells whether a rule about the call covers it: the user saw its reasons, and the tool has not changed. */
export function coversNow(
  { fingerprints, reasons }: PermissionRule,
  { tool, need, reasonKeys }: PermissionSubject,
): boolean {
  if (!reasonKeys.every((key) => reasons.includes(key))) return false;
  return need.resourcesOf
    ? fingerprints[''] === need.resourcesOf.origin
    : Object.hasOwn(fingerprints, tool.name) && fingerprints[tool.name] === fingerprintOf(tool);
}

/** Says why rules about the call no longer cover it, if one of them was given for its reasons. */
export function changeSince(
  about: readonly PermissionRule[],
  { tool, need, reasonKeys }: PermissionSubject,
): false | 'changed' | 'new' {
  const fitting = about.filter(({ reasons }) => reasonKeys.every((key) => reasons.includes(key)));
  if (fitting.length === 0) return false;
  return need.resourcesOf || fitting.some(({ fingerprints }) => Object.hasOwn(fingerprints, tool.name))
    ? 'changed'
    : 'new';
}

/** Lists the permissions that the user can give for the call, the narrowest first. */
export function coveragesOf({
  need,
  command,
  pattern,
  host,
  reasonKeys,
  siblings,
}: PermissionSubject): readonly Coverage[] {
  if (need.resourcesOf) return [{ covers: 'resources', server: need.resourcesOf.server }];
  if (host !== undefined) return [{ covers: 'host', host }];
  if (command)
    return [
      { covers: 'command', ...command },
      ...(pattern ? [{ covers: 'pattern', command: pattern.join(' '), cwd: command.cwd } as const] : []),
    ];
  // A call that gives reasons beyond the usual is allowed for its own tool only.
  if (reasonKeys.length > 0) return [{ covers: 'tool' }];
  const count = (of: 'source' | 'readOnly'): number => Object.keys(siblings()[of]).length;
  return [
    { covers: 'tool' },
    ...(need.kind === 'hinted' ? [{ covers: 'readOnly', tools: count('readOnly') } as const] : []),
    { covers: 'source', tools: count('source') },
  ];
}

/** An exact command holds nothing that the model has chosen since; of resources the user knows where a choice goes. */
export function coversFlow({ covers }: PermissionRule, { marks }: DataFlow): boolean {
  return covers === 'command' || (covers === 'resources' && marks.every(({ kind }) => kind === 'workspace'));
}

/** Stands for a server's name. No server can have it. */
export const BUILT_IN = 'built in';

export function permissionSource({ source }: Tool): string {
  switch (source.kind) {
    case 'mcp':
      return source.server;
    case 'custom':
      return source.file;
    case 'extension':
      return extensionSource(source.extension);
    case 'native':
    case 'unknown':
      return BUILT_IN;
  }
}

export function fingerprintOf(tool: Tool): string {
  const { origin, definition } = tool.fingerprint();
  return `${origin} ${definition}`;
}

export function fingerprintsOf(tools: readonly Tool[]): PermissionRule['fingerprints'] {
  return Object.fromEntries(tools.map((each) => [each.name, fingerprintOf(each)]));
}

/** Reasons with the same key are allowed together: a permission for one ignored file holds for others. */
export function reasonKey(reason: ApprovalReason): string {
  return 'why' in reason ? `${reason.kind}:${reason.why}` : reason.kind;
}
