import { t } from '@vscode/l10n';
import {
  modelHints,
  sample,
  samplingOf,
  samplingResult,
  type RateLimit,
  type Sampled,
  type SamplingQuestion,
} from '../../agent/index.ts';
import type { Asking, Interaction } from '../../mcp/index.ts';
import { ModelError, type ChatModel } from '../../models/index.ts';
import { asModelError } from './chatSession.ts';
import { Denied, type SamplingCard } from './samplingCards.ts';
import { messageOf, msg } from '../../base/common/message.ts';
import { truncate } from '../../base/common/text.ts';

export interface SamplerHost {
  readonly limit: RateLimit;
  readonly permissions: {
    allows(server: string): Promise<boolean>;
    allow(server: string): Promise<void>;
  };
  readonly show: (question: SamplingQuestion, from: Asking, allowed: boolean) => SamplingCard;
  /**
   * Returns the model that comes nearest to the hints. Its tokens count for the conversation of the call.
   * @throws ModelError
   */
  model(hints: readonly string[], signal: AbortSignal, call: string | undefined): Promise<ChatModel>;
  reviews(): boolean;
  readonly log: (server: string, text: string) => void;
  readonly newId: () => string;
}

// JSON-RPC error codes for invalid params and internal errors.
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;
/**
 * Error code for a request that the user has rejected (specification 2025-11-25, client/sampling, "Error Handling").
 */
const REJECTED = -1;
const MAX_SHOWN = 4000;

export function createSampler(host: SamplerHost): NonNullable<Interaction['sample']> {
  return async (params, from) => {
    const { server } = from;
    const verdict = samplingOf(server, params);
    if (!verdict.ok) throw failure(INVALID_PARAMS, verdict.why);
    const { question, toolNames, request } = verdict.sampling;
    refuseTooMany(host, question, from);
    const allowed = await host.permissions.allows(server);
    const card = host.show(question, from, allowed);
    const consent = allowed
      ? { action: 'allow' as const, always: false, texts: new Map() }
      : await card.consent();
    if (consent.action === 'deny') {
      card.close({ status: 'declined' });
      throw failure(REJECTED, `User rejected sampling request${textOf(consent)}`);
    }
    if (consent.always) await host.permissions.allow(server);
    try {
      const model = await host.model(modelHints(params), card.signal, from.call);
      if (params.toolChoice?.mode === 'required' && !model.canCallTools)
        throw new ModelError('no-tools', msg('The model {0} cannot call tools.', model.name));
      card.answering(model.name);
      const sampled = await sample(model, request(consent.texts), card.signal);
      const text = host.reviews() ? await reviewed(card, sampled, toolNames) : sampled.text;
      card.signal.throwIfAborted();
      if (text instanceof Denied) {
        card.close({ status: 'declined' });
        throw failure(REJECTED, `User rejected the answer of the model${textOf(text)}`);
      }
      const given = { ...sampled, text };
      card.close({
        status: 'accepted',
        given: [...changesIn(question, consent.texts), ...readableAnswer(given, toolNames)],
      });
      return samplingResult(given, toolNames, host.newId);
    } catch (error) {
      if (card.signal.aborted) throw failure(REJECTED, 'User rejected sampling request');
      card.close({ status: 'failed', message: messageOf(error).localized });
      // The message names the endpoint, which is no business of the server.
      throw isRejection(error)
        ? error
        : failure(INTERNAL_ERROR, `The model did not answer (${asModelError(error).kind}).`);
    }
  };
}

function textOf({ reason }: { readonly reason: string }): string {
  return reason === '' ? '' : `: ${reason}`;
}

/** The first request over the limit gets a card that says so; more would flood the chat. */
function refuseTooMany({ limit, log, show }: SamplerHost, question: SamplingQuestion, from: Asking): void {
  const verdict = limit.take(question.server);
  if (verdict === 'within') return;
  if (verdict === 'over') {
    log(question.server, 'Sampling refused: too many requests within a minute.');
    const message = t(
      'The server made too many requests to the model within a minute (patchbay.sampling.maxPerMinute).',
    );
    show(question, from, true).close({ status: 'failed', message });
  }
  throw failure(REJECTED, 'Sampling request refused: too many requests within a minute.');
}

function reviewed(
  card: SamplingCard,
  { model, text, calls }: Sampled,
  toolNames: ReadonlyMap<string, string>,
): Promise<string | Denied> {
  return card.review({ model, text, calls: calls.map((call) => callText(call, toolNames)) });
}

/** Lists the user's changes, because the card goes on showing what the server wrote. */
function changesIn(
  { messages }: SamplingQuestion,
  texts: ReadonlyMap<string, string>,
): { label: string; text: string }[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const sent = part.kind === 'text' ? texts.get(part.name) : undefined;
      return part.kind !== 'text' || sent === undefined || sent === part.text
        ? []
        : [{ label: t('Sent after your changes'), text: truncate(sent, MAX_SHOWN) }];
    }),
  );
}

function readableAnswer(
  { model, text, calls, truncated, usage }: Sampled,
  toolNames: ReadonlyMap<string, string>,
): { label: string; text: string }[] {
  return [
    ...(text === '' ? [] : [{ label: t('Answer'), text: truncate(text, MAX_SHOWN) }]),
    ...calls.map((call) => ({ label: t('Call'), text: callText(call, toolNames) })),
    { label: t('Model'), text: model },
    ...(usage
      ? [{ label: t('Tokens'), text: t('{0} in, {1} out', usage.inputTokens, usage.outputTokens) }]
      : []),
    ...(truncated ? [{ label: t('Truncated'), text: t('at the token limit') }] : []),
  ];
}

function callText(
  { name, argsText }: Sampled['calls'][number],
  toolNames: ReadonlyMap<string, string>,
): string {
  return truncate(`${toolNames.get(name) ?? name} ${argsText}`, MAX_SHOWN);
}

function failure(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code });
}

function isRejection(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === REJECTED;
}
