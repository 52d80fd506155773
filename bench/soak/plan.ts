/** The plan of a turn: written into the user's message, carried out by the scripted endpoint. */
import type { floatsOf } from './random.ts';

export interface SoakAddresses {
  readonly baseURL: string;
  readonly http: string;
  readonly sse: string;
}

interface PlannedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Calls per step. `fails`: the endpoint fails instead of answering. */
export interface Plan {
  readonly steps: readonly (readonly PlannedCall[])[];
  readonly fails: boolean;
}

type Random = ReturnType<typeof floatsOf>;

export const stdioServers = ['one', 'two', 'three'] as const;

/** One to four steps. `hangs`: the last call never ends by itself. */
export function makePlan(random: Random): { readonly text: string; readonly hangs: boolean } {
  const count = 1 + random.below(4);
  const steps = Array.from({ length: count }, () =>
    Array.from({ length: 1 + random.below(4) }, () => someCall(random)),
  );
  const hangs = random.below(8) === 0;
  if (hangs) steps.push([{ tool: `mcp__${random.from(stdioServers) ?? ''}__hang`, args: {} }]);
  const plan: Plan = { steps, fails: random.below(15) === 0 };
  return { text: `PLAN${JSON.stringify(plan)}PLAN`, hangs };
}

function someCall(random: Random): PlannedCall {
  const server = random.from(stdioServers) ?? '';
  const stdio = (tool: string, args: PlannedCall['args'] = {}): PlannedCall => ({
    tool: `mcp__${server}__${tool}`,
    args,
  });
  switch (random.below(14)) {
    case 0:
      return stdio('die');
    case 1:
      return stdio('leave');
    case 2:
      return stdio('flood', { count: 50 + random.below(400) });
    case 3:
      return stdio('change');
    case 4:
      return stdio('big', { size: 10_000 + random.below(300_000) });
    case 5:
      return stdio('ask');
    case 6:
      return { tool: 'match_lines', args: { text: 'one\ntwo\nthree', source: 't' } };
    case 7:
      return { tool: 'no_such_tool', args: {} };
    case 8:
    case 9:
      return { tool: 'mcp__http__echo', args: { text: 'over http' } };
    case 10:
      return { tool: 'mcp__sse__echo', args: { text: 'over sse' } };
    default:
      return stdio('echo', { text: 'hello' });
  }
}
