/** Records the messages of a transport. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { WireRecorder } from './recorder.ts';

/** To be called before anything listens: the SDK replaces listeners while it negotiates. */
export function tap(transport: Transport, recorder: WireRecorder): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (recorder.recording) recorder.message('patchbay', message);
    return send(message, options);
  };
  let listener: Transport['onmessage'];
  // Listeners call the ones before them, which are wrapped, too; each message is one object.
  let latest: JSONRPCMessage | undefined;
  const heard =
    (next: NonNullable<Transport['onmessage']>): NonNullable<Transport['onmessage']> =>
    (message, extra) => {
      if (recorder.recording && message !== latest) {
        latest = message;
        recorder.message('server', message);
      }
      next(message, extra);
    };
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => listener,
    set: (next: Transport['onmessage']) => {
      listener = next && heard(next);
    },
  });
}
