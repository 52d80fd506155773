/** Explains servers that start and are reached, but do not speak MCP, or not in time. */
import { ProtocolError, SdkError } from '@modelcontextprotocol/client';
import { join, type LocalizedMessage, msg } from '../../base/common/message.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { launcherOf } from '../definition/launcher.ts';
import { isLostAnswer } from '../common/lostAnswer.ts';
import { ToolsUnlisted } from '../common/toolsUnlisted.ts';
import { unreadableResult } from '../common/unreadable.ts';
import { plainText } from '../../base/common/text.ts';
import { fullMessage } from './causes.ts';
import type { Cause } from './serverFailure.ts';
import type { ProcessTrace } from '../process/processTrace.ts';
import { lastOutput } from '../process/processTrace.ts';

/** The time limit in ms for a launcher to install a server and start it. */
export const INSTALL_LIMIT_MS = 10 * 60_000;

/** Explains that a launcher, such as npx, has not installed the server in time. */
export function explainInstallTimeout(launch: ServerDefinition['launch'], trace?: ProcessTrace): Cause {
  return {
    reason: 'install-timeout',
    message: join(
      ' ',
      msg(
        '{0} did not install and start the server within {1} minutes.',
        launcherOf(launch) ?? '',
        INSTALL_LIMIT_MS / 60_000,
      ),
      lastOutput(trace),
    ),
    next: msg('Check the network, or run the command in a terminal to see more, then reconnect.'),
  };
}

export function explainSetupTimeout(
  definition: ServerDefinition,
  unmatchedId: string | undefined,
  trace?: ProcessTrace,
): Cause {
  const { launch, setupTimeout } = definition;
  if (unmatchedId !== undefined)
    return {
      reason: 'protocol',
      message: join(
        ' ',
        msg(
          'The server did not start within {0} s. It sent an answer with the ID "{1}", which matches no request.',
          setupTimeout / 1000,
          unmatchedId,
        ),
        lastOutput(trace),
      ),
      next: msg('Report this to the author of the server.'),
    };
  const message = join(
    ' ',
    msg('The server did not start within {0} s.', setupTimeout / 1000),
    lastOutput(trace),
  );
  return { reason: 'setup-timeout', message, next: nextOfTimeout(launch, trace) };
}

function nextOfTimeout(
  launch: ServerDefinition['launch'],
  trace: ProcessTrace | undefined,
): LocalizedMessage {
  if (launch.kind !== 'stdio')
    return msg(
      'The server accepts requests but does not respond. If it only starts slowly, increase "setupTimeout" in the server definition. Otherwise, check the log on the server.',
    );
  if (trace?.stray !== undefined)
    return msg(
      'Check that the command starts an MCP server over stdio. Some servers require an argument such as "--stdio", and all must log to stderr.',
    );
  return msg(
    'If the server starts slowly, increase "setupTimeout" in the server definition. Otherwise, check the log of the server.',
  );
}

const unknownVersion = /protocol version is not supported: (.*)/s;

/** Returns true if the server has answered with a version of the protocol that the SDK does not know. */
export function isUnknownVersion(error: unknown): boolean {
  return unknownVersion.test(fullMessage(error).english);
}

export function explainProtocolError(error: unknown, trace?: ProcessTrace): Cause | undefined {
  const words = fullMessage(error);
  const [, version] = unknownVersion.exec(words.english) ?? [];
  if (version !== undefined) {
    return {
      reason: 'protocol',
      message: msg(
        'The server uses version "{0}" of MCP, which Patchbay does not support.',
        plainText(version, 40) ?? '',
      ),
      next: msg('Update the server, or update Patchbay if the server is newer.'),
    };
  }
  const unreadable = unreadableResult(error);
  if (unreadable)
    return { reason: 'protocol', message: join(' ', unreadable, lastOutput(trace)), next: checkServer() };
  if (error instanceof ToolsUnlisted && !isLostAnswer(error.cause)) return explainUnlisted(words, trace);
  if (isLostAnswer(error) || isLostAnswer((error as Error).cause))
    return {
      reason: 'unreachable',
      message: msg('The server ended the response stream before the answer.'),
      next: msg(
        'Reconnect. If this happens again, check the log of the server and the gateways in front of it.',
      ),
    };
  if (!(error instanceof ProtocolError || error instanceof SdkError)) return undefined;
  const why =
    plainText(words.english, 500) === undefined
      ? msg('no reason was given')
      : words.map((text) => plainText(text, 500) ?? '');
  return {
    reason: 'protocol',
    message: join(' ', msg('The server did not respond as MCP requires: {0}.', why), lastOutput(trace)),
    next: checkServer(),
  };
}

const network =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPROTO|UND_ERR_\w+|CERT_\w+|SELF_SIGNED\w*)\b|getaddrinfo|fetch failed|network|socket hang up|connect(?:ion)? (?:error|refused|reset|timed out|timeout|aborted)|tim(?:ed ?out|eout)|unreachable|no such host|dial tcp|name resolution|Max retries exceeded|certificate|\b(?:status|HTTP)\D{0,8}5\d\d\b|Bad Gateway|Service Unavailable/i;

/**
 * Explains that a server cannot list its tools. It is an MCP server, as it has connected, so its command or URL is not
 * in doubt.
 */
function explainUnlisted(words: LocalizedMessage, trace: ProcessTrace | undefined): Cause {
  const why = words.map((text) => plainText(text, 500) ?? '');
  return network.test(why.english)
    ? {
        reason: 'other',
        message: join(
          ' ',
          msg('The server cannot list its tools because it cannot reach a service that it needs: {0}', why),
          lastOutput(trace),
        ),
        next: msg(
          'Check the network and the proxy that the server uses, and the address of its service in the server definition, then reconnect.',
        ),
      }
    : {
        reason: 'other',
        message: join(' ', msg('The server cannot list its tools: {0}', why), lastOutput(trace)),
        next: msg(
          'Check the log of the server, and whether its definition lacks something, such as a key. Then reconnect.',
        ),
      };
}

function checkServer(): LocalizedMessage {
  return msg('Check that the command or URL belongs to an MCP server, and check the log of the server.');
}
