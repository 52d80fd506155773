/** Whether a server may be started, asked with its definition as it is written, before anything is done for it. */
import { isAbsolute } from 'node:path';
import { t } from '@vscode/l10n';
import type { ServerDefinition } from '../definition/definition.ts';
import { mayHoldVariables } from '../definition/variables.ts';
import { askedBy, changesSince, type Asked } from './asked.ts';
import { checkPolicy, parsePolicy, type Target } from './policy.ts';
import { RefusedError } from './refusal.ts';

/** That a server waits for the user. `before`: what they allowed, if it asks for something else now. */
export interface Unconfirmed {
  readonly before: Asked | undefined;
}

/** Who says what may be started. Both are asked before each start. */
export interface Doorkeepers {
  /** The value of `patchbay.policy.servers`, whatever it is. Without it everything may run. */
  readonly policy?: () => unknown;
  /** What the user still has to confirm of a definition; nothing if it may start. */
  readonly unconfirmed?: (definition: ServerDefinition) => Unconfirmed | undefined;
}

/**
 * Why a definition may not be started. What its variables stand for is not known yet, and nobody is asked for it
 * here: what they decide, `checkTarget` sees before the process or the request.
 */
export function refusalOf(
  definition: ServerDefinition,
  { policy, unconfirmed }: Doorkeepers,
): RefusedError | undefined {
  const target = isOpen(definition) ? undefined : targetOf(definition);
  try {
    if (target) checkTarget(target, policy);
  } catch (error) {
    if (error instanceof RefusedError) return error;
    throw error;
  }
  const waits = unconfirmed?.(definition);
  if (!waits) return undefined;
  const { before } = waits;
  return new RefusedError('unconfirmed', () => ({
    message: before
      ? t(
          'This workspace has changed what it asks to start: {0}',
          changesSince(before, askedBy(definition)).join(' '),
        )
      : t('This workspace asks to start it, and you have not allowed that.'),
    next: t('Look at what it runs, and allow it if you want that.'),
  }));
}

/** @throws RefusedError when the policy does not let it run. */
export function checkTarget(target: Target, policy: Doorkeepers['policy']): void {
  checkPolicy(parsePolicy(policy?.()), target);
}

/** Whether only a launch shows what is started or connected to: variables or the folder decide it. */
export function isOpen({ launch }: ServerDefinition): boolean {
  if (launch.kind !== 'stdio') return mayHoldVariables(launch.url);
  const { command, args } = launch;
  return [command, ...args].some(mayHoldVariables) || (/[\\/]/.test(command) && !isAbsolute(command));
}

function targetOf({ launch }: ServerDefinition): Target {
  if (launch.kind !== 'stdio') return { kind: 'url', url: launch.url };
  const { command, args, env } = launch;
  const ownPath = Object.keys(env).some((name) => name.toUpperCase() === 'PATH');
  return { kind: 'command', command, args, cwd: undefined, ownPath };
}
