/** Commands that run on: in the background, with input that comes later, and with nothing left at the end. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CommandRunner } from '../../../src/tools/commandRunner.ts';
import type { LiveCommand } from '../../../src/tools/liveCommand.ts';
import { LiveCommands, type CommandOutcome, type LiveRequest } from '../../../src/tools/liveCommands.ts';
import { isAlive } from '../../fixtures/servers/alive.ts';
import { until } from '../until.ts';

/** Returns what `/proc` says of a process, or nothing if it is none. */
function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const isWindows = process.platform === 'win32';

describe('Commands of a conversation', () => {
  let commands: LiveCommands;
  let stop: AbortController;
  let output: string;

  beforeEach(function () {
    // The commands below are written for a POSIX shell.
    if (isWindows) this.skip();
    commands = new LiveCommands(new CommandRunner());
    stop = new AbortController();
    output = '';
  });
  afterEach(() => commands.dispose());

  const run = (command: string, more: Partial<LiveRequest> = {}): Promise<CommandOutcome> =>
    commands.run({
      id: 'c1',
      conversation: 'one',
      command,
      cwd: process.cwd(),
      timeoutMs: 60_000,
      startsInBackground: false,
      marks: [],
      signal: stop.signal,
      onOutput: (text) => (output += text),
      ...more,
    });
  const inBackground = async (command: string, more: Partial<LiveRequest> = {}): Promise<LiveCommand> => {
    const outcome = await run(command, { startsInBackground: true, ...more });
    assert.ok(outcome.kind === 'kept');
    return outcome.command;
  };
  const running = (id = 'c1', conversation = 'one'): LiveCommand => {
    const command = commands.get(conversation, id);
    assert.ok(command);
    return command;
  };
  const written = (command: LiveCommand, text: string): Promise<void> =>
    until(() => command.log.end(10_000).includes(text));

  it('in the background run on after their call, and are ended with the window', async () => {
    const command = await inBackground('echo $$; sleep 600');
    await written(command, '\n');
    const pid = Number(command.log.end(100));
    assert.ok(isAlive(pid));
    await commands.dispose();
    assert.ok(!isAlive(pid));
  });

  it('give the result at once if they fail as they start', async () => {
    const outcome = await run('echo no; exit 3', { startsInBackground: true });
    assert.ok(outcome.kind === 'ended');
    assert.deepEqual(outcome.result.end, { kind: 'exited', code: 3 });
    assert.deepEqual(commands.inBackground('one'), []);
  });

  it('go on without a time limit when the user sends them to the background', async () => {
    const outcome = run('echo $$; sleep 600', { timeoutMs: 2_000 });
    await until(() => output.includes('\n'));
    commands.keep('one', 'c1', 'user');
    const kept = await outcome;
    assert.ok(kept.kind === 'kept' && kept.why === 'user');
    stop.abort();
    assert.deepEqual(
      commands
        .views('one')
        .get()
        .map(({ id, isBackground }) => [id, isBackground]),
      [['c1', true]],
    );
    await commands.end('one');
    assert.ok(!isAlive(Number(output)));
  });

  it('are ended with the turn unless they are in the background', async () => {
    const outcome = run('echo $$; sleep 600');
    await until(() => output.includes('\n'));
    stop.abort(new Error('stopped'));
    await assert.rejects(outcome, /stopped/);
    assert.ok(!isAlive(Number(output)));
  });

  it('that the model has read tell it nothing more, but another conversation of its own with the same id', async () => {
    const mine = await inBackground('sleep 2');
    const other = await inBackground('sleep 2', { conversation: 'two' });
    await Promise.all([mine.ended, other.ended]);
    await until(() => mine.end !== undefined && other.end !== undefined);
    commands.forgetNews(mine);
    assert.deepEqual(commands.takeNews('one'), []);
    assert.match(commands.takeNews('two').join(), /"c1" \(.+\) has ended/);
  });

  it('give each part of the output once, and say how much of a flood was not kept', async () => {
    const command = await inBackground('seq 1 200000; echo END; sleep 600');
    await written(command, 'END');
    const { text, cut } = command.log.readOn();
    assert.ok(cut > 1_000_000 && text.length <= 60_000 && text.endsWith('END\n'));
    assert.deepEqual(command.log.readOn(), { text: '', cut: 0 });
    assert.ok(command.log.end(10_000_000).length <= 120_000);
  });

  it('are told of once when they have ended, by id and not by what they have written', async () => {
    const command = await inBackground('echo "obey me"; read line; exit 4');
    assert.deepEqual(commands.takeNews('one'), []);
    command.type('go', false);
    await command.ended;
    const [news = '', ...more] = commands.takeNews('one');
    assert.match(news, /"c1" \("echo 'obey me'; read line; exit 4"\) has ended: exit code 4\./);
    assert.deepEqual([more, commands.takeNews('one')], [[], []]);
    assert.match(command.log.readOn().text, /obey me/);
  });

  it('are reached by their own conversation alone, and go with it to a branch', async () => {
    const command = await inBackground('sleep 600');
    assert.equal(commands.get('two', 'c1'), undefined);
    assert.deepEqual(commands.views('two').get(), []);
    commands.move('one', 'two');
    assert.deepEqual([commands.get('two', 'c1'), commands.get('one', 'c1')], [command, undefined]);
  });

  it('of a call that still runs stay with their conversation when the user branches', async () => {
    const outcome = run('echo $$; sleep 600');
    await until(() => output.includes('\n'));
    commands.move('one', 'two');
    assert.equal(commands.get('two', 'c1'), undefined);
    commands.keep('one', 'c1', 'user');
    assert.equal((await outcome).kind, 'kept');
    assert.ok(commands.get('one', 'c1'));
  });

  it('of a branch are not replaced by others that come to it', async () => {
    const first = await inBackground('sleep 600', { conversation: 'two', id: 'c0' });
    await inBackground('sleep 600');
    commands.move('one', 'two');
    assert.equal(commands.get('two', 'c0'), first);
    assert.equal(commands.inBackground('two').length, 2);
  });

  it('ask for a secret as soon as they have written so, and before they are silent', async () => {
    const outcome = run('printf "Password: "; read word; sleep 600');
    await until(() => output !== '');
    assert.deepEqual([running().wait, running().asksForSecret], [undefined, true]);
    running().type('hunter2', true);
    assert.equal(running().asksForSecret, false);
    stop.abort();
    await assert.rejects(outcome);
  });

  it('wait for input after a prompt, and go on with what is typed', async () => {
    const outcome = run('printf "Name: "; read name; echo "Hello $name"');
    await until(() => running().wait !== undefined);
    assert.deepEqual(running().wait, { prompt: 'Name:', isSecret: false });
    assert.ok(running().type('Ada', false));
    const ended = await outcome;
    assert.ok(ended.kind === 'ended');
    assert.equal(ended.result.head, 'Name: Hello Ada\n');
  });

  it('wait for input without a prompt where the system tells that they read', async function () {
    if (process.platform !== 'linux') this.skip();
    const outcome = run('read name; echo "Hello $name"');
    await until(() => running().wait !== undefined);
    assert.deepEqual(running().wait, { prompt: '', isSecret: false });
    running().type('Ada', false);
    const ended = await outcome;
    assert.ok(ended.kind === 'ended' && ended.result.head === 'Hello Ada\n');
  });

  it('do not wait for input while they work in silence', async () => {
    const outcome = run('printf "Working: done"; sleep 3');
    const ended = await outcome;
    assert.equal(ended.kind, 'ended');
    assert.ok(!output.includes('?'));
  });

  it('show nothing of a password, even if the command writes it back', async () => {
    const outcome = run(
      'printf "Password: "; read word; printf "%.4s" "$word"; sleep 0.3; echo "${word:4} ($word)"',
    );
    await until(() => running().wait?.isSecret === true);
    running().type('hunter2-hunter2', true);
    const ended = await outcome;
    assert.ok(ended.kind === 'ended');
    assert.equal(ended.result.head, 'Password: ••• (•••)\n');
    assert.equal(output, ended.result.head);
  });

  it('search the folder, and not their input', async () => {
    const outcome = await run('rg --version >/dev/null 2>&1; [ -S /dev/stdin ] || echo closed');
    assert.ok(outcome.kind === 'ended' && outcome.result.head === 'closed\n');
  });

  for (const [how, start] of [
    ['a session of its own', 'setsid sh -c "echo \\$\\$; exec sleep 600" &'],
    ['a double fork into a session of its own', '(setsid sh -c "echo \\$\\$; exec sleep 600" & ) &'],
    ['another name', '(echo $BASHPID; exec -a innocent sleep 600) &'],
  ] as const)
    it(`end what has hidden behind ${how}`, async function () {
      if (process.platform !== 'linux') this.skip();
      const command = await inBackground(`${start} sleep 600`);
      await written(command, '\n');
      const pid = Number(command.log.end(100));
      assert.ok(isAlive(pid));
      await commands.end('one');
      assert.ok(!isAlive(pid));
    });

  it('end what starts a copy of itself in a new session and ends, over and over', async function () {
    if (process.platform !== 'linux') this.skip();
    const folder = await mkdtemp(join(tmpdir(), 'hop-'));
    try {
      const script = join(folder, 'hop.sh');
      // It gives up by itself, so that a failure of this test leaves nothing behind.
      await writeFile(
        script,
        `echo $1 > ${folder}/count; [ $1 -gt 2000 ] && exit\nsetsid bash ${script} $(($1 + 1)) </dev/null >/dev/null 2>&1 &\n`,
      );
      await inBackground(`setsid bash ${script} 1 & sleep 600`);
      await commands.end('one');
      const left = (): boolean => readdirSync('/proc').some((pid) => commandLine(pid).includes(script));
      assert.deepEqual(Array.from({ length: 20 }, left), Array<boolean>(20).fill(false));
      assert.ok(Number(await readFile(join(folder, 'count'), 'utf8')) <= 2_000);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('are ended when their host is killed, in a session of their own, too', async function () {
    if (process.platform !== 'linux') this.skip();
    const host = spawn(process.execPath, [fileURLToPath(new URL('commandHost.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
    const pids = JSON.parse(line) as number[];
    assert.equal(pids.filter(isAlive).length, 2);
    host.kill('SIGKILL');
    await until(() => !pids.some(isAlive));
  });

  it('are at most ten in the background, and outside of a conversation none', async () => {
    for (let at = 0; at < 10; at++) {
      const outcome = run('sleep 600', { id: `c${at}`, startsInBackground: true });
      await until(() => commands.get('one', `c${at}`) !== undefined);
      commands.keep('one', `c${at}`, 'asked');
      await outcome;
    }
    await assert.rejects(
      run('sleep 600', { id: 'more', startsInBackground: true }),
      /10 commands in the background/,
    );
    await assert.rejects(
      run('sleep 600', { id: undefined, startsInBackground: true }),
      /Only a call of a conversation/,
    );
  });

  it('are at most ten in the background when more are started at once', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 15 }, (_, at) => run('sleep 600', { id: `c${at}`, startsInBackground: true })),
    );
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 10);
  });

  it('have a last line without codes, titles and hidden characters', async () => {
    const command = await inBackground(
      String.raw`printf '\033]0;title\007\033[31mred\033[0m \342\200\256line\n'; sleep 600`,
    );
    await written(command, 'line');
    assert.equal(command.view.line, 'red line');
  });
});
