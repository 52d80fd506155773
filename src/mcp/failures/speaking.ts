/** Servers that start and are reached, but do not speak MCP, or not in time. */
import { t } from '@vscode/l10n';
import { ProtocolError, SdkError } from '@modelcontextprotocol/client';
import type { ServerDefinition } from '../definition/definition.ts';
import { plainText } from '../../base/common/text.ts';
import { allWords } from './causes.ts';
import type { ProcessTrace, Cause } from './serverFailure.ts';
import { lastWords } from './words.ts';

/** Launchers that fetch the server from the network when it is started for the first time. */
const downloads = /^(npx|bunx|uvx|pipx|docker|podman|dnx|deno)(\.\w+)?$/i;

/** Explains that a set-up took longer than its definition allows. */
export function explainSetupTimeout(definition: ServerDefinition, trace?: ProcessTrace): Cause {
  const { launch, setupTimeout } = definition;
  const message = `${t('Not ready within {0} ms.', setupTimeout)}${lastWords(trace)}`;
  return { reason: 'setup-timeout', message, next: nextOfTimeout(launch, trace) };
}

function nextOfTimeout(launch: ServerDefinition['launch'], trace: ProcessTrace | undefined): string {
  if (launch.kind !== 'stdio')
    return t(
      'It takes requests but does not answer. If it is only slow to start, raise "setupTimeout" in its definition; otherwise look at its own log.',
    );
  if (trace?.stray !== undefined)
    return t(
      'Check that the command is that of an MCP server over stdio: some need an argument such as "--stdio", and all have to log to stderr.',
    );
  const name = launch.command.split(/[\\/]/).at(-1) ?? '';
  if (downloads.test(name))
    return t(
      'On its first start {0} downloads the server, which can take longer than that: reconnect, or raise "setupTimeout" in its definition.',
      name,
    );
  return t(
    'If the server is only slow to start, raise "setupTimeout" in its definition; otherwise look at its log.',
  );
}

/** Explains an answer that is not what MCP has in that place; nothing if the error is of another kind. */
export function explainProtocolError(error: unknown, trace?: ProcessTrace): Cause | undefined {
  const words = allWords(error);
  const [, version] = /protocol version is not supported: (.*)/s.exec(words) ?? [];
  if (version !== undefined) {
    return {
      reason: 'protocol',
      message: t(
        'It speaks version "{0}" of MCP, which Patchbay does not know.',
        plainText(version, 40) ?? '',
      ),
      next: t('Update the server, or Patchbay if the server is the newer one.'),
    };
  }
  if (!(error instanceof ProtocolError || error instanceof SdkError)) return undefined;
  return {
    reason: 'protocol',
    message: `${t('It does not speak MCP as expected: {0}.', plainText(words, 500) ?? t('it did not say why'))}${lastWords(trace)}`,
    next: t('Check that the command or URL is that of an MCP server, and look at its log.'),
  };
}
