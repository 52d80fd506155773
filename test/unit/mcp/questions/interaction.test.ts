/** What servers ask of the user: answered in both eras, and not announced if nobody is there to answer. */
import assert from 'node:assert/strict';
import { everythingCommand } from '../../../../scripts/demo/everything.ts';
import type { Interaction } from '../../../../src/mcp/index.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { Bench, textOf } from '../support.ts';

describe('questions of servers', () => {
  let bench: Bench;
  const open = async (interaction?: Interaction, server: object = everythingCommand) => {
    bench = new Bench({ ...(interaction && { interaction }) });
    await bench.start({ demo: server });
  };
  const toolNames = () => {
    const { state } = bench.server('demo');
    return state.kind === 'connected' ? state.catalog.tools.map(({ name }) => name) : [];
  };
  /** server-everything adds the tools that need a capability after the connection is up. */
  const whenOffered = (tool: string) => bench.when(() => toolNames().includes(tool) || undefined);

  afterEach(() => bench.dispose());

  it('are not announced as possible if nobody answers them', async () => {
    await open();
    await whenOffered('get-roots-list');
    assert.deepEqual(
      toolNames().filter((name) => /elicitation|sampling/.test(name)),
      [],
    );
  });

  it('have a form filled in, with the defaults for what is left out', async () => {
    const asked: string[] = [];
    await open({
      form: async (request, from) => {
        asked.push(from.server);
        assert.ok(Object.keys(request.requestedSchema.properties).length > 5);
        return { action: 'accept', content: { name: 'Ada' } };
      },
    });
    await whenOffered('trigger-elicitation-request');
    const { content } = await bench.call('demo', 'trigger-elicitation-request');
    const text = JSON.stringify(content);
    assert.match(text, /User provided/);
    assert.match(text, /Ada/);
    assert.deepEqual(asked, ['demo']);
  });

  it('hear that the user declined', async () => {
    await open({ form: async () => ({ action: 'decline' }) });
    await whenOffered('trigger-elicitation-request');
    assert.match(textOf(await bench.call('demo', 'trigger-elicitation-request')), /declined/);
  });

  it('have a URL visited, if that is all that can be done', async () => {
    const visited: string[] = [];
    await open({
      url: async ({ url }) => {
        visited.push(url);
        return { action: 'accept' };
      },
    });
    await whenOffered('trigger-url-elicitation');
    assert.match(
      textOf(await bench.call('demo', 'trigger-url-elicitation', { url: 'https://example.com/pay' })),
      /completed/,
    );
    assert.deepEqual(visited, ['https://example.com/pay']);
  });

  it('have a page visited before the call that needs it is made again', async () => {
    const visited: [string, boolean | undefined][] = [];
    await open({
      url: async ({ url }, { page }) => {
        visited.push([url, page?.waits]);
        return { action: 'accept' };
      },
    });
    await whenOffered('trigger-url-elicitation');
    const args = { url: 'https://example.com/pay', errorPath: true };
    assert.match(textOf(await bench.call('demo', 'trigger-url-elicitation', args)), /completed/);
    assert.deepEqual(visited, [
      ['https://modelcontextprotocol.io', true],
      ['https://example.com/pay', false],
    ]);
  });

  it('make the call fail with the reason if the user does not visit the page it needs', async () => {
    await open({ url: async () => ({ action: 'decline' }) });
    await whenOffered('trigger-url-elicitation');
    const args = { url: 'https://example.com/pay', errorPath: true };
    await assert.rejects(bench.call('demo', 'trigger-url-elicitation', args), /visit a page.*declined/);
  });

  it('have a model answer', async () => {
    await open({
      sample: async ({ messages, maxTokens }) => ({
        model: 'test',
        role: 'assistant',
        content: { type: 'text', text: `${messages.length} message, at most ${maxTokens} tokens` },
      }),
    });
    await whenOffered('trigger-sampling-request');
    const { content } = await bench.call('demo', 'trigger-sampling-request', { prompt: 'Hi', maxTokens: 7 });
    assert.match(JSON.stringify(content), /1 message, at most 7 tokens/);
  });

  it('are answered within the call in the modern era', async () => {
    await open(
      { form: async () => ({ action: 'accept', content: { name: 'Ada' } }) },
      fixtureCommand('modern'),
    );
    const progress: unknown[] = [];
    const onProgress = (made: unknown) => progress.push(made);
    assert.equal(textOf(await bench.call('demo', 'ask', {}, { onProgress })), 'Hello Ada');
    assert.deepEqual(progress, []);
  });

  it('have a model answer within the call in the modern era', async () => {
    await open(
      {
        sample: async ({ messages, maxTokens }) => ({
          model: 'test',
          role: 'assistant',
          content: { type: 'text', text: `${messages.length} message, at most ${maxTokens} tokens` },
        }),
      },
      fixtureCommand('modern'),
    );
    assert.match(
      textOf(await bench.call('demo', 'consult')),
      /The model says: .*1 message, at most 100 tokens/,
    );
  });

  it('make the call fail in the modern era if nobody answers', async () => {
    await open(undefined, fixtureCommand('modern'));
    await assert.rejects(bench.call('demo', 'ask'));
  });
});
