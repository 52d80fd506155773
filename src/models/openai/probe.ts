import type { Connection } from './endpoint.ts';
import { createOpenAiModel } from './openai.ts';

/** Some models, and servers as started, take no tools. */
const tool = {
  name: 'patchbay_check',
  description: 'Does nothing. Do not call it.',
  inputSchema: { type: 'object', properties: {} },
};

/** Resolves on the first event, or after `limitMs`, as loading is slow. @throws ModelError, the signal's reason */
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
    // No token limit: models that think answer a small one with an error.
  } as const;
  const done = new AbortController();
  const until = AbortSignal.any([signal, enough, done.signal]);
  try {
    for await (const event of createOpenAiModel({ ...connection, model, canCallTools: true }).stream(
      request,
      until,
    ))
      if (event.type !== 'toolsLeftOut' && event.type !== 'fieldsLeftOut') break;
  } catch (error) {
    if (signal.aborted || !enough.aborted) throw error;
  } finally {
    done.abort();
  }
}
