/** Calls of real servers that end without a result (features.md, B4, C7). */
import assert from 'node:assert/strict';
import { runCalls } from '../../../src/agent/turn/calls.ts';
import { mcpTools } from '../../../src/tools/mcpTools.ts';
import { fixtureCommand } from '../../fixtures/servers/command.ts';
import { allow } from '../agent/tools.ts';
import { Bench } from '../mcp/support.ts';

describe('a call of a server that ends without a result', () => {
  let bench: Bench;
  afterEach(() => bench.dispose());

  /** What the model gets of the call. `onShown` is told each progress message. */
  async function resultOf(
    tool: string,
    timeout: number,
    onShown: (message: string, stop: () => void) => void = () => undefined,
  ): Promise<string> {
    bench = new Bench();
    await bench.start({ demo: { ...fixtureCommand('misbehaving', 'progress-then-nothing'), timeout } });
    const stop = new AbortController();
    const [message] = await runCalls({
      step: 1,
      calls: [{ id: 'c1', name: tool, argsText: '{}' }],
      tools: new Map(mcpTools(bench.manager.servers).map((each) => [each.name, each])),
      approve: allow,
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'callProgress') onShown(event.progress.message ?? '', () => stop.abort());
      },
    });
    return message?.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n') ?? '';
  }

  const rows = Array.from({ length: 60 }, (_, index) => `read row ${index + 1}`).join('\n');

  it('has all messages of its progress after the word that the connection was lost', async () => {
    const text = await resultOf('dieHalfway', 60_000);
    assert.match(text, /^The connection to server "demo" was lost during the call\./);
    assert.match(text, /\nThe call ended without a result after [\d.]+ m?s\. Until then it had returned:\n/);
    assert.ok(text.endsWith(rows), text.slice(-200));
  });

  it('has all messages of its progress after the text of the time-out', async () => {
    const text = await resultOf('hang', 400);
    assert.match(text, /^Tool execution timed out after 400 ms\nThe call was stopped after /);
    assert.ok(text.endsWith(rows), text.slice(-200));
  });

  it('has the messages of its progress until the user stopped it', async () => {
    const text = await resultOf('hang', 60_000, (message, stop) => {
      if (message === 'read row 20') stop();
    });
    assert.match(text, /^Cancelled by the user\.\nThe call was stopped after /);
    assert.match(text, /read row 1\nread row 2\n[^]*read row 20/);
  });
});
