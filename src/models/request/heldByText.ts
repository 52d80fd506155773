/**
 * Finds structured content that a text of the same result repeats in another form, such as YAML or a list, so that the
 * model gets it once. The text holds it only if each value is there in its order, right behind its name.
 */
import { isDeepStrictEqual } from 'node:util';
import { isRecord, parsedJson } from '../../base/common/guards.ts';
import { WrittenText, type PlainValue, type Scalar } from './writtenText.ts';

/** Most values that are looked for. */
const MAX_VALUES = 20_000;
/** Characters of a text that is searched. */
const MAX_TEXT = 2_000_000;

export function isHeldByText(value: unknown, texts: readonly string[]): boolean {
  if (texts.length === 0) return false;
  const values = [value, ...onlyProperty(value)];
  if (values.some((each) => repeats(each, texts))) return true;
  const all = texts.join('\n');
  if (all.length > MAX_TEXT) return false;
  const text = new WrittenText(all);
  return values.some((each) =>
    [passagesOf(each), tableOf(each)].some((passages) => passages && holds(text, passages)),
  );
}

/** Returns the only property of an object: FastMCP wraps what is no object as `{ result: … }`. */
function onlyProperty(value: unknown): readonly unknown[] {
  const values = isRecord(value) ? Object.values(value) : [];
  return values.length === 1 ? values : [];
}

/** Tells whether one text is the value, or each text is an element of it. */
function repeats(value: unknown, texts: readonly string[]): boolean {
  if (texts.some((text) => isSame(text, value))) return true;
  return (
    Array.isArray(value) &&
    value.length === texts.length &&
    texts.every((text, index) => isSame(text, value[index]))
  );
}

function isSame(text: string, value: unknown): boolean {
  if (typeof value === 'string' && text.trimEnd() === value.trimEnd()) return true;
  return isDeepStrictEqual(parsedJson(text), value);
}

/** Names and values that stand side by side in the text. */
type Passage = readonly ({ readonly name: string } | { readonly value: PlainValue })[];

/** Returns each name with its value, or with all values of a list. */
function passagesOf(value: unknown): readonly Passage[] | undefined {
  const passages: Passage[] = [];
  let values = 0;
  const add = (each: unknown, names: Passage): boolean => {
    const plain = plainValues(each);
    if (plain || names.length > 0) passages.push([...names, ...(plain ?? [])]);
    values += plain?.length ?? 0;
    if (values > MAX_VALUES || plain) return values <= MAX_VALUES;
    if (Array.isArray(each)) return each.every((element) => add(element, []));
    return isRecord(each) && Object.entries(each).every(([name, inner]) => add(inner, [{ name }]));
  };
  // A single value without a name could be anywhere in the text.
  return add(value, []) &&
    passages.length > 0 &&
    passages.every(({ length }) => length > 0) &&
    hasNames(passages)
    ? passages
    : undefined;
}

function hasNames(passages: readonly Passage[]): boolean {
  return passages.some((passage) => passage.some((token) => 'name' in token));
}

/** Returns a list of alike objects as a table: the names once, then the values of each row. */
function tableOf(value: unknown): readonly Passage[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_VALUES) return undefined;
  const names = isRecord(value[0]) ? Object.keys(value[0]) : [];
  if (names.length < 2 || names.length * value.length > MAX_VALUES) return undefined;
  const rows = value.flatMap((row: unknown): readonly Passage[] => {
    const isAlike = isRecord(row) && isDeepStrictEqual(Object.keys(row), names);
    const cells = isAlike ? Object.values(row) : [];
    return isAlike && cells.every(isScalar) ? [cells.map((cell) => ({ value: cell }))] : [];
  });
  return rows.length === value.length ? [names.map((name) => ({ name })), ...rows] : undefined;
}

/** Returns what has no names in it: a scalar, a list of scalars, or something empty. */
function plainValues(value: unknown): Passage | undefined {
  if (isScalar(value)) return [{ value }];
  if (Array.isArray(value)) {
    if (value.length === 0) return [{ value: [] }];
    return value.every(isScalar) ? value.map((each) => ({ value: each })) : undefined;
  }
  return isRecord(value) && Object.keys(value).length === 0 ? [{ value: {} }] : undefined;
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Tells whether the text has all passages, one behind the other. */
function holds(text: WrittenText, passages: readonly Passage[]): boolean {
  const tokenEnd = (token: Passage[number], from: number): number | undefined =>
    'name' in token ? text.nameEnd(token.name, from) : text.valueEnd(token.value, from);
  const passageEnd = ([first, ...rest]: Passage, from: number): number | undefined =>
    rest.reduce<number | undefined>(
      (end, token) => (end === undefined ? undefined : text.behindSigns(end, (at) => tokenEnd(token, at))),
      first && tokenEnd(first, from),
    );
  let at = 0;
  return passages.every((passage) => {
    const [first] = passage;
    if (!first) return true;
    while (text.isWorthIt) {
      const start = 'name' in first ? text.nextName(first.name, at) : text.nextValue(first.value, at);
      if (start === undefined) return false;
      const end = passageEnd(passage, start);
      at = end ?? start + 1;
      if (end !== undefined) return true;
    }
    return false;
  });
}
