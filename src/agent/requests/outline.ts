/** Describes the parts of a request: what each takes of the context window, and what is new, cached and left out. */
import type { Message } from '../../models/index.ts';
import type { RequestOutline, RequestPart } from '../../protocol/index.ts';
import { isBelieved } from '../context/gauge.ts';
import { countText, IMAGE_TOKENS } from '../context/tokens.ts';
import { leftOutOf } from './leftOut.ts';
import type { Part } from './parts.ts';
import type { StepRequest } from './stepRequests.ts';

/**
 * Characters of a part's text, not counting white space, that are redacted before its start is shown. Far fewer are
 * shown, so that a secret value that begins among these is still whole when it is redacted.
 */
const MAX_START = 2_000;
const started = new RegExp(String.raw`^(?:\s*\S){0,${MAX_START}}`);

export interface PartsOfStep {
  readonly request: StepRequest;
  readonly parts: readonly Part[];
}

/**
 * Describes a request without redacting it. `before` is the step before if it is held, and `messages` are all messages
 * of the conversation.
 */
export function outlineOf(
  { request, parts }: PartsOfStep,
  before: PartsOfStep | undefined,
  messages: readonly Message[],
): RequestOutline {
  const { id, sent, usage, use } = request;
  const { tokens, isCounted, shares } = tokensOf({ request, parts });
  const cached = usage?.cachedTokens;
  const known = before && byPlace(before.parts);
  const places = placesOf(parts);
  let read = 0;
  const shown = parts.map((part, index): RequestPart => {
    const share = shares[index] ?? 0;
    const from = read;
    read += share;
    const same = known?.get(places[index]?.anchor)?.get(places[index]?.key ?? '');
    const change = !same ? 'new' : same.piece.text === part.piece.text ? 'same' : 'changed';
    return {
      ...viewOf(part, share),
      change: known && change,
      cached:
        cached === undefined || part.group === 'other'
          ? undefined
          : read <= cached
            ? 'whole'
            : from < cached
              ? 'partly'
              : 'no',
    };
  });
  return {
    id,
    format: sent.format,
    characters: sent.body().length,
    tokens,
    isCounted,
    window: use.window,
    cachedTokens: cached,
    storedTokens: usage?.cacheWriteTokens,
    parts: shown,
    gone: before && goneSince(before, parts),
    leftOut: leftOutOf(request, parts, messages),
  };
}

function viewOf({ piece, about, ...part }: Part, tokens: number): Omit<RequestPart, 'change' | 'cached'> {
  const { text, path } = piece;
  const start = part.kind === 'image' ? '' : (started.exec(about ?? text)?.[0] ?? '');
  return { ...part, path, tokens, characters: text.length, start };
}

/** Estimates the tokens of each part, scales them to the known sum, and rounds them so that they still add up to it. */
function tokensOf({ request: { usage, use }, parts }: PartsOfStep): {
  readonly tokens: number;
  readonly isCounted: boolean;
  readonly shares: readonly number[];
} {
  const estimates = parts.map(({ kind, piece }) =>
    kind === 'fields' ? 0 : kind === 'image' ? IMAGE_TOKENS : countText(piece.text),
  );
  const all = estimates.reduce((total, each) => total + each, 0);
  const isCounted = usage !== undefined && usage.inputTokens > 0 && isBelieved(all, usage.inputTokens);
  const tokens = isCounted ? usage.inputTokens : use.used;
  let until = 0;
  const shares = estimates.map((each) => {
    const from = until;
    until += each;
    const at = (place: number): number => (all === 0 ? 0 : Math.round((place / all) * tokens));
    return at(until) - at(from);
  });
  return { tokens, isCounted, shares };
}

interface Place {
  /** Id of the call, or the message, that the part belongs to; undefined if it belongs to the request itself. */
  readonly anchor: unknown;
  readonly key: string;
}

function placesOf(parts: readonly Part[]): readonly Place[] {
  const counts = new Map<unknown, Map<string, number>>();
  return parts.map(({ kind, name = '', server = '', piece: { callId, message } }) => {
    const anchor = callId ?? message;
    const seen = counts.get(anchor) ?? new Map<string, number>();
    counts.set(anchor, seen);
    const what = anchor === undefined ? `${kind} ${server} ${name}` : kind;
    const count = seen.get(what) ?? 0;
    seen.set(what, count + 1);
    return { anchor, key: `${what} ${count}` };
  });
}

function byPlace(parts: readonly Part[]): ReadonlyMap<unknown, ReadonlyMap<string, Part>> {
  const found = new Map<unknown, Map<string, Part>>();
  for (const [index, { anchor, key }] of placesOf(parts).entries()) {
    const at = found.get(anchor) ?? new Map<string, Part>();
    const part = parts[index];
    if (part) at.set(key, part);
    found.set(anchor, at);
  }
  return found;
}

function goneSince(before: PartsOfStep, now: readonly Part[]): readonly RequestPart[] {
  const present = byPlace(now);
  const { parts } = before;
  const { shares } = tokensOf(before);
  return placesOf(parts).flatMap(({ anchor, key }, index) => {
    const part = parts[index];
    return part && !present.get(anchor)?.has(key) ? [viewOf(part, shares[index] ?? 0)] : [];
  });
}
