import { ProtocolError } from '@modelcontextprotocol/client';
import { join, type LocalizedMessage, msg } from '../../base/common/message.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { RefusedError } from '../common/refusedError.ts';
import { withActions } from './actions.ts';
import { explainContent, explainHttpStatus } from './http.ts';
import { fullMessage, causeCode, httpStatus, isNetworkError, isSpawnError } from './causes.ts';
import { explainExit } from './processExit.ts';
import { explainSpawnError } from './spawn.ts';
import { tildeHint } from './launchMistakes.ts';
import { FolderMissing } from '../definition/environment.ts';
import { explainNetworkError } from './network.ts';
import { proxyProblemIn } from './proxyError.ts';
import { explainInstallTimeout, explainProtocolError, explainSetupTimeout } from './protocol.ts';
import { lastOutput } from '../process/processTrace.ts';
import type { Cause, ServerFailure } from './serverFailure.ts';
import type { ProcessTrace } from '../process/processTrace.ts';
import { SignInError } from '../oauth/authorization.ts';
import { signInProblem } from '../oauth/signInFailures.ts';
import { mayHoldVariables, VariableError } from '../definition/variables.ts';

export class SetupTimeout extends Error {
  override readonly name = 'SetupTimeout';
  /** The id of an answer that came meanwhile and was for no request. */
  unmatchedId: string | undefined;
}

export class InstallTimeout extends Error {
  override readonly name = 'InstallTimeout';
}

export function explainServerFailure(
  error: unknown,
  definition: ServerDefinition,
  trace?: ProcessTrace,
): ServerFailure {
  return withActions(causeOf(error, definition, trace), definition);
}

function causeOf(error: unknown, definition: ServerDefinition, trace?: ProcessTrace): Cause {
  const { launch } = definition;
  if (error instanceof VariableError) return { reason: 'variable', message: error.text, next: error.next };
  if (error instanceof RefusedError) return { reason: error.reason, message: error.text, next: error.next };
  if (error instanceof SignInError) return { reason: 'sign-in', message: error.text, next: error.next };
  if (error instanceof SetupTimeout) return explainSetupTimeout(definition, error.unmatchedId, trace);
  if (error instanceof InstallTimeout) return explainInstallTimeout(launch, trace);
  if (error instanceof FolderMissing)
    return {
      reason: 'folder-missing',
      message: error.text,
      next:
        launch.kind === 'stdio' && launch.cwd?.startsWith('~')
          ? tildeHint('cwd')
          : msg('Create the folder, or correct "cwd" in the server definition.'),
    };
  const code = causeCode(error);
  if (launch.kind === 'stdio') {
    const failure = isSpawnError(error) ? explainSpawnError(code, launch, trace) : undefined;
    if (failure) return failure;
    if (trace?.exit) return explainExit(trace, 'starting', launch);
  } else {
    const problem = signInProblem(error);
    if (problem)
      return {
        reason: 'protocol',
        message: msg('The sign-in failed: {0}', problem.why),
        next: problem.next,
      };
    const status = httpStatus(error);
    if (status === 401 || status === 403) {
      return {
        reason: 'unauthorized',
        message: msg('{0} responded with {1}: the credentials were not accepted.', launch.url, status),
        next: Object.values(launch.headers).some(mayHoldVariables)
          ? msg(
              'Check the "headers" of the server definition and the values of their variables. To enter them again, run "Patchbay: Clear Stored Inputs and Secrets…".',
            )
          : msg('Check the "headers" of the server definition, for example "Authorization".'),
      };
    }
    if (status !== undefined) return explainHttpStatus(status, error, launch.url);
    const content = explainContent(error, launch.url);
    if (content) return content;
    if (code !== undefined || isNetworkError(error) || proxyProblemIn(error))
      return explainNetworkError(error, launch.url);
  }
  const protocol = explainProtocolError(error, trace);
  if (protocol) return protocol;
  return {
    reason: 'other',
    message: join(' ', fullMessage(error), lastOutput(trace)),
    next: lookAtLog(),
  };
}

function lookAtLog(): LocalizedMessage {
  return msg('Check the log of the server, then reconnect.');
}

export function explainLoss(
  definition: ServerDefinition,
  trace?: ProcessTrace,
  error?: unknown,
): ServerFailure {
  if (error instanceof SignInError || causeCode(error) !== undefined || httpStatus(error) !== undefined)
    return explainServerFailure(error, definition, trace);
  const exited = trace?.exit && trace;
  if (exited) return withActions(explainExit(exited, 'connected', definition.launch), definition);
  const { launch } = definition;
  const cause: Cause = {
    reason: 'unreachable',
    message:
      launch.kind === 'stdio'
        ? msg('The server closed its output.')
        : msg('{0} closed the connection.', launch.url),
    next: msg('Reconnect.'),
  };
  return withActions(cause, definition);
}

export function explainSilence(definition: ServerDefinition, limitMs: number): ServerFailure {
  const { launch } = definition;
  const cause: Cause = {
    reason: 'unreachable',
    message:
      launch.kind === 'stdio'
        ? msg('The server process did not answer a ping within {0} ms.', limitMs)
        : msg('{0} did not answer a ping within {1} ms.', launch.url, limitMs),
    next: lookAtLog(),
  };
  return withActions(cause, definition);
}

export function explainExhaustion(failure: ServerFailure, attempts: number): ServerFailure {
  return {
    ...failure,
    message: join(
      ' ',
      failure.message,
      msg('The server was restarted {0} times and ended each time. It is not restarted again.', attempts),
    ),
  };
}

/** Reasons for which trying again does not help. A question that the user has dismissed is not asked again either. */
const hopeless: ReadonlySet<ServerFailure['reason']> = new Set([
  'unauthorized',
  'sign-in',
  'command-not-found',
  'not-executable',
  'folder-missing',
  'variable',
  'policy',
  'unconfirmed',
  'denied',
  'env-file',
]);

/**
 * Returns true if the same start may succeed later. Wrong credentials are not among these cases: sent again and again,
 * they lock accounts.
 */
export function mayMendItself({ reason }: ServerFailure): boolean {
  return !hopeless.has(reason);
}

/** Returns true if the server speaks only a newer revision (2026-07-28, error -32022). */
export function isUnsupportedVersion(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === -32022;
}
