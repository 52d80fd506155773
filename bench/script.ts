/** The measured turn: 50 steps, 8 parallel calls in each but the last, which answers. */
import { callsReply, textReply, type Reply } from '../test/fixtures/endpoint.ts';

export const STEPS = 50;
const CALLS_A_STEP = 8;
export const CALLS = (STEPS - 1) * CALLS_A_STEP;
export const PROMPT = 'Call the tool, many times.';

interface ChatRequest {
  readonly messages: readonly { readonly role: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** Depends on the request's content, not its number, so that one endpoint serves any number of turns of both sides. */
export function replyTo(body: unknown): Reply {
  const { messages, tools = [] } = body as ChatRequest;
  const step = messages.filter(({ role }) => role === 'assistant').length + 1;
  const name = tools.find((tool) => tool.function.name.endsWith('echo'))?.function.name ?? 'echo';
  if (step >= STEPS) return textReply('All calls are done, and this is the answer.');
  return callsReply(
    Array.from({ length: CALLS_A_STEP }, (_, index) => ({
      id: `call_${step}_${index}`,
      name,
      args: { text: `This is call ${index} of step ${step}.` },
    })),
  );
}
