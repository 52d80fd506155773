import { Assembly, INCOMPLETE } from './assembly.ts';
import { isRecord, scalarText } from '../../base/common/guards.ts';
import { isNoError } from './oddForms.ts';
import { type Fields, RESPONSE_ITEMS } from '../common/echo.ts';
import type { ModelEvent, ModelRequest } from '../common/model.ts';
import { modelKey, type Target } from '../common/target.ts';

/** Longest reasoning item that is sent back. */
const MAX_REASONING = 2 * 1024 * 1024;

interface OutputItem {
  /** Number that takes the place of `index` in Chat Completions. */
  readonly slot: number;
  /** The item's text or arguments were received in pieces. */
  hasPieces: boolean;
  hasBegun: boolean;
  isDone: boolean;
}

/**
 * Assembles an answer from events of the Responses API. It turns them into the chunks that Chat Completions would
 * stream, and takes such chunks, too.
 */
export class ResponsesAssembly extends Assembly {
  private readonly model: string;
  private readonly items = new Map<string, OutputItem>();
  /** Indexes of items by id: some events have only one of the two. */
  private readonly ids = new Map<string, number>();
  private reasoning: Fields[] = [];
  private textSlot: number | undefined;
  private hasSummary = false;

  constructor(request: Pick<ModelRequest, 'tools' | 'takesTextCalls'>, target: Target) {
    super(request, target);
    this.model = modelKey(target);
  }

  override push(event: unknown): ModelEvent[] {
    if (!isRecord(event) || 'choices' in event || this.isForeign(event)) return super.push(event);
    const events = this.chunksOf(event).flatMap((chunk) => super.push(chunk));
    const { type, status } = event;
    if (typeof type === 'string' && type.startsWith('response.')) this.isUnderstood = true;
    // An endpoint that does not stream sends a whole response as the body.
    if (ends.has(scalarText(type)) || (type === undefined && ends.has(`response.${scalarText(status)}`)))
      this.markDone();
    return events;
  }

  private chunksOf(event: Fields): unknown[] {
    const { type } = event;
    switch (type) {
      case 'response.output_item.added':
        return isRecord(event['item']) ? this.begun(event['item'], this.itemOf(event)) : [];
      case 'response.output_item.done':
        return isRecord(event['item']) ? this.finished(event['item'], this.itemOf(event)) : [];
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return this.textOf(event['delta'], this.itemOf(event));
      case 'response.function_call_arguments.delta':
        return this.args(event['delta'], this.itemOf(event));
      case 'response.reasoning_summary_part.added':
        return this.hasSummary ? [thought('\n\n')] : [];
      case 'response.reasoning_summary_text.delta':
        this.hasSummary = true;
        return [thought(event['delta'])];
      case 'response.reasoning_text.delta':
        return [thought(event['delta'])];
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        return isRecord(event['response']) ? this.ended(event['response']) : [];
      case 'error':
        return [{ error: isRecord(event['error']) ? event['error'] : withStatus(event) }];
      case undefined:
        return event['object'] === 'response' ? this.ended(event) : [event];
      default:
        return scalarText(type).startsWith('response.') ? [] : [event];
    }
  }

  private itemOf({ output_index: index, item_id: itemId, item }: Fields): OutputItem {
    const id = isRecord(item) ? item['id'] : itemId;
    const known = typeof id === 'string' ? this.ids.get(id) : undefined;
    const slot = typeof index === 'number' ? index : (known ?? this.items.size);
    if (typeof id === 'string') this.ids.set(id, slot);
    const found = this.items.get(String(slot));
    if (found) return found;
    const made: OutputItem = { slot, hasPieces: false, hasBegun: false, isDone: false };
    this.items.set(String(slot), made);
    return made;
  }

  private begun(item: Fields, place: OutputItem): unknown[] {
    if (place.hasBegun || (item['type'] !== 'function_call' && item['type'] !== 'message')) return [];
    place.hasBegun = true;
    const reasoning = this.reasoning.splice(0);
    const before = reasoning.length > 0 && { [RESPONSE_ITEMS]: reasoning };
    if (item['type'] === 'message') return before ? [delta(before)] : [];
    const { call_id: id, name } = item;
    return [callDelta({ index: place.slot, id, function: { name, arguments: '' }, ...before })];
  }

