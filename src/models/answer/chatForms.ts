/** Brings odd forms of Chat Completions into the usual one: what is beside its place, or a text in place of an object. */
import { isRecord, parsedJson } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';

/** Returns `chunk` itself if its choices are in the usual form. */
export function regularChunk(chunk: Fields): Fields {
  const choices = choicesOf(chunk['choices']);
  if (!choices) return chunk;
  const regular = choices.map((choice, place) => regularChoice(choice, place === 0 ? chunk : {}));
  const isSame = regular.every((choice, place) => choice === choices[place]);
  return isSame && choices === chunk['choices'] ? chunk : { ...chunk, choices: regular };
}

/** Some gateways write one choice, or an object with the places as names, in place of the list. */
function choicesOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (!isRecord(value)) return undefined;
  return 'delta' in value || 'message' in value ? [value] : Object.values(value);
}

function regularChoice(choice: unknown, chunk: Fields): unknown {
  if (!isRecord(choice)) return choice;
  const { delta, message } = choice;
  // The message counts where the delta has nothing, as in an answer that is no stream.
  const hasDelta = isRecord(delta) && Object.keys(delta).length > 0;
  const field = !hasDelta && (isRecord(message) || typeof message === 'string') ? 'message' : 'delta';
  const before = choice[field];
  const piece = pieceOf(before);
  const finish = finishOf(choice, piece, chunk);
  const more = beside(choice, piece, chunk);
  if (piece === before && finish === choice['finish_reason'] && more === undefined) return choice;
  return {
    ...choice,
    ...((piece !== before || more) && { [field]: { ...(isRecord(piece) && piece), ...more } }),
    finish_reason: finish,
  };
}

/** Returns a piece as an object with its text in `content`. */
function pieceOf(value: unknown): unknown {
  if (typeof value === 'string') return { content: value };
  if (!isRecord(value) || (value['content'] !== undefined && value['content'] !== null)) return value;
  const { message, text } = value;
  if (isRecord(message)) return { ...value, ...message };
  return typeof text === 'string' ? { ...value, content: text } : value;
}

/** Members of a piece that some endpoints put beside it, into the choice, and calls also into the chunk. */
const members = ['tool_calls', 'function_call', 'reasoning_content', 'reasoning'];
const ofChunk = new Set(['tool_calls', 'function_call']);

function beside(choice: Fields, piece: unknown, chunk: Fields): Fields | undefined {
  const own = isRecord(piece) ? piece : {};
  const found = members.flatMap((name) => {
    const value = choice[name] ?? (ofChunk.has(name) ? chunk[name] : undefined);
    return value === undefined || value === null || own[name] !== undefined ? [] : [[name, value] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function finishOf(choice: Fields, piece: unknown, chunk: Fields): unknown {
  const { finish_reason: finish, finishReason: camel, stop_reason: stop } = choice;
  if (isRecord(finish)) return finish['type'] ?? finish['reason'];
  if (finish !== undefined && finish !== null) return finish;
  const inner = isRecord(piece) ? piece['finish_reason'] : undefined;
  // vLLM has `stop_reason` beside `finish_reason`, with what stopped the text.
  const other = 'finish_reason' in choice ? undefined : stop;
  return [camel, inner, other, chunk['finish_reason']].find((each) => typeof each === 'string') ?? finish;
}

/** Returns the value of a text that is the JSON of an object, and any other value as it is. */
export function unquoted(value: unknown): unknown {
  const inner = typeof value === 'string' && /^\s*\{/.test(value) ? parsedJson(value) : undefined;
  return isRecord(inner) ? inner : value;
}
