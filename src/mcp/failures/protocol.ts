/** Servers that start and are reached, but do not speak MCP, or not in time. */
import { ProtocolError, SdkError } from '@modelcontextprotocol/client';
import { join, type LocalizedMessage, msg } from '../../base/common/message.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { plainText } from '../../base/common/text.ts';
import { fullMessage } from './causes.ts';
import type { Cause } from './serverFailure.ts';
import type { ProcessTrace } from '../process/processTrace.ts';
import { lastOutput } from '../process/processTrace.ts';

/** Launchers that fetch the server from the network when it is started for the first time. */
const downloads = /^(npx|bunx|uvx|pipx|docker|podman|dnx|deno)(\.\w+)?$/i;

/** Explains that a set-up took longer than its definition allows. */
export function explainSetupTimeout(definition: ServerDefinition, trace?: ProcessTrace): Cause {
  const { launch, setupTimeout } = definition;
  const message = join(' ', msg('Not ready within {0} ms.', setupTimeout), lastOutput(trace));
  return { reason: 'setup-timeout', message, next: nextOfTimeout(launch, trace) };
}

function nextOfTimeout(
  launch: ServerDefinition['launch'],
  trace: ProcessTrace | undefined,
): LocalizedMessage {
  if (launch.kind !== 'stdio')
    return msg(
      'It takes requests but does not answer. If it is only slow to start, raise "setupTimeout" in its definition; otherwise look at its own log.',
    );
  if (trace?.stray !== undefined)
    return msg(
      'Check that the command is that of an MCP server over stdio: some need an argument such as "--stdio", and all have to log to stderr.',
    );
  const name = launch.command.split(/[\\/]/).at(-1) ?? '';
  if (downloads.test(name))
    return msg(
      'On its first start {0} downloads the server, which can take longer than that: reconnect, or raise "setupTimeout" in its definition.',
      name,
    );
  return msg(
    'If the server is only slow to start, raise "setupTimeout" in its definition; otherwise look at its log.',
  );
}

/** Explains an answer that is not what MCP has in that place; nothing if the error is of another kind. */
export function explainProtocolError(error: unknown, trace?: ProcessTrace): Cause | undefined {
  const words = fullMessage(error);
  const [, version] = /protocol version is not supported: (.*)/s.exec(words.english) ?? [];
  if (version !== undefined) {
    return {
      reason: 'protocol',
      message: msg(
        'It speaks version "{0}" of MCP, which Patchbay does not know.',
        plainText(version, 40) ?? '',
      ),
      next: msg('Update the server, or Patchbay if the server is the newer one.'),
    };
  }
  if (!(error instanceof ProtocolError || error instanceof SdkError)) return undefined;
  const why =
    plainText(words.english, 500) === undefined
      ? msg('it did not say why')
      : words.map((text) => plainText(text, 500) ?? '');
  return {
    reason: 'protocol',
    message: join(' ', msg('It does not speak MCP as expected: {0}.', why), lastOutput(trace)),
    next: msg('Check that the command or URL is that of an MCP server, and look at its log.'),
  };
}