  private textOf(text: unknown, place: OutputItem): unknown[] {
    if (typeof text !== 'string' || text === '') return [];
    const events = this.begun({ type: 'message' }, place);
    place.hasPieces = true;
    const isNext = this.textSlot !== undefined && this.textSlot !== place.slot;
    this.textSlot = place.slot;
    return [...events, delta({ content: isNext ? `\n\n${text}` : text })];
  }

  private args(text: unknown, place: OutputItem): unknown[] {
    if (typeof text !== 'string' || text === '') return [];
    place.hasPieces = true;
    return [callDelta({ index: place.slot, function: { arguments: text } })];
  }

  /** Takes a complete item. Text that was received in pieces before is not repeated. */
  private finished(item: Fields, place: OutputItem): unknown[] {
    if (place.isDone) return [];
    place.isDone = true;
    const { type, phase, content } = item;
    if (type === 'reasoning') {
      this.keep(item);
      return [];
    }
    const events = this.begun(item, place);
    if (type === 'function_call') {
      const args = item['arguments'];
      return place.hasPieces
        ? events
        : [...events, ...this.args(isRecord(args) ? JSON.stringify(args) : args, place)];
    }
    if (type !== 'message') return [];
    if (!place.hasPieces)
      for (const part of Array.isArray(content) ? content.filter(isRecord) : [])
        events.push(...this.textOf(part['text'] ?? part['refusal'], place));
    if (typeof phase === 'string')
      events.push(delta({ [RESPONSE_ITEMS]: [{ model: this.model, type, phase }] }));
    return events;
  }

  /** Keeps an item if it can be sent back: it has encrypted reasoning, or the reasoning text of an open model. */
  private keep({ type, id, encrypted_content: encrypted, content }: Fields): void {
    const item = {
      model: this.model,
      type,
      id,
      ...(typeof encrypted === 'string' && { encrypted_content: encrypted }),
      ...(Array.isArray(content) && content.length > 0 && { content }),
    };
    if (Object.keys(item).length > 3 && JSON.stringify(item).length <= MAX_REASONING)
      this.reasoning.push(item);
  }

  private ended({
    output,
    usage,
    status,
    error,
    service_tier,
    incomplete_details: details,
  }: Fields): unknown[] {
    const chunks: unknown[] = [];
    if (this.items.size === 0 && Array.isArray(output))
      for (const [index, item] of output.entries())
        if (isRecord(item)) chunks.push(...this.finished(item, this.itemOf({ output_index: index, item })));
    if (isRecord(usage)) chunks.push({ usage: chatUsage(usage), service_tier });
    if (isRecord(error) && !isNoError(error)) chunks.push({ error: withStatus(error) });
    else if (status === 'failed') chunks.push({ error: { message: '', status: 500 } });
    const reason = isRecord(details) ? details['reason'] : undefined;
    return [...chunks, { choices: [{ finish_reason: finishOf(status, reason) }] }];
  }
}

function finishOf(status: unknown, reason: unknown): string {
  if (status === 'cancelled') return 'cancelled';
  if (status !== 'incomplete') return 'stop';
  if (reason === 'content_filter') return reason;
  const isLimit = typeof reason !== 'string' || reason === '' || /^max_.*tokens$/.test(reason);
  return isLimit ? 'length' : `${INCOMPLETE}${reason}`;
}

const ends = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled']);

function delta(fields: Fields): unknown {
  return { choices: [{ delta: fields }] };
}

function callDelta(piece: Fields): unknown {
  return delta({ tool_calls: [piece] });
}

/** Reasoning in a form that is shown, but, unlike `reasoning_content`, not sent back. */
function thought(text: unknown): unknown {
  return delta({ content: [{ type: 'thinking', thinking: [{ text }] }] });
}

function chatUsage({ input_tokens, output_tokens, input_tokens_details, ...rest }: Fields): Fields {
  return {
    ...rest,
    prompt_tokens: input_tokens,
    completion_tokens: output_tokens,
    prompt_tokens_details: input_tokens_details,
  };
}

/** Adds a status by the code: an error within a stream has no status, which decides whether to try again. */
function withStatus(error: Fields): Fields {
  const code = scalarText(error['code']);
  if (/^\d{3}$/.test(code)) return error;
  const status = /rate_limit|quota/.test(code)
    ? 429
    : /^(server_error|null|undefined)?$/.test(code)
      ? 500
      : 400;
  return { ...error, status };
}
