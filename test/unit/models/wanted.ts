/** What a test of the forms of answers wants to be read from one. */
import type { Gathered } from './support.ts';

export interface Wanted {
  readonly text?: string;
  readonly reasoning?: string;
  /** Each as `name(arguments)`. */
  readonly calls?: readonly string[];
  readonly usage?: readonly [input: number, output: number];
}

export const hello: Wanted = { text: 'Hello' };
export const thoughtful: Wanted = { text: 'Hello', reasoning: 'hm' };
export const one: Wanted = { calls: ['read({"path":"x"})'] };

/** Returns what was read, in the same form as `whole` returns it. */
export function contentOf({ text, reasoning, events, answer }: Gathered): object {
  const usage = events.find((event) => event.type === 'usage')?.usage;
  return {
    text,
    reasoning,
    calls: answer.message.calls.map(({ name, argsText }) => `${name}(${argsText})`),
    usage: usage && [usage.inputTokens, usage.outputTokens],
  };
}

/** Fills in what is not wanted: it must not be there. */
export function whole(wanted: Wanted): object {
  return { text: '', reasoning: '', calls: [], usage: undefined, ...wanted };
}
