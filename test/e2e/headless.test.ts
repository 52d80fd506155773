/** The headless entry as a process: events on stdout, exit codes, Ctrl+C (src/headless.ts). */
import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  callsReply,
  chunk,
  errorReply,
  startEndpoint,
  streamReply,
  textReply,
  type Script,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { isAlive } from '../fixtures/servers/alive.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { readLog, receivedMessages } from '../fixtures/servers/recorderLog.ts';

const entry = fileURLToPath(new URL('../../dist/headless.cjs', import.meta.url));

type Line = Readonly<Record<string, unknown>> & { readonly type: string };

/** A run of the headless entry, its lines as they come. */
class Run {
  readonly lines: Line[] = [];
  readonly child: ChildProcessByStdio<null, Readable, null>;
  readonly exit: Promise<number | null>;
  private readonly waiting = new Set<() => void>();

  constructor(job: string) {
    this.child = spawn(process.execPath, [entry, job], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.exit = once(this.child, 'close').then(([code]) => code as number | null);
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      this.lines.push(JSON.parse(line) as Line);
      for (const look of this.waiting) look();
    });
  }

  /** Resolves with the first line of that type. */
  line(type: string): Promise<Line> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.lines.find((line) => line.type === type);
        if (!found) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }

  get types(): string[] {
    return this.lines.map(({ type }) => type).filter((type) => type !== 'log');
  }

  /** Servers may write to their logs until they have ended. */
  get last(): Line | undefined {
    return this.lines.findLast(({ type }) => type !== 'log');
  }
}

