/** Commands that run: in the background, and in a call that can be stopped, sent there or answered. */
import { plainLabel } from '../../src/base/common/text.ts';
import type { CallView, CommandView, HostMessage, Item } from '../../src/protocol/index.ts';
import { assistant, call, running, user } from './story.ts';

const pastStart = Date.now() - 75_000;

const command = (id: string, title: string, line: string, more: Partial<CommandView> = {}): CommandView => ({
  id,
  command: title,
  line,
  startedAt: pastStart,
  isBackground: true,
  ...more,
});
const told = (...commands: readonly CommandView[]): HostMessage => ({
  type: 'commands',
  conversation: 'c1',
  commands,
});
const runs = {
  ...running,
  source: { kind: 'native' },
  toolName: 'run_command',
  title: 'Run command',
} as const;

export const oneCommand = told(
  command('b1', 'npm run dev', '➜ Local: http://localhost:5173/ ready in 412 ms'),
);
export const severalCommands = told(
  command('b1', 'npm run dev -- --host 0.0.0.0 --port 5173 --strictPort', '[vite] page reload src/app.ts'),
  command(
    'b2',
    'docker compose logs -f',
    'db-1 | 2026-11-28 LOG: database system is ready to accept connections',
  ),
  command('b3', './deploy.sh', 'Continue? [y/N]', { wait: { prompt: 'Continue? [y/N]', isSecret: false } }),
);

export const startedServer: readonly Item[] = [
  user('u1', 'Start the server.'),
  assistant('a1', 'It runs at http://localhost:5173.'),
];

export const runningCommands: readonly Item[] = [
  user('u1', 'Set the project up.'),
  call('r1', 1, { ...runs, wireName: 'run_command', argsText: '{"command":"npm init"}' }),
  call('r2', 1, { ...runs, wireName: 'run_command', argsText: '{"command":"sudo make install"}' }),
  call('r3', 1, { ...running, argsText: '{"path":"src"}' }),
  call('r4', 1, {
    ...runs,
    wireName: 'run_command',
    status: 'success',
    argsText: '{"command":"npm run dev","background":true}',
    commandEnd: { kind: 'background' },
    result: [{ type: 'text', text: 'It runs in the background.\nready in 412 ms\n' }],
  }),
];
/** What a model can write as a command: codes of terminals, marks of direction, markup, lines, and a lot of it. */
export const hostileText = `echo "\u001b[31mred\u001b]0;title\u0007\u001b[2J" # \u202Egnp.exe\u2066\u200B <img src=x onerror=alert(1)> **bold** [link](https://evil.example)\r\nrm -rf ~\r${'x'.repeat(10_000)}`;
/** The list has it as the host sends it. */
export const hostileCommands = told(
  command('b1', plainLabel(hostileText, 300) ?? '', '<script>alert(1)</script> ]8;;https://evil.example'),
  command('b2', 'npm run dev', 'ready'),
);
const control = { source: { kind: 'native' }, status: 'success', result: [] } as const;
const asked = {
  status: 'pending',
  durationMs: undefined,
  approval: { changed: false, says: ['destructive', 'openWorld'], coverages: [] },
} as unknown as Partial<CallView>;

/** Calls that name a command by its id. */
const naming = (started: string, input: string): readonly Item[] => [
  user('u1', 'Deploy it.'),
  call('b1', 1, {
    ...runs,
    wireName: 'run_command',
    status: 'success',
    argsText: JSON.stringify({ command: started, background: true }),
    commandEnd: { kind: 'background' },
    result: [{ type: 'text', text: 'It runs in the background.\nContinue? [y/N]\n' }],
  }),
  call('n1', 2, {
    ...control,
    toolName: 'read_command_output',
    wireName: 'read_command_output',
    title: 'Read command output',
    argsText: '{"call_id":"b1","lastLines":20}',
  }),
  call('n2', 2, {
    ...control,
    toolName: 'stop_command',
    wireName: 'stop_command',
    title: 'Stop command',
    argsText: '{"call_id":"b1"}',
  }),
  call('n3', 3, {
    ...control,
    ...asked,
    toolName: 'send_command_input',
    wireName: 'send_command_input',
    title: 'Send input to command',
    argsText: JSON.stringify({ call_id: 'b1', input }),
  }),
];
export const namedCommands = naming('./deploy.sh --to production', 'y');
export const hostileNames = naming(hostileText, hostileText);

export const askingCommands = told(
  command('r1', 'npm init', 'package name: (shop)', {
    isBackground: false,
    wait: { prompt: 'package name: (shop)', isSecret: false },
  }),
  command('r2', 'sudo make install', '[sudo] password for me:', {
    isBackground: false,
    wait: { prompt: '[sudo] password for me:', isSecret: true },
  }),
);
