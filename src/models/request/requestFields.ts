/** Fields of a request that the user sets, and where each endpoint expects them (docs/endpoints.md). */
import { join, msg, type LocalizedMessage } from '../../base/common/message.ts';
import type { Api } from '../common/abilities.ts';
import { isRecord } from '../../base/common/guards.ts';
import { ModelError } from '../failures/errors.ts';
import type { AnswerOptions } from '../common/model.ts';
import { efforts, type Effort } from '../../protocol/index.ts';

/** `field` is the name in Chat Completions, `name` the name that the endpoint uses. */
export interface RequestField {
  readonly field: string;
  readonly name: string;
  readonly value: unknown;
}

/** Limit of `extraBody` as JSON. */
const MAX_EXTRA = 8_192;
const MAX_EXTRA_FIELDS = 16;
/**
 * Share of an answer's tokens for thinking at Anthropic, and the lowest `top_p` that it accepts with thinking (guide
 * "Extended thinking").
 */
const MOST_FOR_THOUGHT = 0.8;
const LEAST_TOP_P_OF_THOUGHT = 0.95;
/** Efforts for requests aside. A higher one would make a title cost as much as an answer. */
const asideEfforts: ReadonlySet<Effort> = new Set(['none', 'minimal', 'low']);

/**
 * Fields, in lower case, that Patchbay writes itself, or that would make the endpoint store or change the conversation.
 */
const reserved = new Set([
  'background',
  'conversation',
  'function_call',
  'functions',
  'include',
  'input',
  'instructions',
  'messages',
  'model',
  'n',
  'previous_response_id',
  'prompt',
  'store',
  'stream',
  'stream_options',
  'tool_choice',
  'tools',
]);

/** `settings` are as the user wrote them. @throws ModelError `bad-settings` if `extraBody` cannot be sent */
export function requestFields(
  settings: Readonly<Record<string, unknown>>,
  {
    api,
    baseURL,
    isAside = false,
    answer = {},
  }: {
    readonly api: Api;
    readonly baseURL: string;
    readonly isAside?: boolean | undefined;
    readonly answer?: AnswerOptions | undefined;
  },
): RequestField[] {
  const { effort, effortField: place, temperature, topP, maxTokens, extraBody } = settings;
  const plain = (field: string, value: unknown): RequestField => ({ field, name: field, value });
  const chosen = efforts.find((each) => each === effort);
  const known = chosen && (!isAside || asideEfforts.has(chosen)) ? chosen : undefined;
  const limit = api === 'chat' ? 'max_tokens' : 'max_output_tokens';
  const most = answer.maxTokens ?? (isAmount(maxTokens, 1) && !isAside ? maxTokens : Infinity);
  const reasoning =
    known && effortField(known, { place: api === 'chat' ? place : undefined, api, baseURL, most });
  const thinks = isRecord(reasoning?.value) && 'budget_tokens' in reasoning.value;
  const own = [
    ...(reasoning ? [reasoning] : []),
    ...(isAmount(temperature, 0) && !isAside && !thinks ? [plain('temperature', temperature)] : []),
    ...(isAmount(topP, 0) && !isAside && !(thinks && topP < LEAST_TOP_P_OF_THOUGHT)
      ? [plain('top_p', topP)]
      : []),
    ...(isAmount(maxTokens, 1) && !isAside ? [{ field: 'max_tokens', name: limit, value: maxTokens }] : []),
  ];
  const extra = extraFields(extraBody).map(([field, value]) => plain(field, value));
  return [...extra.filter(({ field }) => !own.some((each) => each.field === field)), ...own];
}

function isAmount(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= least;
}

/** Places where a gateway may expect the effort. Its host does not show which. */
const effortPlaces = ['reasoning_effort', 'reasoning', 'thinking'];

/**
 * `place` is the user's setting; `most` are the tokens of the answer, including reasoning. Returns undefined if they
 * leave no tokens for reasoning.
 */
function effortField(
  effort: Effort,
  {
    place,
    api,
    baseURL,
    most,
  }: { readonly place: unknown; readonly api: Api; readonly baseURL: string; readonly most: number },
): RequestField | undefined {
  const host = hostnameOf(baseURL);
  const isPlace = effortPlaces.some((each) => each === place);
  if (isPlace ? place === 'reasoning' : api === 'responses' || isOpenRouter(host))
    return { field: 'reasoning', name: 'reasoning', value: { effort } };
  if (isPlace ? place === 'thinking' : /(^|\.)anthropic\.com$/.test(host)) {
    // Its compatible endpoint ignores `reasoning_effort`.
    if (effort === 'none') return { field: 'thinking', name: 'thinking', value: { type: 'disabled' } };
    const budget = Math.min(budgets[effort], Math.floor(most * MOST_FOR_THOUGHT));
    if (budget < budgets.minimal) return undefined;
    return { field: 'thinking', name: 'thinking', value: { type: 'enabled', budget_tokens: budget } };
  }
  return { field: 'reasoning_effort', name: 'reasoning_effort', value: effort };
}

