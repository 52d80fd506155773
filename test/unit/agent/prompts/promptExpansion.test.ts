/** What a turn can begin with besides a text: prompts and attachments, from real servers. */
import assert from 'node:assert/strict';
import { Conversation, PromptExpansion } from '../../../../src/agent/index.ts';
import { composerOffer, promptMessages, toConversation } from '../../../../src/agent/prompts/prompts.ts';
import { OpenedResources } from '../../../../src/tools/index.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { Bench } from '../../mcp/support.ts';

const never = new AbortController().signal;

describe('the beginning of a turn', () => {
  const bench = new Bench();
  const openings = new PromptExpansion(bench.manager, new OpenedResources());
  before(() => bench.start({ modern: fixtureCommand('modern') }));
  after(() => bench.dispose());

  it('can be a prompt, whose last word the user has, because a model answers no other', async () => {
    const { content: said, messages } = await openings.expandPrompt(
      'modern',
      'greet',
      { language: 'French' },
      never,
    );
    assert.equal(said.text, '/modern.greet\nlanguage: French');
    assert.deepEqual(
      said.prompt?.messages.map(({ role }) => role),
      ['user', 'assistant'],
    );
    assert.deepEqual(messages, [
      { role: 'user', text: '', content: [{ type: 'text', text: 'Greet in French.' }] },
      { role: 'assistant', text: 'Which word?', calls: [] },
      { role: 'user', text: 'Continue.' },
    ]);
  });

  it('can be a message with resources, which are read now', async () => {
    await bench.call('modern', 'write', { text: 'now' });
    const note = { kind: 'resource', server: 'modern', uri: 'memo://note', name: 'note' } as const;
    const { content: said, messages } = await openings.expandMessage('Read it', [note], never);
    assert.deepEqual(said, { text: 'Read it', attachments: [note] });
    const content = [{ type: 'resource', uri: 'memo://note', mimeType: 'text/plain', text: 'now' }];
    assert.deepEqual(messages, [{ role: 'user', text: 'Read it', content }]);
  });

  it('says of an attachment that its text looks like a secret', async () => {
    const read = { content: [{ type: 'text', text: 'x' }], holdsSecret: true } as const;
    const own = new PromptExpansion(bench.manager, new OpenedResources(), () => Promise.resolve(read));
    const file = { kind: 'file', name: 'a', uri: 'file:///w/a' } as const;
    const { content: said } = await own.expandMessage('Read it', [file], never);
    assert.deepEqual(said.attachments, [{ ...file, holdsSecret: true }]);
  });

  it('has the instructions of folders of attached files, named beside those of a skill', async () => {
    const asked: (readonly string[])[] = [];
    const own = new PromptExpansion(
      bench.manager,
      new OpenedResources(),
      () => Promise.resolve({ content: [{ type: 'text', text: 'code' }] }),
      undefined,
      (uris) => {
        asked.push(uris);
        const given = [{ path: '/w/src/AGENTS.md', digest: 'd', text: 'For src: two spaces.' }];
        return Promise.resolve({ given, files: [{ name: 'src/AGENTS.md', notes: [] }] });
      },
    );
    const file = { kind: 'file', uri: 'file:///w/src/a.ts', name: 'a.ts' } as const;
    const conversation = new Conversation('c');
    const { messages, instructions } = await own.expandMessage('Look', [file], never, conversation);
    assert.deepEqual(asked, [[file.uri]]);
    assert.deepEqual(messages, [
      {
        role: 'user',
        text: 'Look',
        content: [
          { type: 'text', text: 'code' },
          { type: 'text', text: 'For src: two spaces.' },
        ],
        instructions: [{ path: '/w/src/AGENTS.md', digest: 'd' }],
      },
    ]);
    assert.deepEqual(instructions, [{ name: 'src/AGENTS.md', notes: [] }]);
  });

  it('can be a message with things of the editor, which the editor reads, and says what it left out', async () => {
    const long = { kind: 'file', uri: 'file:///w/long.ts', name: 'long.ts' } as const;
    const gone = { kind: 'file', uri: 'file:///w/gone.ts', name: 'gone.ts' } as const;
    const own = new PromptExpansion(bench.manager, new OpenedResources(), ({ name }) =>
      name === 'long.ts'
        ? Promise.resolve({ content: [{ type: 'text', text: 'code' }], note: 'The rest was left out.' })
        : Promise.reject(new Error('The file no longer exists.')),
    );
    const { content: said, messages } = await own.expandMessage('Read it', [long], never);
    assert.deepEqual(said.attachments, [{ ...long, note: 'The rest was left out.' }]);
    assert.deepEqual(messages, [
      { role: 'user', text: 'Read it', content: [{ type: 'text', text: 'code' }] },
    ]);
    await assert.rejects(
      own.expandMessage('', [gone], never),
      /^Error: "gone\.ts" could not be read\. The file no longer exists/,
    );
    await assert.rejects(openings.expandMessage('', [long], never), /Only an editor can read/);
  });

  it('can restrict the tools to those of a server that is connected', async () => {
    const server = { kind: 'server', server: 'modern', name: 'modern' } as const;
    const { onlyServers, messages } = await openings.expandMessage('Go', [server], never);
    assert.deepEqual(onlyServers, ['modern']);
    assert.match(JSON.stringify(messages), /use the tools of the server \\"modern\\"/);
    const other = { kind: 'server', server: 'gone', name: 'gone' } as const;
    await assert.rejects(
      openings.expandMessage('Go', [other], never),
      /"gone" cannot be used\. The server "gone" no longer exists/,
    );
    assert.equal((await openings.expandMessage('Go', [], never)).onlyServers, undefined);
  });

  it('is refused with a sentence that says what could not be had', async () => {
    const big = { kind: 'resource', server: 'modern', uri: 'memo://big', name: 'big' } as const;
    await assert.rejects(
      openings.expandMessage('', [big], never),
      /"big" could not be read\. The resource is too large \(11\.0 MB\)/,
    );
    await assert.rejects(openings.expandPrompt('gone', 'p', {}, never), /The server "gone" no longer exists/);
    await assert.rejects(openings.expandPrompt('modern', 'p', {}, never), /MCP error -32602/);
  });

  it('knows the prompts of connected servers, with texts that are harmless to show', () => {
    const { prompts, hasResources } = openings.offer;
    assert.deepEqual([prompts.length, hasResources], [1, true]);
    assert.deepEqual(
      prompts[0]?.arguments.map(({ name, required }) => [name, required]),
      [
        ['language', true],
        ['word', false],
      ],
    );
    const hostile = {
      name: 's',
      state: {
        kind: 'connected',
        catalog: {
          resources: [],
          templates: [],
          prompts: [
            { name: 'a', description: `\u202e${'x'.repeat(10_000)}` },
            { name: 'n'.repeat(10_000) },
            ...Array.from({ length: 2_000 }, (_, index) => ({ name: `p${index}` })),
          ],
        },
      },
    };
    const offer = composerOffer({ servers: [hostile] } as unknown as Parameters<typeof composerOffer>[0]);
    assert.equal(offer.prompts.length, 500);
    assert.match(offer.prompts[0]?.description ?? '', /^x{499}…$/);
    assert.equal(offer.prompts[1]?.name, 'p0');
  });

  it('has no two messages of the same role in a row', () => {
    const text = (said: string) => ({ type: 'text', text: said });
    const merged = promptMessages([
      { role: 'user', content: text('a') },
      { role: 'user', content: text('b') },
      { role: 'assistant', content: { type: 'image', mimeType: 'image/png', data: 'AAAA' } },
      { role: 'user', content: text('c') },
    ]);
    assert.deepEqual(
      merged.map(({ content }) => content.length),
      [2, 1, 1],
    );
    assert.deepEqual(toConversation(merged)[1], { role: 'assistant', text: '[image: image/png]', calls: [] });
  });
});
