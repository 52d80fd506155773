/** Lets a `WireRecorder` hear what goes over a transport. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { WireRecorder } from './recorder.ts';

/**
 * To be called with a transport that nobody listens to yet. Messages are recorded as they come, before anybody
 * changes them, and also while the SDK negotiates, when it puts listeners of its own in the place of others.
 */
export function tap(transport: Transport, recorder: WireRecorder): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (recorder.recording) recorder.message('patchbay', message);
    return send(message, options);
  };
  let listener: Transport['onmessage'];
  // Listeners pass messages on to those before them, who are wrapped too; each message is one object.
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
