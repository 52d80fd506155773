/**
 * Makes what a server sends regular, in this one place, before the SDK gets it, which refuses a whole message for one
 * null.
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { isRecord, recordOf } from '../../base/common/guards.ts';
import { lostAnswerTo } from '../common/lostAnswer.ts';
import type { ServerLog } from '../common/ports.ts';
import { messagesIn, type EnvelopeContext } from './envelope.ts';
import { resultRules } from './messageRules.ts';
import { Notices } from './notices.ts';
import { OpenRequests, type OpenRequest } from './openRequests.ts';
import { paramsRules } from './paramsRules.ts';
import type { Posted } from './regularFetch.ts';

const MODERN = 'io.modelcontextprotocol/protocolVersion';

/** Reads the messages of one connection. */
export class MessageReader {
  /** Called when `initialize` is sent after an answer to `server/discover`, which then was not the newer revision's. */
  onOlderWay: () => void = () => undefined;
  private hasAnsweredProbe = false;
  private readonly notices: Notices;
  private readonly open = new OpenRequests();
  /**
   * Answers in the stream of a request, by its id, whose own id is that of an answered request. Each is either repeated,
   * or the answer of a server that always gives the same id, which is known at the end of the stream.
   */
  private readonly setAside = new Map<unknown, object>();
  private latest: JSONRPCMessage | undefined;

  constructor(log: ServerLog) {
    this.notices = new Notices(log);
  }

  /**
   * Returns the messages in parsed JSON. `posted` is the request that the JSON answers over HTTP. The rest of their
   * members is made regular when they reach the SDK.
   */
  readonly messages = (value: unknown, posted?: Posted): readonly JSONRPCMessage[] =>
    messagesIn(value, this.envelope(value, posted)) as readonly JSONRPCMessage[];

  /** The id of the first answer that is for no request. */
  get unmatchedId(): string | undefined {
    return this.open.unmatchedId;
  }

  /** Notes each request, and makes each answer regular before any listener but a recorder has it. */
  attach(transport: Transport): void {
    let listener: Transport['onmessage'];
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      this.rememberRequest(message);
      const { id } = message as { readonly id?: string | number };
      // The SDK waits on for the answer after its stream has ended, so the request is answered here with an error. A
      // handler that the SDK itself has set, as for the stream of changes, stays.
      const onRequestStreamEnd =
        options?.onRequestStreamEnd ??
        ((): void => {
          if (id === undefined) return;
          const kept = this.setAside.get(id);
          this.setAside.delete(id);
          if (this.open.find(id)) listener?.((kept && this.messages(kept)[0]) ?? lostAnswerTo(id));
        });
      return send(message, { ...options, onRequestStreamEnd });
    };
    const recorded = Object.getOwnPropertyDescriptor(transport, 'onmessage');
    const heard =
      (next: NonNullable<Transport['onmessage']>): NonNullable<Transport['onmessage']> =>
      (message, extra) => {
        // A listener calls the one before it, which is wrapped, too, so a message that was just mended is not mended
        // again.
        if (message !== this.latest) {
          this.latest = message;
          this.mend(message);
        }
        next(message, extra);
      };
    Object.defineProperty(transport, 'onmessage', {
      configurable: true,
      get: () => (recorded?.get ? (recorded.get.call(transport) as Transport['onmessage']) : listener),
      set: (next: Transport['onmessage']) => {
        listener = next && heard(next);
        recorded?.set?.call(transport, listener);
      },
    });
  }

  private rememberRequest(message: JSONRPCMessage): void {
    const { id, method, params } = message as Readonly<Record<string, unknown>>;
    if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string') return;
    if (method === 'initialize' && this.hasAnsweredProbe) this.onOlderWay();
    const fields = recordOf(params);
    this.open.add({ id, method, params: fields, isModern: MODERN in recordOf(fields['_meta']) });
  }

  private mend(message: JSONRPCMessage): void {
    const fields = message as Record<string, unknown>;
    const { id, method } = fields;
    if (typeof method === 'string') {
      const rule = Object.hasOwn(paramsRules, method) ? paramsRules[method] : undefined;
      if (rule && isRecord(fields['params'])) {
        const asked = { method, params: {}, isModern: false };
        fields['params'] = rule(fields['params'], {
          path: 'params',
          reportOdd: this.notices.teller(method),
          asked,
        });
      }
      return;
    }
    const asked = this.open.take(id);
    if (!asked) return;
    this.hasAnsweredProbe ||= asked.method === 'server/discover';
    const rule = Object.hasOwn(resultRules, asked.method) ? resultRules[asked.method] : undefined;
    if (rule && 'result' in fields)
      fields['result'] = rule(fields['result'], {
        path: '',
        reportOdd: this.notices.teller(asked.method),
        asked,
      });
  }

  private envelope(value: unknown, posted: Posted | undefined): EnvelopeContext {
    const { id, method: named } = recordOf(value);
    const method = named ?? this.open.find(id)?.method;
    return {
      openRequest: (each) => this.open.find(each),
      fittingRequest: (message) => this.fitting(message, posted),
      posted: () => (posted?.isStream === false ? this.open.find(posted.id) : undefined),
      tell: this.notices.teller(typeof method === 'string' ? method : 'message'),
      refuse: (why) => this.notices.tell(why.english),
    };
  }

  private fitting(
    message: Readonly<Record<string, unknown>>,
    posted: Posted | undefined,
  ): OpenRequest | undefined {
    const asked = this.open.find(posted?.id);
    if (!asked) return this.open.fitting(message);
    if (posted?.isStream !== true || !this.open.wasAnswered(message['id'])) return asked;
    this.setAside.set(asked.id, { ...message, id: asked.id });
    return undefined;
  }
}