/** Budgets in tokens. Anthropic accepts 1,024 or more. */
const budgets: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 24_576,
  max: 32_000,
};

function extraFields(extra: unknown): [string, unknown][] {
  if (extra === undefined) return [];
  if (!isRecord(extra)) throw badExtra(msg('"extraBody" is not an object.'));
  const fields = Object.entries(extra);
  // Some endpoints ignore the case of names, even for look-alike letters (Go's JSON package).
  const taken = fields.find(([name]) => reserved.has(name.toLowerCase()) || !/^[\w.-]{1,64}$/.test(name));
  if (taken) throw badExtra(msg('"extraBody" cannot set the field "{0}".', taken[0]));
  if (fields.length > MAX_EXTRA_FIELDS || JSON.stringify(extra).length > MAX_EXTRA)
    throw badExtra(
      msg('"extraBody" has more than {0} fields or {1} characters.', MAX_EXTRA_FIELDS, MAX_EXTRA),
    );
  return fields;
}

function badExtra(why: LocalizedMessage): ModelError {
  return new ModelError('bad-settings', join(' ', why, msg('Correct it in the model settings.')));
}

/** Returns the efforts that a user can choose before any refusal. OpenRouter maps all of them for each model. */
export function usualEfforts(baseURL: string): readonly Effort[] {
  return isOpenRouter(hostnameOf(baseURL)) ? efforts : ['low', 'medium', 'high'];
}

/**
 * Returns the efforts that a refusal leaves: those that it names, or all but the refused one, or none if the field is
 * unknown.
 */
export function effortsAfter(before: readonly Effort[], refused: unknown, words: string): readonly Effort[] {
  const marker =
    /(supported|valid|allowed|expected|available|permitted) (values?|levels?|one|options?)|one of|should be|must be/i;
  const at = marker.exec(words)?.index;
  const value = efforts.find((each) => each === effortIn(refused));
  const named =
    at === undefined ? [] : efforts.filter((each) => each !== value && names(words.slice(at), each));
  if (named.length > 0) return named;
  if (value !== undefined && names(words, value)) return before.filter((each) => each !== value);
  return /budget_tokens|max_tokens/.test(words) || !aboutUnknown.test(words) ? before : [];
}

const aboutUnknown =
  /unrecogni[sz]ed|unknown|unexpected|unsupported|(not|n't) (be )?(supported?|accept(ed)?|permitted|allowed|available|known)|extra inputs/i;

function effortIn(value: unknown): unknown {
  return isRecord(value) ? value['effort'] : value;
}

function names(words: string, word: string): boolean {
  return new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i').test(words);
}

/** Words of the Responses API for items of the conversation. */
const reasoningItems = /\btype:? ['"\x60]?reasoning['"\x60]?|\breasoning['"\x60]? items?\b/gi;

/** Returns the field that a refusal names first. Short names are ordinary words, so they count only in quotes. */
export function refusedField(words: string, fields: readonly RequestField[]): RequestField | undefined {
  const said = words.replaceAll(reasoningItems, '');
  const named = fields.flatMap((field) => {
    const { name } = field;
    const escaped = name.replaceAll(/[^\w-]/g, String.raw`\$&`);
    const isWord = /_|^(temperature|reasoning|thinking)$/.test(name);
    const before = isWord ? String.raw`(?<![\w-])` : String.raw`(?<=['"\x60.\[])`;
    const at = said.search(new RegExp(String.raw`${before}${escaped}(?![\w-])`, 'i'));
    return at < 0 ? [] : [{ field, at }];
  });
  return named.toSorted((one, other) => one.at - other.at)[0]?.field;
}

/** Key of a field with its value, because another value is tried again. */
export function fieldKey({ name, value }: RequestField): string {
  return `${name} ${JSON.stringify(value)}`;
}

/**
 * Tells whether an accepted request disproves a refusal: it set at least as high a limit of the answer. Another
 * deployment behind a router may have refused the lower one.
 */
export function isDisproved(refused: RequestField, accepted: readonly RequestField[]): boolean {
  const { value } = refused;
  if (!isLimit(refused) || typeof value !== 'number') return false;
  return accepted.some((field) => isLimit(field) && typeof field.value === 'number' && field.value >= value);
}

function isLimit({ name }: RequestField): boolean {
  return name === 'max_tokens' || name === 'max_completion_tokens' || name === 'max_output_tokens';
}

export function isEffort({ name }: RequestField): boolean {
  return name === 'reasoning_effort' || name === 'reasoning' || name === 'thinking';
}

function hostnameOf(baseURL: string): string {
  return URL.parse(baseURL)?.hostname ?? '';
}

function isOpenRouter(host: string): boolean {
  return /(^|\.)openrouter\.ai$/.test(host);
}
