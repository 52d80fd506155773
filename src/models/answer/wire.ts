/**
 * Decodes server-sent events or one JSON body. Unlike the openai package's decoder (7.55), it reports whether `[DONE]`
 * was received.
 */
import { headText } from '../../base/common/cut.ts';
import { isJson, parsedJson } from '../../base/common/guards.ts';
import { afterString } from './callArguments.ts';
import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser';

/** `broken` is an event that is not JSON, `page` an HTML body. `tooLong` ends the answer. */
export type WireItem =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'done' }
  | { readonly kind: 'broken'; readonly text: string }
  | { readonly kind: 'page'; readonly text: string }
  | { readonly kind: 'tooLong'; readonly limit: number };

/** Limit of a line, event or JSON body, the same as for servers' messages. */
const MAX_EVENT = 64 * 1024 * 1024;
/** Limit of an answer: endless small events would fill the memory, too. */
const MAX_ANSWER = 4 * MAX_EVENT;
/** Limit of a web page, of which only the first words are read. */
const MAX_PAGE = 64 * 1024;
/** Length of the beginning that is kept, to show if nothing is understood. */
const MAX_START = 2_000;

export interface WireLimits {
  readonly event: number;
  readonly answer: number;
}

/** Decodes one answer. Packets may be cut anywhere, even within a character. */
export class WireDecoder {
  private readonly utf8 = new TextDecoder();
  private readonly limits: WireLimits;
  private readonly parser;
  /** Format by the first character, because proxies and small servers send a wrong Content-Type. */
  private format: 'unknown' | 'events' | 'json' | 'page' | 'ended' = 'unknown';
  private readonly items: WireItem[] = [];
  private body = '';
  /** The body's first line was read, and is not a JSON value of its own. */
  private isLaidOut = false;
  private length = 0;
  private endsInCr = false;
  private begun = '';

  constructor(limits: WireLimits = { event: MAX_EVENT, answer: MAX_ANSWER }) {
    this.limits = limits;
    this.parser = createParser({
      onEvent: (event) => this.onEvent(event),
      onError: (error) => this.onError(error),
      maxBufferSize: limits.event,
    });
  }

  push(bytes: Uint8Array): WireItem[] {
    this.take(this.utf8.decode(bytes, { stream: true }));
    return this.taken();
  }

  /** Ends the body. An event that lacks only its empty line still counts; an incomplete line does not. */
  end(): WireItem[] {
    this.take(this.utf8.decode());
    if (this.format === 'page') this.items.push({ kind: 'page', text: this.body });
    if (this.format === 'json') this.items.push(...parsed(this.body, 'value'));
    const items = this.taken();
    // A last line without its end is mostly cut off, except for `[DONE]` and whole JSON.
    if (this.format === 'events') this.parser.feed('\n\n');
    return [...items, ...this.taken().filter((item) => item.kind !== 'broken')];
  }

  /** Returns the beginning of the body. */
  get start(): string {
    return this.begun.trim();
  }

  private taken(): WireItem[] {
    return this.items.splice(0);
  }

  private take(text: string): void {
    if (this.length < MAX_START) this.begun += headText(text, MAX_START - this.length);
    this.length += text.length;
    const rest = this.format === 'unknown' ? (this.body + text).trimStart() : text;
    if (rest === '' || this.format === 'ended') return;
    if (this.length > this.limits.answer) return this.endTooLong(this.limits.answer);
    if (this.format === 'unknown') {
      this.body = rest;
      const format = formatOf(rest);
      if (format === undefined) return;
      this.body = '';
      this.format = format;
    }
    if (this.format === 'events') return this.parser.feed(this.withLineFeeds(rest));
    this.body += rest;
    if (this.format === 'page' && this.body.length > MAX_PAGE) {
      this.format = 'ended';
      this.items.push({ kind: 'page', text: headText(this.body, MAX_PAGE) });
    } else if (this.body.length > this.limits.event) this.endTooLong(this.limits.event);
    // Only the new part is searched, because a line of megabytes can come byte by byte.
    else if (this.format === 'json' && !this.isLaidOut && /[\r\n]/.test(rest)) this.readFirstLine();
  }

