/** What the user says that a model can do is what the requests go by. */
import assert from 'node:assert/strict';
import { createOpenAiModel, resolveEndpoint, type Abilities } from '../../../../src/models/index.ts';
import { apis, errorReply, textReply, type Reply } from '../../../fixtures/endpoint.ts';
import { asking, continuing, run, useEndpoints } from '../support.ts';

for (const api of apis)
  describe(`a model with abilities that the user has set (${api})`, () => {
    const start = useEndpoints();

    const endpointFor = async (abilities: Abilities, replies: readonly Reply[] = [textReply('a')]) => {
      const { baseURL, requests } = await start(replies);
      const settings = { baseURL, model: 'scripted', ...abilities };
      const model = createOpenAiModel(await resolveEndpoint(settings, {}, async () => undefined));
      return { model, requests };
    };

    it('gets the field for parallel calls only if it is set, and only with tools', async () => {
      const said = async (abilities: Abilities, tools: readonly string[] = ['read']) => {
        const { model, requests } = await endpointFor(abilities);
        await run(model, asking('Hi', tools));
        return requests[0]?.chat.parallel_tool_calls;
      };
      assert.equal(await said({}), undefined);
      assert.equal(await said({ parallelCalls: false }), false);
      assert.equal(await said({ parallelCalls: true }), true);
      assert.equal(await said({ parallelCalls: false }, []), undefined);
    });

    it('is asked again without parallel_tool_calls where the endpoint refuses it (o-series)', async () => {
      const message = "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.";
      const replies = [errorReply(400, { error: { message } }), textReply('a'), textReply('b')];
      const { model, requests } = await endpointFor({ parallelCalls: false }, replies);
      assert.equal((await run(model, asking('Hi', ['read']))).text, 'a');
      assert.equal((await run(model, asking('Hi', ['read']))).text, 'b');
      assert.deepEqual(
        requests.map(({ chat: body }) => ['parallel_tool_calls' in body, body.tools.length]),
        [
          [true, 1],
          [false, 1],
          [false, 1],
        ],
      );
    });

    it('gets the names of images instead of images if it cannot see', async () => {
      const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' } as const;
      const messages = [
        { role: 'user', text: 'Look', content: [image] },
        { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'shoot', argsText: '{}' }] },
        { role: 'tool', callId: 'c1', content: [image], isError: false },
      ] as const;
      const { model, requests } = await endpointFor({ images: false });
      await run(model, continuing(messages));
      const sent = JSON.stringify(requests[0]?.chat.messages);
      assert.doesNotMatch(sent, /image_url|iVBORw0KGgo/);
      assert.equal(sent.match(/\[image: image\/png, 8 bytes; it cannot be shown to you\]/g)?.length, 2);
      const seeing = await endpointFor({});
      await run(seeing.model, continuing(messages));
      assert.equal(JSON.stringify(seeing.requests[0]?.chat.messages).match(/iVBORw0KGgo/g)?.length, 2);
    });

    it('gets its tools in the schema of the profile that is set, whatever its name is', async () => {
      const inputSchema = {
        type: 'object',
        properties: { kind: { anyOf: [{ const: 1 }, { type: 'string', pattern: '^a$' }] } },
        additionalProperties: false,
      };
      const written = async (schema: Abilities['schema']) => {
        const { model, requests } = await endpointFor({ schema });
        const tools = [{ name: 'read', description: 'Reads', inputSchema }];
        await run(model, { messages: [{ role: 'user', text: 'Hi' }], tools });
        return JSON.stringify(requests[0]?.chat.tools[0].function.parameters);
      };
      const standard = await written('standard');
      assert.equal(await written(undefined), standard);
      assert.match(standard, /additionalProperties/);
      assert.match(await written('gemini'), /anyOf/);
      assert.doesNotMatch(await written('gemini'), /additionalProperties|"pattern"/);
      assert.doesNotMatch(await written('plain'), /anyOf|additionalProperties|"pattern"/);
    });
  });
