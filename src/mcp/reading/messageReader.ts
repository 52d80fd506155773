/** The one place that makes what a server sends regular, before the SDK, which refuses a whole message for one null. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { isRecord, recordOf } from '../../base/common/guards.ts';
import type { LocalizedMessage } from '../../base/common/message.ts';
import { plainText } from '../../base/common/text.ts';
import type { ServerLog } from '../common/ports.ts';
import { messagesIn, type EnvelopeContext } from './envelope.ts';
import { paramsRules, resultRules } from './messageRules.ts';
import type { Asked } from './rules.ts';

/** Requests that are never answered would stay. */
const MAX_OPEN = 10_000;
const MAX_TOLD = 200;
const MAX_METHOD = 80;
const MODERN = 'io.modelcontextprotocol/protocolVersion';

interface Request extends Asked {
  readonly id: string | number;
}

/** Kept for the log of a server, which outlives its connections, so that each member is named there once. */
const toldOf = new WeakMap<ServerLog, Set<string>>();

/** For one connection. */
export class MessageReader {
  private readonly log: ServerLog;
  private readonly told: Set<string>;
  private readonly open = new Map<string, Request>();
  private latest: JSONRPCMessage | undefined;

  constructor(log: ServerLog) {
    this.log = log;
    this.told = toldOf.get(log) ?? new Set();
    toldOf.set(log, this.told);
  }

  /** The messages in parsed JSON. The rest of their members is made regular when they reach the SDK. */
  readonly messages = (value: unknown): readonly JSONRPCMessage[] =>
    messagesIn(value, this.envelope(value)) as readonly JSONRPCMessage[];

  /** Follows what is asked, and changes each answer before any listener has it but a recorder. */
  attach(transport: Transport): void {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      this.asked(message);
      return send(message, options);
    };
    const recorded = Object.getOwnPropertyDescriptor(transport, 'onmessage');
    let listener: Transport['onmessage'];
    const heard =
      (next: NonNullable<Transport['onmessage']>): NonNullable<Transport['onmessage']> =>
      (message, extra) => {
        // Listeners call the ones before them, which are wrapped, too; each message is one object.
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

  private asked(message: JSONRPCMessage): void {
    const { id, method, params } = message as Readonly<Record<string, unknown>>;
    if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string') return;
    const fields = recordOf(params);
    this.open.set(String(id), { id, method, params: fields, isModern: MODERN in recordOf(fields['_meta']) });
    if (this.open.size > MAX_OPEN) {
      const [oldest = ''] = this.open.keys();
      this.open.delete(oldest);
    }
  }

  private mend(message: JSONRPCMessage): void {
    const fields = message as Record<string, unknown>;
    const { id, method } = fields;
    if (typeof method === 'string') {
      const rule = Object.hasOwn(paramsRules, method) ? paramsRules[method] : undefined;
      if (rule && isRecord(fields['params'])) {
        const asked = { method, params: {}, isModern: false };
        fields['params'] = rule(fields['params'], { path: 'params', tell: this.teller(method), asked });
      }
      return;
    }
    const asked = this.open.get(String(id));
    if (!asked) return;
    this.open.delete(String(id));
    const rule = Object.hasOwn(resultRules, asked.method) ? resultRules[asked.method] : undefined;
    if (rule && 'result' in fields)
      fields['result'] = rule(fields['result'], { path: '', tell: this.teller(asked.method), asked });
  }

  private envelope(value: unknown): EnvelopeContext {
    const id = recordOf(value)['id'];
    const method = recordOf(value)['method'] ?? this.open.get(String(id))?.method;
    return {
      openRequest: (each) => this.open.get(String(each)),
      tell: this.teller(typeof method === 'string' ? method : 'message'),
      refuse: (why) => this.refused(why),
    };
  }

  private teller(method: string): EnvelopeContext['tell'] {
    return (path, what) => {
      const where = `"${path}" of "${plainText(method, MAX_METHOD) ?? ''}"`;
      this.tell(
        what === 'left out'
          ? `The server sent ${where} empty or with a wrong type; it is left out.`
          : `The server sent ${where} missing or with a wrong type; it is filled in or converted.`,
      );
    };
  }

  private refused(why: LocalizedMessage): void {
    this.tell(why.english);
  }

  private tell(words: string): void {
    if (this.told.has(words) || this.told.size >= MAX_TOLD) return;
    this.told.add(words);
    this.log.append('warning', 'patchbay', words);
  }
}
