/** A model tried out by the smallest real request, for whoever is about to choose it. */
import type { Connection } from './endpoint.ts';
import { createOpenAiModel } from './openai.ts';

/** It may be called; nothing comes of it. Some models, and some servers as they were started, take no tools. */
const tool = {
  name: 'patchbay_check',
  description: 'Does nothing. Do not call it.',
  inputSchema: { type: 'object', properties: {} },
};

/**
 * Asks the model for a word, with a tool beside it, and resolves with the first sign of an answer: address, key, credit,
 * model and its tools are right then. Resolves as well after `limitMs`: a model that is loaded first is slow and not wrong.
 * @throws ModelError for everything the endpoint or the way there did wrong.
 * @throws the signal's reason when `signal` is aborted.
 */
export async function probeModel(
  connection: Connection,
  model: string,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const enough = AbortSignal.timeout(limitMs);
  const request = {
    messages: [{ role: 'user', text: 'Answer with the word OK.' }],
    tools: [tool],
    // No limit of tokens: models that think answer a small one with an error. What is not read is not made.
  } as const;
  const done = new AbortController();
  const until = AbortSignal.any([signal, enough, done.signal]);
  try {
    for await (const event of createOpenAiModel({ ...connection, model, canCallTools: true }).stream(
      request,
      until,
    ))
      if (event.type !== 'toolsLeftOut') break;
  } catch (error) {
    if (signal.aborted || !enough.aborted) throw error;
  } finally {
    done.abort();
  }
}
