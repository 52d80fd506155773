/** What goes between the history's page and the host: checked on its way in, bounded on its way out. */
import type {
  ContentPart,
  HistoryCall,
  HistoryFilter,
  HistoryHostMessage,
  HistoryPageMessage,
} from '../../protocol/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What each message must have. The page shows foreign content, so nothing is taken on trust. */
const checks: Record<HistoryPageMessage['type'], (fields: Fields) => boolean> = {
  ready: () => true,
  query: ({ id, filter, before }) =>
    isNumber(id) && isFilter(filter) && (before === undefined || isNumber(before)),
  details: ({ seq }) => isNumber(seq),
  statistics: ({ filter }) => isFilter(filter),
  open: ({ seq, what }) => isNumber(seq) && (what === 'arguments' || what === 'result'),
  runAgain: ({ seq, argsText }) => isNumber(seq) && typeof argsText === 'string',
  export: ({ filter }) => isFilter(filter),
  deleteAll: () => true,
};

/** Whether this is a message of the history's page. */
export function isHistoryMessage(message: unknown): message is HistoryPageMessage {
  if (typeof message !== 'object' || message === null) return false;
  const fields = message as Fields;
  const { type } = fields;
  if (typeof type !== 'string' || !Object.hasOwn(checks, type)) return false;
  return checks[type as HistoryPageMessage['type']](fields);
}

function isFilter(value: unknown): value is HistoryFilter {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Fields;
  return ['text', 'server', 'tool', 'status'].every((field) => typeof fields[field] === 'string');
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** What the page gets of one part of a result, and of the arguments, in characters of JSON. */
const MAX_PART = 50_000;
const MAX_PARTS = 50;

/** A call for the page: what is too long to show there is opened in an editor. */
export function callMessage(call: HistoryCall): HistoryHostMessage {
  const { argsText, result } = call;
  const shown = result && shownParts(result);
  const isCut = { arguments: argsText.length > MAX_PART, result: shown?.isCut === true };
  return {
    type: 'call',
    call: { ...call, argsText: argsText.slice(0, MAX_PART), ...(shown && { result: shown.parts }) },
    cut: (['arguments', 'result'] as const).filter((what) => isCut[what]),
  };
}

/** A result for a page, without what is too long to show. */
export function shownParts(result: readonly ContentPart[]): {
  readonly parts: readonly ContentPart[];
  readonly isCut: boolean;
} {
  const parts = result.slice(0, MAX_PARTS).map(shorten);
  return { parts, isCut: result.length > MAX_PARTS || parts.some((part, at) => part !== result[at]) };
}

function shorten(part: ContentPart): ContentPart {
  if (part.type === 'image' || part.type === 'audio')
    return { type: 'text', text: `[${part.type}, ${part.mimeType}]` };
  const text = part.type === 'text' ? part.text : JSON.stringify(part);
  return text.length <= MAX_PART ? part : { type: 'text', text: text.slice(0, MAX_PART) };
}
