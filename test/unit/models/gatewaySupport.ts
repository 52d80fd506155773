/** A gateway with a scripted vendor behind it, for the tests of a suite. */
import { createOpenAiModel, type ChatModel, type ModelEvent } from '../../../src/models/index.ts';
import { retryPolicy, withRetries } from '../../../src/models/retries.ts';
import { errorReply, startEndpoint, type Reply, type ScriptedEndpoint } from '../../fixtures/endpoint.ts';
import { startGateway, type Gateway, type GatewayName } from '../../fixtures/gateways/gateway.ts';
import { apiKey, type Route } from '../../fixtures/gateways/routes.ts';
import { asking, gather, type Gathered } from './support.ts';

interface Asked {
  readonly gathered: Promise<Gathered>;
  readonly events: readonly ModelEvent[];
  /** Bodies that came to the vendor. */
  requests(): readonly string[];
}

interface GatewayInUse {
  model(route: Route): ChatModel;
  /** Asks once, with attempts that do not wait. The vendor answers with the replies, and then with status 404. */
  ask(route: Route, replies: readonly Reply[], request?: ReturnType<typeof asking>): Asked;
  /** Sets the replies of the vendor. Returns what was sent to it from then on. */
  requestsSince(replies: readonly Reply[]): () => readonly string[];
}

/** Both run as long as the suite, because one of the gateways knows its vendors when it starts. */
export function useGateway(gateway: GatewayName): GatewayInUse {
  let upstream: ScriptedEndpoint | undefined;
  let through: Gateway | undefined;
  let replies: Reply[] = [];
  const running = (): { upstream: ScriptedEndpoint; through: Gateway } => {
    if (!upstream || !through) throw new Error('The gateway does not run.');
    return { upstream, through };
  };
  const originOf = ({ baseURL }: ScriptedEndpoint): string => new URL(baseURL).origin;

  before(async () => {
    // A turn asks for the list of models, too.
    upstream = await startEndpoint(
      ({ method }) => (method === 'POST' ? replies.shift() : undefined) ?? errorReply(404),
    );
    through = await startGateway({ gateway, upstream: originOf(upstream), apiKey });
  });
  after(async () => {
    await through?.stop();
    await upstream?.close();
  });

  const model = ({ model: name, headers }: Route): ChatModel =>
    createOpenAiModel({
      baseURL: running().through.baseURL,
      apiKey,
      model: name,
      canCallTools: true,
      headers: headers(originOf(running().upstream)),
    });
  const requestsSince = (next: readonly Reply[]): (() => readonly string[]) => {
    replies = [...next];
    const { requests } = running().upstream;
    const before = requests.length;
    return () => requests.slice(before).flatMap(({ method, raw }) => (method === 'POST' ? [raw] : []));
  };
  return {
    model,
    requestsSince,
    ask(route, script, request = asking('Hi', ['read'])) {
      const requests = requestsSince(script);
      const context = { wait: () => Promise.resolve(), random: () => 0 };
      const repeating = withRetries(model(route), retryPolicy, context);
      const events: ModelEvent[] = [];
      const gathered = (async () => {
        for await (const event of repeating.stream(request, new AbortController().signal)) events.push(event);
        return gather(events);
      })();
      return { gathered, events, requests };
    },
  };
}
