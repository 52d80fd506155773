/** Brings the calls of a delta into the form of `tool_calls`, whatever form the endpoint has for them. */
import { isRecord, parsedJson } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';
import { unquoted } from './chatForms.ts';

/** Returns the pieces of calls in a delta, or undefined if it has none. */
export function callPieces(delta: Fields): readonly Fields[] | undefined {
  const field = delta['tool_calls'] ?? delta['tool_call'] ?? delta['toolCalls'] ?? delta['tool_use'];
  const calls = typeof field === 'string' ? parsedJson(field) : field;
  const inContent = partsWithCalls(delta['content'] ?? delta['content_blocks']);
  if (Array.isArray(calls))
    return [...calls.map(unquoted).filter(isRecord), ...(calls.length === 0 ? inContent : [])].map(inForm);
  if (isRecord(calls)) return (isCall(calls) ? [calls] : byIndex(calls)).map(inForm);
  return inContent.length > 0 ? inContent.map(inForm) : undefined;
}

/** Anthropic's parts of the content, which gateways leave in it. */
function partsWithCalls(content: unknown): readonly Fields[] {
  return (Array.isArray(content) ? content : [])
    .filter(isRecord)
    .filter(({ type, name }) => (type === 'tool_use' || type === 'tool_call') && typeof name === 'string')
    .map(({ id, name, input, arguments: args }) => ({ id, function: { name, arguments: input ?? args } }));
}

function isCall(value: Fields): boolean {
  return ['function', 'name', 'arguments', 'input', 'id', 'index'].some((field) => field in value);
}

/** Some gateways write the list as an object, with the places as names. */
function byIndex(calls: Fields): readonly Fields[] {
  return Object.entries(calls).flatMap(([place, call]) =>
    isRecord(call) ? [{ index: Number(place), ...call }] : [],
  );
}

/** Gives a piece its `function` and its `index` as a number. */
function inForm(piece: Fields): Fields {
  const { function: written, name, arguments: args, input, parameters, index, ...others } = piece;
  const fn = unquoted(Array.isArray(written) ? written[0] : written);
  const place = typeof index === 'string' && /^\d{1,6}$/.test(index) ? Number(index) : index;
  const placed = place === undefined ? others : { ...others, index: place };
  if (isRecord(fn)) {
    const given = fn['arguments'] ?? fn['parameters'] ?? fn['input'] ?? fn['args'];
    return { ...placed, function: { ...fn, arguments: given } };
  }
  return { ...placed, function: { name: fn ?? name, arguments: args ?? input ?? parameters } };
}
