/**
 * Decodes the bytes of a model's answer into JSON values: server-sent events, or one JSON body from
 * endpoints that do not stream.
 *
 * The openai package has a decoder for the former (`Stream`), but it hides whether `[DONE]` came, which is
 * how a finished answer is told from a cut one; it gives nothing for a JSON body or a web page; and it
 * closes the connection at `[DONE]`, so that each step of a turn needs a new one (package 7.55, measured).
 */

/** What was decoded. `broken` is an event that is not JSON; `page` a body that is HTML. */
export type WireItem =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'done' }
  | { readonly kind: 'broken'; readonly text: string }
  | { readonly kind: 'page'; readonly text: string };

/** Takes packets cut anywhere, also within a character or a line end, and gives whole items. One per answer. */
export class WireDecoder {
  private readonly utf8 = new TextDecoder();
  /** Told by the first character, not by Content-Type, which proxies and small servers get wrong. */
  private format: 'unknown' | 'events' | 'json' | 'page' = 'unknown';
  private rest = '';
  private event = '';
  private data: string[] = [];

  /** Takes the next packet. */
  push(bytes: Uint8Array): WireItem[] {
    return this.take(this.utf8.decode(bytes, { stream: true }));
  }

  /** The bytes ended. An event that lacks only its empty line still counts; half a line does not. */
  end(): WireItem[] {
    const items = this.take(this.utf8.decode());
    if (this.format === 'page') return [{ kind: 'page', text: this.rest }];
    if (this.format === 'json') return [parsed(this.rest, 'value')];
    // A last line without its end is cut in most cases. `[DONE]` and whole JSON are not.
    this.line(this.rest.replace(/\r$/, ''));
    return [...items, ...this.dispatch().filter((item) => item.kind !== 'broken')];
  }

  private take(text: string): WireItem[] {
    this.rest += text;
    if (this.format === 'unknown') {
      const first = this.rest.trimStart()[0];
      if (first === undefined) return [];
      this.format = first === '{' || first === '[' ? 'json' : first === '<' ? 'page' : 'events';
    }
    return this.format === 'events' ? this.lines() : [];
  }

  private lines(): WireItem[] {
    const items: WireItem[] = [];
    const text = this.rest;
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const char = text.charCodeAt(at);
      if (char !== 10 && char !== 13) continue;
      // The line feed of a CRLF may be in the next packet.
      if (char === 13 && at + 1 === text.length) break;
      const line = text.slice(start, at);
      if (char === 13 && text.charCodeAt(at + 1) === 10) at += 1;
      start = at + 1;
      if (line !== '') this.line(line);
      else items.push(...this.dispatch());
    }
    this.rest = text.slice(start);
    return items;
  }

  /** One line of the event stream (HTML standard, "Interpreting an event stream"). Comments are keep-alives. */
  private line(line: string): void {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.data.push(value);
    else if (field === 'event') this.event = value;
    // llama.cpp (before 2025) writes `error: {…}` where `data:` belongs.
    else if (field === 'error') {
      this.event = 'error';
      this.data.push(value);
    }
  }

  private dispatch(): WireItem[] {
    const data = this.data.join('\n');
    const kind = this.event === 'error' ? 'error' : 'value';
    this.data = [];
    this.event = '';
    if (data.trim() === '') return [];
    return [data.trim() === '[DONE]' ? { kind: 'done' } : parsed(data, kind)];
  }
}

function parsed(text: string, kind: 'value' | 'error'): WireItem {
  try {
    const value: unknown = JSON.parse(text);
    return kind === 'value' ? { kind, value } : { kind, error: value };
  } catch {
    return kind === 'value' ? { kind: 'broken', text } : { kind, error: text };
  }
}
