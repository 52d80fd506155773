/** Finds names and values of JSON in a text that is no JSON, such as YAML, a list or a table. */

export type Scalar = string | number | boolean | null;
/** A value that has no names and values in it. */
export type PlainValue = Scalar | readonly [] | Readonly<Record<string, never>>;

/** Most characters between a name and its value. */
const MAX_BETWEEN = 100;
const MAX_NAME = 200;
/** Most words of a name, because each place may be compared with all of them. */
const MAX_WORDS = 12;
/** Most characters that are compared, because a server could make each place look almost right. */
const MAX_WORK = 20_000_000;
/** Work of one comparison beside its characters, in characters. */
const COMPARISON = 20;
/** Work of making the expressions for a name, in characters. */
const PATTERN = 40_000;

const between = /[\s:="'`([{|*,>-]/;
/** A value does not begin in the middle of another one. */
const before = /[\s:="'`([{|*,]/;
const after = /^(?:$|[\s"'`,;)\]}|*]|[.:!?](?:\s|$))/;

interface NamePattern {
  readonly words: number;
  readonly next: RegExp;
  readonly here: RegExp;
}

export class WrittenText {
  private readonly text: string;
  private readonly patterns = new Map<string, NamePattern | undefined>();
  private work = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns false once so much was compared that the search is given up. */
  get isWorthIt(): boolean {
    return this.work <= MAX_WORK;
  }

  nextName(name: string, from: number): number | undefined {
    const pattern = this.patternOf(name);
    if (!pattern) return undefined;
    pattern.next.lastIndex = from;
    const place = pattern.next.exec(this.text)?.index;
    this.work += COMPARISON + pattern.words * ((place ?? this.text.length) - from + 1);
    return place;
  }

  nextValue(value: PlainValue, from: number): number | undefined {
    const places = formsOf(value)
      .map((form) => this.text.indexOf(form, from))
      .filter((place) => place >= 0);
    this.work += (places.length === 0 ? this.text.length : Math.min(...places)) - from + COMPARISON;
    return places.length === 0 ? undefined : Math.min(...places);
  }

  nameEnd(name: string, from: number): number | undefined {
    const pattern = this.patternOf(name);
    if (!pattern) return undefined;
    this.work += COMPARISON;
    pattern.here.lastIndex = from;
    return pattern.here.test(this.text) ? pattern.here.lastIndex : undefined;
  }

  valueEnd(value: PlainValue, from: number): number | undefined {
    const { text } = this;
    if (from > 0 && !before.test(text.charAt(from - 1))) return undefined;
    const isNumber = typeof value === 'number';
    if (isNumber && /\d,$/.test(text.slice(Math.max(0, from - 2), from))) return undefined;
    for (const form of formsOf(value)) {
      this.work += COMPARISON + form.length;
      if (!this.isWorthIt) return undefined;
      const end = text.startsWith(form, from) ? from + form.length : foldedEnd(text, form, from);
      if (end === undefined || !after.test(text.slice(end, end + 2))) continue;
      // 1,234 is no 1.
      if (!isNumber || !/^,\d/.test(text.slice(end, end + 2))) return end;
    }
    return undefined;
  }

  /** Returns the end of what `endAt` finds behind signs that stand between a name and its value. */
  behindSigns(from: number, endAt: (at: number) => number | undefined): number | undefined {
    for (let at = from; at - from <= MAX_BETWEEN; at += 1) {
      const end = at > from ? endAt(at) : undefined;
      if (end !== undefined) return end;
      if (!between.test(this.text.charAt(at))) return undefined;
    }
    return undefined;
  }

  private patternOf(name: string): NamePattern | undefined {
    if (!this.patterns.has(name)) {
      this.work += PATTERN;
      this.patterns.set(name, this.isWorthIt ? namePattern(name) : undefined);
    }
    return this.patterns.get(name);
  }
}

/** Matches a name as it is or with its words apart: `createdAt`, `created_at`, `Created at`. */
function namePattern(name: string): NamePattern | undefined {
  if (name.length > MAX_NAME) return undefined;
  const words = name
    .replaceAll(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  // A name of signs alone could be anywhere.
  if (words.length === 0 || words.length > MAX_WORDS) return undefined;
  const source = `(?<![\\p{L}\\p{N}])${words.join('[\\s_.-]{0,3}')}(?![\\p{L}\\p{N}])`;
  return { words: words.length, next: new RegExp(source, 'giu'), here: new RegExp(source, 'iuy') };
}

/** Returns how JSON, YAML and Python write a value. */
function formsOf(value: PlainValue): readonly string[] {
  if (value === '') return ['""', "''"];
  if (typeof value === 'string')
    return [value, JSON.stringify(value).slice(1, -1), value.replaceAll("'", "''")];
  if (value === null) return ['null', 'None'];
  if (typeof value === 'boolean') return value ? ['true', 'True'] : ['false', 'False'];
  return [JSON.stringify(value)];
}

/**
 * Returns the end of a value whose lines the text has indented, or of which it has broken a line at a space, as YAML
 * does.
 */
function foldedEnd(text: string, value: string, from: number): number | undefined {
  let at = from;
  for (let place = 0; place < value.length; place += 1) {
    const [wanted, found] = [value[place], text[at]];
    if (found === wanted && wanted !== '\n') {
      at += 1;
      continue;
    }
    if (found !== '\n' || (wanted !== ' ' && wanted !== '\n')) return undefined;
    const indent = blanks(text, at + 1);
    const own = wanted === '\n' ? blanks(value, place + 1) : 0;
    const isBlank = wanted === '\n' && (value[place + 1] === '\n' || place + 1 === value.length);
    if (!isBlank && indent < own) return undefined;
    at += 1 + (isBlank ? 0 : indent - own);
  }
  return at;
}

function blanks(text: string, from: number): number {
  let end = from;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return end - from;
}
