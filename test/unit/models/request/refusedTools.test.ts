/** Schemas that an endpoint refuses without naming their tools (src/models/request/refusedTools.ts). */
import assert from 'node:assert/strict';
import { createOpenAiModel } from '../../../../src/models/openai/openai.ts';
import type { ModelRequest, SentRequest, ToolDefinition } from '../../../../src/models/index.ts';
import { apis, errorReply, textReply, type SeenRequest } from '../../../fixtures/endpoint.ts';
import { modelErrorOf, run, tool, useEndpoints } from '../support.ts';

const union = { anyOf: [{ type: 'string' }, { type: 'number' }] };

function odd(name: string, more: object = {}): ToolDefinition {
  return { ...tool(name), inputSchema: { type: 'object', properties: { a: union, ...more } } };
}

function namesIn({ chat: body }: SeenRequest): string[] {
  return (body.tools ?? []).map((each: { function: { name: string } }) => each.function.name);
}

/** Names of the tools whose schemas are sent as they are. */
function wholeIn({ chat: body }: SeenRequest): string[] {
  return (body.tools as { function: { name: string } }[])
    .filter((each) => JSON.stringify(each).includes('anyOf'))
    .map((each) => each.function.name);
}

let count = 0;

for (const api of apis)
  describe(`a schema that is refused without a name (${api})`, () => {
    const start = useEndpoints();

    const refusing = async (isRefused: (seen: SeenRequest) => boolean, words = 'failed to parse grammar') => {
      const { baseURL, requests } = await start((seen) =>
        isRefused(seen) ? errorReply(400, { error: { message: words } }) : textReply('ok'),
      );
      count += 1;
      const options = { baseURL, api, model: `picky-${count}`, canCallTools: true };
      return { requests, make: () => createOpenAiModel(options) };
    };
    const asking = (tools: readonly ToolDefinition[]): ModelRequest => ({
      messages: [{ role: 'user', text: 'Hi' }],
      tools,
    });

    it('is searched by halves, and after some turns it alone is sent plainer', async () => {
      for (const bad of ['t0', 't13', 't31']) {
        const { make, requests } = await refusing((seen) => wholeIn(seen).includes(bad));
        const tools = [tool('simple'), ...Array.from({ length: 32 }, (_, index) => odd(`t${index}`))];
        const sent: SentRequest[] = [];
        await run(make(), { ...asking(tools), onSend: (each) => sent.push(each) });
        assert.ok(requests.length <= 7, `${requests.length} requests`);
        assert.equal(sent.length, requests.length, 'each is told to who looks at requests');
        assert.ok(wholeIn(requests.at(-1) as SeenRequest).length >= 16);
        // Each turn has a model of its own.
        for (let turn = 0; turn < 6; turn++) await run(make(), asking(tools));
        const last = requests.at(-1) as SeenRequest;
        assert.deepEqual(
          namesIn(last).filter((name) => !wholeIn(last).includes(name)),
          ['simple', bad],
        );
        const before = requests.length;
        await run(make(), asking(tools));
        assert.equal(requests.length, before + 1, 'nothing is searched any more');
        assert.ok(requests.length < 20, `${requests.length} requests`);
      }
    });

    it('is searched once in a turn, as each change of the tools empties the cache', async () => {
      const { make, requests } = await refusing((seen) => wholeIn(seen).includes('t0'));
      const tools = Array.from({ length: 8 }, (_, index) => odd(`t${index}`));
      const chat = make();
      for (let step = 0; step < 3; step++) await run(chat, asking(tools));
      assert.deepEqual(
        requests.slice(1).map((seen) => wholeIn(seen).length),
        [4, 4, 4],
      );
      await run(make(), { ...asking(tools), isAside: true });
      assert.equal(wholeIn(requests.at(-1) as SeenRequest).length, 4);
    });

    it('has all sent plainer, and no more than are changed by that, when it is not one alone', async () => {
      const { make, requests } = await refusing((seen) => wholeIn(seen).length > 0);
      const tools = [tool('simple'), ...Array.from({ length: 500 }, (_, index) => odd(`t${index}`))];
      await run(make(), asking(tools));
      assert.ok(requests.length <= 9, `${requests.length} requests`);
      assert.deepEqual(wholeIn(requests.at(-1) as SeenRequest), []);
      const before = requests.length;
      await run(make(), asking(tools));
      assert.equal(requests.length, before + 1, 'the next turn begins with them');
    });

    it('fails the request when even plain schemas are refused, or nothing can be plainer', async () => {
      const { make, requests } = await refusing(() => true);
      await modelErrorOf(run(make(), asking([odd('a'), odd('b')])));
      assert.ok(requests.length <= 5);
      const before = requests.length;
      await modelErrorOf(run(make(), asking([tool('a'), tool('b')])));
      assert.equal(requests.length, before + 1);
    });

    it('is searched on when another one is named meanwhile', async () => {
      const { baseURL, requests } = await start((seen) => {
        const whole = wholeIn(seen);
        if (whole.includes('d') && whole.length < 4)
          return errorReply(400, { error: { message: "Invalid schema for function 'd'" } });
        return whole.includes('c')
          ? errorReply(400, { error: { message: 'failed to parse grammar' } })
          : textReply('ok');
      });
      const tools = ['a', 'b', 'c', 'd'].map((name) => odd(name));
      const options = { baseURL, api, model: `both-${count++}`, canCallTools: true };
      await run(createOpenAiModel(options), asking(tools));
      assert.deepEqual(wholeIn(requests.at(-1) as SeenRequest), ['a', 'b']);
      assert.equal(requests.length, 4);
    });
  });

