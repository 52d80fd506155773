/** What a server calls its tools, and says of them, reaches people as plain, bounded text. */
import assert from 'node:assert/strict';
import { mcpTools } from '../../../src/tools/mcpTools.ts';
import { fixtureCommand } from '../../fixtures/servers/command.ts';
import { Bench } from '../mcp/support.ts';

const trick = /[\p{Cc}\p{Cf}]/u;

describe('texts of a hostile server', () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench();
    await bench.start({ demo: fixtureCommand('misbehaving', 'hostile-texts') });
  });
  after(() => bench.dispose());

  const tools = () => mcpTools(bench.manager.servers);
  const call = (name: string, onProgress: (progress: unknown) => void = () => undefined) => {
    const tool = tools().find((each) => each.name === name);
    assert.ok(tool);
    return tool.call({}, { signal: new AbortController().signal, onProgress, approved: [] });
  };

  it('are one plain, short line where they name a tool', () => {
    const labels = tools().map(({ title, name }) => title ?? name);
    for (const label of labels) {
      assert.doesNotMatch(label, trick);
      assert.ok(label.length <= 120, label);
    }
    assert.equal(labels[0], 'na[31mme');
    assert.match(labels[1] ?? '', /^\[31mti tle x+…$/);
  });

  it('leave the name alone that the server knows the tool by', async () => {
    const [first] = tools();
    assert.match(first?.name ?? '', trick);
    assert.equal((await call(first?.name ?? '')).status, 'success');
  });

  it('are plain in progress and in links, and the address stays the same one', async () => {
    const progress: { message?: string }[] = [];
    const { content } = await call('link', (each) => progress.push(each as { message?: string }));
    assert.equal(progress.find(({ message }) => message)?.message, 'half[31m way');
    const [link] = content;
    assert.ok(link?.type === 'link');
    assert.doesNotMatch(Object.values(link).join(''), trick);
    assert.equal(new URL(link.uri).href, 'https://example.com/%E2%80%AE%E2%80%8B%07%1B[31mx');
    assert.ok((link.title?.length ?? 0) <= 200);
  });

  it('are plain and bounded in a refusal', async () => {
    const { status, content } = await call('refuse');
    assert.equal(status, 'error');
    const [said] = content;
    assert.ok(
      said?.type === 'text' && said.text.startsWith('no[31mpe'),
      JSON.stringify(content).slice(0, 99),
    );
    assert.ok(said.text.length <= 8_000);
  });
});
