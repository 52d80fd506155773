import assert from 'node:assert/strict';
import { createOpenAiModel, metered, withRetries } from '../../../src/models/index.ts';
import type { MeteredRequest } from '../../../src/protocol/index.ts';
import {
  apis,
  chunk,
  errorReply,
  streamReply,
  textReply,
  usageChunk,
  type Script,
} from '../../fixtures/endpoint.ts';
import { asking, run, useEndpoints } from './support.ts';
import { defined } from '../defined.ts';

const price = { input: 1, output: 2 };

for (const api of apis)
  describe(`a metered model (${api})`, () => {
    const start = useEndpoints();

    const meter = async (script: Script) => {
      const { baseURL } = await start(script);
      const requests: MeteredRequest[] = [];
      const model = createOpenAiModel({ baseURL, api, model: 'm', canCallTools: false, price });
      const policy = { attempts: 1, firstMs: 0, capMs: 0, totalMs: 10 };
      const context = { wait: async () => undefined, random: () => 0 };
      return {
        requests,
        host: new URL(baseURL).host,
        model: withRetries(
          metered(model, (request) => requests.push(request)),
          policy,
          context,
        ),
      };
    };

    it('tells of each request, with its price', async () => {
      const answer = streamReply([chunk({ content: 'Hi' }), usageChunk(100, 10)]);
      const { model, requests, host } = await meter([answer, answer]);
      await run(model);
      await run(model);
      const usage = { inputTokens: 100, outputTokens: 10, cost: 120 };
      const request = { model: 'm', host, usage };
      assert.deepEqual(defined(requests), [request, request]);
    });

    it('tells of an answer without usage, of one that broke off, and of one that nobody waited for', async () => {
      const silent = streamReply([chunk({ content: 'Hi' }), chunk({}, 'stop')]);
      const broken = streamReply([chunk({ content: 'Hi' })], { end: 'cut' });
      const { model, requests, host } = await meter([silent, broken, textReply('Hi')]);
      await run(model);
      await assert.rejects(run(model));
      for await (const event of model.stream(asking('Hi'), new AbortController().signal))
        if (event.type === 'text') break;
      const request = { model: 'm', host };
      assert.deepEqual(defined(requests), [request, request, request]);
    });

    it('does not tell of a request that was refused', async () => {
      const { model, requests } = await meter([errorReply(503), textReply('Hi')]);
      await run(model);
      assert.equal(requests.length, 1);
      const { model: refused, requests: none } = await meter([errorReply(401)]);
      await assert.rejects(run(refused));
      assert.deepEqual(none, []);
    });
  });