describe('the headless entry', () => {
  const endpoints: ScriptedEndpoint[] = [];
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-headless-'));
  });
  afterEach(async () => {
    await Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close()));
    await rm(folder, { recursive: true, force: true });
  });

  async function start(script: Script, job: Readonly<Record<string, unknown>>): Promise<Run> {
    const endpoint = await startEndpoint(script);
    endpoints.push(endpoint);
    const file = join(folder, 'job.json');
    await writeFile(
      file,
      JSON.stringify({ baseURL: endpoint.baseURL, model: 'scripted', prompt: 'hi', ...job }),
    );
    return new Run(file);
  }

  it('runs one turn, prints what happens, and exits with 0', async () => {
    const script = [callsReply([{ id: 'a', name: 'mcp__demo__roots', args: {} }]), textReply('Done.')];
    const run = await start(script, {
      servers: { demo: fixtureCommand('recorder') },
      workspaceFolders: [folder],
    });
    assert.equal(await run.exit, 0);
    assert.deepEqual(
      run.types.filter((type) => type !== 'text' && type !== 'context'),
      [
        'server',
        'server',
        'instructions',
        'stepStart',
        'stepEnd',
        'callStart',
        'callProgress',
        'callEnd',
        'stepStart',
        'stepEnd',
        'turnEnd',
      ],
    );
    assert.match(JSON.stringify(await run.line('callEnd')), new RegExp(folder));
    const end = run.last;
    assert.deepEqual([end?.type, end?.['why'], end?.['price']], ['turnEnd', 'answered', null]);
  });

  it('prints what the turn cost by the price of the job, with what the endpoint had in its cache', async () => {
    let before = '';
    const counted: number[] = [];
    // Caches as endpoints do: what begins as the request before.
    const script: Script = ({ body }, index) => {
      const text = JSON.stringify([body.tools, body.messages]).slice(0, -2);
      let same = 0;
      while (same < before.length && text[same] === before[same]) same += 1;
      before = text;
      counted.push(text.length, same);
      const usage = {
        prompt_tokens: text.length,
        completion_tokens: 10,
        prompt_tokens_details: { cached_tokens: same },
      };
      const call = { index: 0, id: 'a', function: { name: 'mcp__demo__roots', arguments: '{}' } };
      const answer = index === 0 ? chunk({ tool_calls: [call] }) : chunk({ content: 'Done.' });
      return streamReply([answer, chunk({}, 'stop'), { ...chunk({}), choices: [], usage }]);
    };
    const job = { servers: { demo: fixtureCommand('recorder') }, workspaceFolders: [folder] };
    const run = await start(script, { ...job, price: { input: 2, output: 10, cachedInput: 0.5 } });
    assert.equal(await run.exit, 0);
    const [first = 0, , second = 0, cached = 0] = counted;
    assert.ok(cached > first * 0.9, `${cached} of ${first}`);
    const costs = [first * 2 + 100, (second - cached) * 2 + cached * 0.5 + 100].map(Math.round);
    const steps = run.lines.filter(({ type }) => type === 'stepEnd');
    assert.deepEqual(
      steps.map(({ price }) => price),
      costs.map((cost) => cost / 1e6),
    );
    const cost = costs.reduce((sum, each) => sum + each);
    const end = run.last;
    assert.deepEqual(end, {
      type: 'turnEnd',
      why: 'answered',
      usage: { inputTokens: first + second, outputTokens: 20, cachedTokens: cached, cost },
      price: cost / 1e6,
    });
  });

  it('reads pages of the hosts that the job names, in the worker that is shipped, and of no other', async () => {
    const site = createServer((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Page</title><p>Of a <b>host</b>.</p>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    try {
      const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
      const script = [
        callsReply([
          { id: 'a', name: 'fetch_page', args: { url: `http://${host}/` } },
          { id: 'b', name: 'fetch_page', args: { url: 'http://127.0.0.2/' } },
        ]),
        textReply('Done.'),
      ];
      const run = await start(script, { webHosts: [host], webPrivate: true });
      assert.equal(await run.exit, 0);
      const results = run.lines.filter(({ type }) => type === 'callEnd').map((line) => JSON.stringify(line));
      assert.ok(
        results.some((result) => /# Page.*Of a \*\*host\*\*/.test(result)),
        results.join(),
      );
      assert.ok(
        results.some((result) => /does not allow pages of 127\.0\.0\.2/.test(result)),
        results.join(),
      );
    } finally {
      site.close();
    }
  });

  it('lets the model keep a plan where the job says so', async () => {
    const args = { steps: [{ title: 'Look', status: 'in_progress' }] };
    const script = [callsReply([{ id: 'a', name: 'update_plan', args }]), textReply('Done.')];
    const run = await start(script, { plan: true });
    assert.equal(await run.exit, 0);
    assert.match(JSON.stringify(await run.line('callEnd')), /The plan is shown to the user: 0 of 1 done/);
  });

  it('gives the model the instructions, skills and effort of the job, by the API that it names', async () => {
    await mkdir(join(folder, '.agents/skills/pdf'), { recursive: true });
    await writeFile(join(folder, 'AGENTS.md'), 'Use pnpm.');
    await writeFile(
      join(folder, '.agents/skills/pdf/SKILL.md'),
      '---\nname: pdf\ndescription: Fills in forms.\n---\nRead the form first.',
    );
    const script = [callsReply([{ id: 'a', name: 'load_skill', args: { name: 'pdf' } }]), textReply('Done.')];
    const job = {
      workspaceFolders: [folder],
      instructions: ['agents'],
      skills: ['agents'],
      effort: 'high',
      api: 'responses',
    };
    const run = await start(script, job);
    assert.equal(await run.exit, 0);
    const [first, second] = endpoints[0]?.requests.map(({ path, body }) => ({ path, body })) ?? [];
    assert.equal(first?.path, '/v1/responses');
    assert.match(JSON.stringify(first.body), /Use pnpm\..*pdf: Fills in forms\./);
    assert.equal((first.body as { readonly reasoning?: { effort?: string } }).reasoning?.effort, 'high');
    assert.match(JSON.stringify(second?.body), /Read the form first/);
    const none = await start([textReply('Done.')], { workspaceFolders: [folder] });
    assert.equal(await none.exit, 0);
    assert.doesNotMatch(JSON.stringify(endpoints[1]?.requests[0]?.body), /pnpm|forms|effort/);
  });

  it('keeps to the context window that the job says', async () => {
    const run = await start([textReply('Done.')], { contextWindow: 4_096, maxResultTokens: 500 });
    assert.equal(await run.exit, 0);
    const { context } = await run.line('context');
    assert.equal((context as { window: number }).window, 4_096);
    const long = await start([], { contextWindow: 4_096, prompt: 'too many words '.repeat(3_000) });
    assert.equal(await long.exit, 1);
    assert.match(
      String((await long.line('turnEnd'))['reason']),
      /about [\d,]+ tokens, but model "scripted" accepts only 4,096/,
    );
  });

  it('exits with 1 and the reason when the endpoint fails', async () => {
    const run = await start([errorReply(404, { error: { message: 'no such model' } })], {});
    assert.equal(await run.exit, 1);
    const end = await run.line('turnEnd');
    assert.deepEqual([end['why'], end['kind']], ['failed', 'not-found']);
    assert.match(String(end['reason']), /scripted/);
  });

  it('says what is wrong with a job, and with servers in it', async () => {
    const bad = await start([], { model: 7 });
    assert.equal(await bad.exit, 1);
    assert.match(String((await bad.line('turnEnd'))['reason']), /not a valid job/);
    const run = await start([textReply('ok')], { servers: { demo: { command: 3 } } });
    assert.equal(await run.exit, 0);
    assert.match(JSON.stringify(run.lines[0]), /patchbay\.servers\.demo\.command/);
  });

  it('takes the values of variables from the job, and says which one it lacks', async () => {
    const call = { id: 'a', name: 'mcp__demo__env', args: { name: 'KEY' } };
    const run = await start([callsReply([call]), textReply('Done.')], {
      servers: {
        demo: { ...fixtureCommand('recorder'), env: { KEY: '${input:user}:${secret:pass}' } },
        lacking: { ...fixtureCommand('recorder'), env: { KEY: '${secret:other}' } },
      },
      inputs: { user: 'blue' },
      secrets: { pass: 'a "b"\n' },
    });
    assert.equal(await run.exit, 0);
    assert.match(JSON.stringify(await run.line('callEnd')), /blue:a \\+"b\\+"\\+n/);
    const failed = run.lines.find(({ state }) => state === 'error');
    assert.equal(failed?.['server'], 'lacking');
    assert.match(String(failed['reason']), /\$\{secret:other\} .* the job's "secrets" do not give it/);
  });

  it('cancels on SIGINT as Escape does, tells the server, and leaves no child behind', async () => {
    const log = join(folder, 'log');
    const script = [callsReply([{ id: 'a', name: 'mcp__demo__sleep', args: { ms: 30_000 } }])];
    const run = await start(script, { servers: { demo: fixtureCommand('recorder', '--log', log) } });
    await run.line('callProgress');
    run.child.kill('SIGINT');
    assert.equal(await run.exit, 1);
    assert.deepEqual([run.last?.type, run.last?.['why']], ['turnEnd', 'cancelled']);
    assert.equal(receivedMessages(log, 'notifications/cancelled').length, 1);
    assert.deepEqual(
      readLog(log)
        .map(({ pid }) => pid)
        .filter(isAlive),
      [],
    );
  });
});
