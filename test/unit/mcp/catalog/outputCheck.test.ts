/** Structured results and the schemas they should fit (features.md, B2). */
import assert from 'node:assert/strict';
import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { OutputChecks } from '../../../../src/mcp/catalog/schemaCheck.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { Bench } from '../support.ts';

describe('the check of structured results', () => {
  const log: string[] = [];
  const checks = () => new OutputChecks({ append: (level, _, text) => void log.push(`${level}: ${text}`) });
  // The first check loads code, which a busy machine may not do within the limit for a check.
  before(() => void checks().check(tool(sized), result({ n: 1 })));
  beforeEach(() => void log.splice(0));

  const tool = (outputSchema: object): Tool =>
    ({ name: 'measure', inputSchema: { type: 'object' }, outputSchema }) as Tool;
  const result = (structuredContent?: unknown, isError = false) =>
    ({
      content: [{ type: 'text', text: 'ten' }],
      ...(structuredContent !== undefined && { structuredContent }),
      isError,
    }) as CallToolResult;
  const sized = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  const warningOf = ({ content }: CallToolResult) => {
    const [, second] = content;
    return second?.type === 'text' ? second.text : undefined;
  };

  it('says nothing of a result that fits', () => {
    const fits = result({ n: 10 });
    assert.equal(checks().check(tool(sized), fits), fits);
    assert.deepEqual(log, []);
  });

  it('keeps a result that does not fit, and warns its readers and the log', () => {
    const checked = checks().check(tool(sized), result({ n: 'ten' }));
    assert.deepEqual(checked.structuredContent, { n: 'ten' });
    assert.deepEqual(checked.content[0], { type: 'text', text: 'ten' });
    assert.match(warningOf(checked) ?? '', /does not fit the output schema of its tool: .*"string"/);
    assert.equal(log.length, 1);
  });

  it('misses structured content that was announced, but not from a failure', () => {
    assert.match(warningOf(checks().check(tool(sized), result())) ?? '', /it has no structured content/);
    assert.equal(warningOf(checks().check(tool(sized), result(undefined, true))), undefined);
  });

  it('mentions a schema that cannot be used once, however often its tool is called', () => {
    const each = checks();
    const broken = { type: 'object', properties: { n: { $ref: '#/$defs/nowhere' } } };
    for (const _ of [1, 2]) assert.equal(warningOf(each.check(tool(broken), result({ n: 1 }))), undefined);
    assert.equal(log.length, 1);
    assert.match(log[0] ?? '', /warning: Results of tool "measure" are not checked/);
  });

  it('fetches nothing that a schema refers to', () => {
    const remote = { type: 'object', properties: { n: { $ref: 'http://127.0.0.1:1/schema.json' } } };
    checks().check(tool(remote), result({ n: 1 }));
    assert.match(log[0] ?? '', /cannot be used/);
  });

  it('is not held up by a pattern that takes for ever', () => {
    const slow = { type: 'object', properties: { n: { type: 'string', pattern: '^(a+)+$' } } };
    checks().check(tool(slow), result({ n: `${'a'.repeat(50)}b` }));
    assert.match(log[0] ?? '', /timed out/);
  });

  it('does not look at a schema that is too deep or too long', () => {
    let deep: object = { type: 'number' };
    for (let level = 0; level < 10_000; level++) deep = { not: deep };
    checks().check(tool({ type: 'object', properties: { n: deep } }), result({ n: 1 }));
    checks().check(tool({ type: 'object', title: 'x'.repeat(300_000) }), result({ n: 1 }));
    assert.match(log.join('\n'), /nested too deeply[^]*too long/);
  });

  it('is made of what a server really answers, and leaves a broken neighbour out of it', async () => {
    const bench = new Bench();
    try {
      await bench.start({ demo: fixtureCommand('misbehaving', 'bad-output') });
      assert.match(warningOf(await bench.call('demo', 'unfit')) ?? '', /does not fit/);
      assert.equal(warningOf(await bench.call('demo', 'uncompilable')), undefined);
      assert.ok(bench.log.some((line) => /tool "uncompilable" are not checked/.test(line)));
    } finally {
      await bench.dispose();
    }
  });
});
