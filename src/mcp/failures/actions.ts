import { MAX_TIMER_MS } from '../../base/common/clock.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { mayHoldVariables } from '../definition/variables.ts';
import { launcherCacheOf } from './launcherCache.ts';
import { programSource } from './spawn.ts';
import type { Cause, FailureAction, ServerFailure } from './serverFailure.ts';

/** The factor by which a time limit that was too short is raised. */
const RAISE = 4;

const edit: FailureAction = { kind: 'edit' };
const reconnect: FailureAction = { kind: 'reconnect' };
const showLog: FailureAction = { kind: 'show-log' };

export function withActions(cause: Cause, definition: ServerDefinition): ServerFailure {
  return { ...cause, actions: actionsOf(cause.reason, definition) };
}

function actionsOf(reason: Cause['reason'], { launch, setupTimeout }: ServerDefinition): FailureAction[] {
  switch (reason) {
    case 'command-not-found':
      return launch.kind === 'stdio' ? whereToFind(launch) : [edit];
    case 'variable':
      return [edit, reconnect];
    case 'policy':
      return [{ kind: 'show-policy' }, edit];
    case 'unconfirmed':
    case 'denied':
      return [{ kind: 'review' }, edit];
    case 'env-file':
    case 'not-executable':
    case 'folder-missing':
      return [edit, reconnect];
    case 'broken-cache':
      return [...clearing(launch), showLog, edit, reconnect];
    case 'exited':
    case 'install-timeout':
      return [showLog, edit, reconnect];
    case 'setup-timeout':
      return [
        { kind: 'raise-limit', toMs: Math.min(MAX_TIMER_MS, setupTimeout * RAISE) },
        showLog,
        reconnect,
      ];
    case 'unreachable':
      return [reconnect, edit, showLog];
    case 'certificate':
    case 'http-status':
      return [edit, reconnect];
    case 'unauthorized':
      return launch.kind !== 'stdio' && Object.values(launch.headers).some(mayHoldVariables)
        ? [{ kind: 'forget-inputs' }, edit, reconnect]
        : [edit, reconnect];
    case 'sign-in':
      return [{ kind: 'sign-in' }];
    case 'protocol':
      return [edit, showLog, reconnect];
    case 'other':
      return [showLog, reconnect];
  }
}

function clearing(launch: ServerDefinition['launch']): FailureAction[] {
  const cache = launcherCacheOf(launch);
  return cache ? [{ kind: 'clear-cache', cache }] : [];
}

function whereToFind(launch: Extract<ServerDefinition['launch'], { kind: 'stdio' }>): FailureAction[] {
  // A command with a path is not looked for in PATH.
  if (/[\\/]/.test(launch.command)) return [edit, reconnect];
  const source = programSource(launch.command);
  const pathIsOwn = Object.keys(launch.env).some((name) => name.toUpperCase() === 'PATH');
  return [
    ...(source ? [{ kind: 'install', what: source.what, url: source.url } as const] : []),
    ...(process.platform === 'win32' || pathIsOwn ? [] : [{ kind: 'login-path' } as const]),
    edit,
    reconnect,
  ];
}
