/** What a server's page says to the host, checked: the page shows foreign content, so nothing is taken on trust. */
import type { ServerPageMessage } from '../../protocol/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The longest text that is put into the clipboard, in characters. */
const MAX_COPY = 2_000_000;
const nothing = (): boolean => true;

/** What each message must have. */
const checks: Record<ServerPageMessage['type'], (fields: Fields) => boolean> = {
  ready: nothing,
  connect: nothing,
  reconnect: nothing,
  disconnect: nothing,
  showLog: nothing,
  openSettings: nothing,
  act: ({ index }) => Number.isInteger(index),
  tool: ({ name }) => typeof name === 'string',
  call: ({ tool, argsText }) => typeof tool === 'string' && typeof argsText === 'string',
  cancelCall: nothing,
  record: ({ on }) => typeof on === 'boolean',
  clear: nothing,
  copy: ({ text }) => typeof text === 'string' && text.length <= MAX_COPY,
  export: ({ seqs }) => Array.isArray(seqs) && seqs.every((seq) => Number.isInteger(seq)),
};

/** Whether this is a message of a server's page. */
export function isServerPageMessage(message: unknown): message is ServerPageMessage {
  if (typeof message !== 'object' || message === null) return false;
  const fields = message as Fields;
  const { type } = fields;
  if (typeof type !== 'string' || !Object.hasOwn(checks, type)) return false;
  return checks[type as ServerPageMessage['type']](fields);
}
