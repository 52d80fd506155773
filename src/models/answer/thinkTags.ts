/**
 * Separates reasoning from the text if the server does not: `<think>…</think>` and similar tags at the start of an
 * answer (Ollama, LM Studio, vLLM without a parser). Some templates write the opening tag themselves, so the model
 * sends only the closing one. Tags further down or in code may be a text about such tags, and stay text. The messages
 * of gpt-oss (harmony) are separated, too.
 */
import { tailText } from '../../base/common/cut.ts';

const pairs: readonly (readonly [opens: string, closes: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['◁think▷', '◁/think▷'],
  ['[THINK]', '[/THINK]'],
];
const closings = pairs.map(([, closes]) => closes);

/** Beginnings of messages of gpt-oss: of reasoning, and of text. */
const START = '<|start|>assistant';
const ANALYSIS = '<|channel|>analysis<|message|>';
const reasoned = [...pairs, ...[ANALYSIS, START + ANALYSIS].map((opens) => [opens, '<|end|>'] as const)];
const messages = ['<|channel|>final<|message|>', '<|channel|>commentary<|message|>'].flatMap((opens) => [
  opens,
  START + opens,
]);
const messageEnds = ['<|end|>', '<|return|>'];
const openings = [...reasoned.map(([opens]) => opens), ...messages];

const LONGEST = Math.max(...[...closings, ...messageEnds].map(({ length }) => length));

/** Closing tag of reasoning without an opening tag, by endpoint and model, while the editor runs. */
const closedOnly = new Map<string, string>();

export interface SplitText {
  readonly text: string;
  readonly reasoning: string;
  /** The answer's text before this was reasoning: only its end was marked. */
  readonly wasReasoning?: boolean | undefined;
}

export class ThinkTags {
  private state: 'start' | 'within' | 'text' = 'start';
  /** Text that is not decided yet. */
  private rest = '';
  private closes = '';
  private hasReasoned = false;
  /** Text that was taken for reasoning, with its tag. */
  private readonly source: string[] = [];
  private readonly shown: string[] = [];
  /** A closing tag without an opening one may still follow. */
  private mayClose = true;
  /** The text is that of a message with an end of its own. */
  private isInMessage = false;
  private hasMessage = false;
  private readonly key: string;
  private readonly isLearned: boolean = false;

  /** `key` identifies the endpoint and model. */
  constructor(key: string) {
    this.key = key;
    const closes = closedOnly.get(key);
    if (closes === undefined) return;
    this.isLearned = true;
    this.state = 'within';
    this.closes = closes;
  }

  push(piece: string): SplitText {
    if (piece === '') return { text: '', reasoning: '' };
    this.rest += piece;
    return this.take(false);
  }

  /**
   * Ends the text. If the answer only lacks the closing tag, its reasoning is also returned as text, unless `isCut`
   * says that the answer ended early.
   */
  end(isCut: boolean): SplitText {
    const taken = this.take(true);
    const isLost = this.state === 'within' && !isCut;
    if (isLost && this.isLearned) closedOnly.delete(this.key);
    return isLost ? { ...taken, text: taken.text + this.source.join('') } : taken;
  }

  private take(isEnd: boolean): SplitText {
    let [text, reasoning] = ['', ''];
    let wasReasoning = false;
    for (;;) {
      if (this.state === 'start') {
        const lead = this.rest.trimStart();
        const message = messages.find((opens) => begins(lead, opens));
        if (message !== undefined) {
          this.rest = lead.slice(message.length);
          if (this.hasMessage) text += '\n\n';
          [this.isInMessage, this.hasMessage, this.mayClose] = [true, true, false];
          this.state = 'text';
          continue;
        }
        const pair = reasoned.find(([opens]) => begins(lead, opens));
        if (pair) {
          this.state = 'within';
          this.closes = pair[1];
          this.source.push(this.rest.slice(0, this.rest.length - lead.length + pair[0].length));
          this.rest = lead.slice(pair[0].length);
          continue;
        }
        const isOpen = lead === '' || openings.some((opens) => begins(opens, lead));
        if (isOpen && !isEnd) break;
        this.state = 'text';
        if (this.hasReasoned || this.hasMessage) this.rest = lead;
        // A call begins a line.
        if (this.hasMessage && lead !== '') text += '\n\n';
        continue;
      }
      if (this.state === 'within') {
        const at = this.rest.toLowerCase().indexOf(this.closes.toLowerCase());
        const until = at < 0 ? this.rest.length - (isEnd ? 0 : partLength(this.rest, [this.closes])) : at;
        reasoning += this.rest.slice(0, until);
        this.source.push(this.rest.slice(0, until));
        this.rest = this.rest.slice(until);
        if (at < 0) break;
        this.rest = this.rest.slice(this.closes.length);
        this.state = 'start';
        this.source.length = 0;
        this.hasReasoned = true;
        this.mayClose = false;
        continue;
      }
      if (this.isInMessage) {
        const [end] = messageEnds
          .map((tag) => ({ tag, at: this.rest.indexOf(tag) }))
          .filter(({ at }) => at >= 0)
          .toSorted((one, other) => one.at - other.at);
        const until = end ? end.at : this.rest.length - (isEnd ? 0 : partLength(this.rest, messageEnds));
        text += this.rest.slice(0, until);
        this.rest = this.rest.slice(until + (end?.tag.length ?? 0));
        if (!end) break;
        this.state = 'start';
        this.isInMessage = false;
        continue;
      }
      const closed = this.mayClose ? this.lastTag(isEnd) : undefined;
      if (closed === 'open') break;
      if (closed) {
        reasoning += text + this.rest.slice(0, closed.at);
        text = '';
        wasReasoning = true;
        this.rest = this.rest.slice(closed.at + closed.length);
        this.state = 'start';
        this.hasReasoned = true;
        this.mayClose = false;
        continue;
      }
      const until = this.rest.length - (isEnd || !this.mayClose ? 0 : partLength(this.rest, closings));
      const given = this.rest.slice(0, until);
      text += given;
      if (this.mayClose) this.shown.push(given);
      this.rest = this.rest.slice(until);
      break;
    }
    return { text, reasoning, wasReasoning: wasReasoning ? true : undefined };
  }

  /**
   * Finds a closing tag without an opening one. It must be on a line of its own, or before an empty line. 'open' means
   * that the next text decides.
   */
  private lastTag(isEnd: boolean): { readonly at: number; readonly length: number } | 'open' | undefined {
    const found = pairs
      .flatMap(([opens, closes]) => {
        const at = this.rest.indexOf(closes);
        return at < 0 ? [] : [{ opens, closes, at }];
      })
      .toSorted((one, other) => one.at - other.at)[0];
    if (!found) return undefined;
    const { opens, closes, at } = found;
    const after = this.rest.slice(at + closes.length);
    if (!isEnd && /^[^\S\n]*\n?$/.test(after)) return 'open';
    const before = this.shown.join('') + this.rest.slice(0, at);
    const isOwnLine = /(?:^|\n)[^\S\n]*$/.test(before) && /^[^\S\n]*(?:\n|$)/.test(after);
    const isEndOfLine = /^[^\S\n]*(?:\n\s*\n|$)/.test(after);
    // Without a space around it, the tag is no word of a sentence about such tags.
    const isTight = /(?:[\p{L}\p{N}.!?…。！？)]|\n)$/u.test(before) && /^[\p{L}\p{N}*#]/u.test(after);
    const isAfterSentence = /[.!?…。！？]$/u.test(before) && /^[^\S\n]?[\p{Lu}\p{Lo}]/u.test(after);
    this.mayClose =
      (isOwnLine || isEndOfLine || isTight || isAfterSentence) &&
      !before.includes(opens) &&
      !isInCode(before);
    if (!this.mayClose) return undefined;
    closedOnly.set(this.key, closes);
    return { at, length: closes.length };
  }
}

function begins(text: string, start: string): boolean {
  return text.toLowerCase().startsWith(start.toLowerCase());
}

/** Returns the length of the longest end of the text that may become one of the tags. */
function partLength(text: string, tags: readonly string[]): number {
  const end = tailText(text, LONGEST).toLowerCase();
  for (let length = Math.min(end.length, LONGEST - 1); length > 0; length--) {
    const part = end.slice(end.length - length);
    if (tags.some((tag) => length < tag.length && tag.toLowerCase().startsWith(part))) return length;
  }
  return 0;
}

function isInCode(before: string): boolean {
  const fences = before.match(/^[^\S\n]*(?:```|~~~)/gm)?.length ?? 0;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return fences % 2 === 1 || (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