  /** Reads a body as lines if its first line is a JSON value of its own (NDJSON). */
  private readFirstLine(): void {
    const line = /^[^\r\n]*(?=[\r\n])/.exec(this.body)?.[0];
    if (line === undefined) return;
    this.isLaidOut = true;
    if (!isJson(line)) return;
    const { body } = this;
    this.body = '';
    this.format = 'events';
    this.parser.feed(this.withLineFeeds(body));
  }

  /**
   * Converts line ends to line feeds: the parser would hold back a carriage return at the end of a packet, and the
   * event with it.
   */
  private withLineFeeds(text: string): string {
    const rest = this.endsInCr && text.startsWith('\n') ? text.slice(1) : text;
    this.endsInCr = text.endsWith('\r');
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest;
  }

  private endTooLong(limit: number): void {
    this.format = 'ended';
    this.body = '';
    this.items.push({ kind: 'tooLong', limit });
  }

  private onEvent({ event, data }: EventSourceMessage): void {
    // Some proxies write the name of the field twice.
    const text = data.replace(/^(?:\s*data:)+/, '').trim();
    if (event === 'done' && /^(?:\{\}|null)?$/.test(text)) return void this.items.push({ kind: 'done' });
    if (text === '') return;
    // `@musistudio/llms` leaves out the empty line before the end. Others write it in their own way.
    const value = /^"?\[?DONE\]?"?$/i.test(text) ? '' : text.replace(/(^|\n)\[DONE\]$/, '');
    if (value !== '') this.items.push(...parsed(value, event === 'error' ? 'error' : 'value'));
    if (value !== text) this.items.push({ kind: 'done' });
  }

  private onError({ type, field, value = '', line = '' }: ParseError): void {
    if (type === 'max-buffer-size-exceeded') return this.endTooLong(this.limits.event);
    if (type !== 'unknown-field') return;
    const text = line.trim();
    // A version of llama.cpp before 2025 writes `error: {…}` in place of `data:`.
    if (field === 'error') this.items.push(...parsed(value, 'error'));
    // Ollama's own protocol has lines of JSON without a field name.
    else if (text === '[DONE]') this.items.push({ kind: 'done' });
    else if (text !== '') this.items.push(...lineItems(text));
  }
}

/** Returns the format by the first characters, or undefined if more of them are needed. DashScope begins with `<400>`. */
function formatOf(text: string): 'events' | 'json' | 'page' | undefined {
  if (/^[{[]/.test(text)) return 'json';
  if (text === '<') return undefined;
  return /^<[a-z!?/]/i.test(text) ? 'page' : 'events';
}

/** Reads a line without a field name: JSON, or the words of a gateway's error. */
function lineItems(text: string): WireItem[] {
  const values = /^[{[]/.test(text) ? parsed(text, 'value').filter(({ kind }) => kind === 'value') : [];
  if (values.length > 0 || text.startsWith('{')) return values;
  return /\S\s+\S/.test(text) ? [{ kind: 'broken', text }] : [];
}

function parsed(text: string, kind: 'value' | 'error'): WireItem[] {
  const value = parsedJson(text);
  if (value !== undefined) return [kind === 'value' ? { kind, value } : { kind, error: value }];
  if (kind === 'error') return [{ kind, error: text }];
  const values = valuesIn(text);
  return values.length > 0 ? values.map((each) => ({ kind, value: each })) : [{ kind: 'broken', text }];
}

/** Returns the JSON objects that follow each other in a text, or none if there is anything else. */
function valuesIn(text: string): readonly unknown[] {
  const values: unknown[] = [];
  const signs = /["{}[\]]/g;
  let [from, depth] = [0, 0];
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const [sign] = found;
    if (sign === '"') signs.lastIndex = afterString(text, signs.lastIndex);
    else depth += sign === '{' || sign === '[' ? 1 : -1;
    if (sign === '"' || depth > 0) continue;
    const value = parsedJson(text.slice(from, signs.lastIndex).replace(/^\s*(?:,|data:)?/, ''));
    if (value === undefined) return [];
    values.push(value);
    from = signs.lastIndex;
  }
  return text.slice(from).trim() === '' ? values : [];
}
