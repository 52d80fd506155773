// Tells servers how much to log: legacy ones by `logging/setLevel` (2025-11-25, server/utilities/logging), modern ones
// with every request, because they log nothing when they are told nothing (2026-07-28, same page).
import {
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type Client,
  type JSONRPCMessage,
  type LoggingLevel,
  type Transport,
} from '@modelcontextprotocol/client';
import { plainText } from '../../base/common/text.ts';
import type { ServerLog, Verbosity } from '../common/ports.ts';
import { type Disposable } from '../../base/common/event.ts';

const MAX_TEXT = 20_000;
const MAX_LOGGER = 100;

export function writeMessage(
  log: ServerLog,
  { level, logger, data }: { level: LoggingLevel; logger?: string | undefined; data?: unknown },
): void {
  const said = typeof data === 'string' ? data : JSON.stringify(data);
  const text = plainText(said, MAX_TEXT) ?? '';
  const from = plainText(logger, MAX_LOGGER);
  log.append(severityOf(level), 'server', from === undefined ? text : `[${from}] ${text}`);
}

function severityOf(level: LoggingLevel): 'debug' | 'info' | 'warning' | 'error' {
  if (level === 'debug') return 'debug';
  if (level === 'info' || level === 'notice') return 'info';
  return level === 'warning' ? 'warning' : 'error';
}

/**
 * Adds the wanted level to the requests of a modern connection, which the SDK does not do. It has to be called before a
 * client is connected through `transport`.
 */
export function sendLevelAlong(transport: Transport, { verbosity }: ServerLog): void {
  if (!verbosity) return;
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(withLevel(message, verbosity.current()), options);
}

function withLevel(message: JSONRPCMessage, wanted: Verbosity): JSONRPCMessage {
  if (wanted === 'off' || !('method' in message) || !('id' in message)) return message;
  const meta = message.params?.['_meta'];
  // This member shows that a request is of the modern era, also in the negotiation.
  if (meta?.[PROTOCOL_VERSION_META_KEY] === undefined) return message;
  return {
    ...message,
    params: { ...message.params, _meta: { [LOG_LEVEL_META_KEY]: wanted, ...meta } },
  };
}

export function followVerbosity(client: Client, log: ServerLog): Disposable | undefined {
  const { verbosity } = log;
  if (!verbosity || client.getProtocolEra() !== 'legacy' || !client.getServerCapabilities()?.logging)
    return undefined;
  const tell = (): void => {
    const wanted = verbosity.current();
    // The protocol has no level at which nothing is sent.
    const params = { level: wanted === 'off' ? 'emergency' : wanted } as const;
    client
      .request({ method: 'logging/setLevel', params })
      .catch((error: Error) =>
        log.append('debug', 'patchbay', `It did not take the log level: ${error.message}`),
      );
  };
  tell();
  return verbosity.onDidChange(tell);
}
