/**
 * The soak test's HTTP peers, in a process of their own so that their memory is not counted: a model endpoint that does
 * what the user's newest message plans, and an MCP server that forgets its sessions.
 */
import { callsReply, errorReply, startEndpoint, textReply } from '../../test/fixtures/endpoint.ts';
import { startLegacyHttp } from '../../test/fixtures/servers/http.ts';
import type { Plan, SoakAddresses } from '../soak/plan.ts';

const FORGET_MS = 3_000;

interface Message {
  readonly role: string;
  readonly content?: unknown;
}

const endpoint = await startEndpoint(({ body }) => {
  (endpoint.requests as unknown[]).length = 0;
  const messages = body.messages as readonly Message[];
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const step = messages.slice(asked).filter(({ role }) => role === 'assistant').length;
  const plan = planIn(messages[asked]);
  const calls = plan.steps[step];
  if (plan.fails && step === plan.steps.length)
    return errorReply(500, { error: { message: 'The model is down.' } }, { 'retry-after-ms': '1' });
  if (!calls) return textReply('Done. '.repeat(40));
  return callsReply(
    calls.map(({ tool, args }, index) => ({ id: `call_${asked}_${step}_${index}`, name: tool, args })),
  );
});

function planIn(message: Message | undefined): Plan {
  const { content } = message ?? {};
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
  const written = /PLAN(\{.*\})PLAN/s.exec(text)?.[1];
  return written === undefined ? { steps: [], fails: false } : (JSON.parse(written) as Plan);
}

const http = await startLegacyHttp({ kind: 'streamable' });
const sse = await startLegacyHttp({ kind: 'sse' });
setInterval(() => http.forgetSessions(), FORGET_MS);

const addresses: SoakAddresses = { baseURL: endpoint.baseURL, http: http.url, sse: sse.url };
process.send?.(addresses);
process.on('disconnect', () => process.exit(0));