for (const api of apis)
  describe(`several schemas that are refused by name (${api})`, () => {
    const start = useEndpoints();
    const request = (tools: readonly ToolDefinition[]): ModelRequest => ({
      messages: [{ role: 'user', text: 'Hi' }],
      tools,
    });
    const refusingOf = (isBad: (name: string) => boolean) => (seen: SeenRequest) => {
      const bad = wholeIn(seen).find(isBad);
      return bad === undefined
        ? textReply('ok')
        : errorReply(400, { error: { message: `Invalid schema for function '${bad}'` } });
    };

    it('have those with the same keywords sent plainer after the fourth, and no others', async () => {
      const { baseURL, requests } = await start(refusingOf((name) => name.startsWith('bad')));
      const limit = { b: { type: 'integer', minimum: 3 } };
      const tools = [
        odd('good'),
        ...Array.from({ length: 30 }, (_, index) => odd(`bad_${index}`, limit)),
        odd('fine'),
      ];
      await run(createOpenAiModel({ baseURL, api, model: 'alike', canCallTools: true }), request(tools));
      assert.equal(requests.length, 5);
      const last = requests.at(-1) as SeenRequest;
      assert.deepEqual(wholeIn(last), ['good', 'fine']);
      assert.equal(namesIn(last).length, 32, 'none is left out');
    });

    it('cost only themselves when they have nothing in common', async () => {
      const keywords = {
        minimum: 1,
        maximum: 2,
        multipleOf: 2,
        exclusiveMinimum: 1,
        exclusiveMaximum: 9,
      };
      const namesWith = ({ chat: body }: SeenRequest): string[] =>
        (body.tools as { function: { name: string } }[])
          .filter((each) => JSON.stringify(each).includes(`"${each.function.name}":`))
          .map((each) => each.function.name);
      const { baseURL, requests } = await start((seen) => {
        const [found] = namesWith(seen);
        return found === undefined
          ? textReply('ok')
          : errorReply(400, { error: { message: `Invalid schema for function '${found}'` } });
      });
      const bad = Object.entries(keywords).map(([name, value]) => ({
        ...tool(name),
        inputSchema: { type: 'object', properties: { a: { type: 'integer', [name]: value } } },
      }));
      const chat = createOpenAiModel({ baseURL, api, model: 'apart', canCallTools: true });
      await run(chat, request([odd('good'), ...bad]));
      assert.deepEqual(
        requests.map((seen) => namesWith(seen).length),
        [5, 4, 3, 2, 1, 0],
      );
      assert.ok(requests.every((seen) => wholeIn(seen).includes('good')));
    });
  });
