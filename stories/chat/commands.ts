/** Commands that run: in the background, and in a call that can be stopped, sent there or answered. */
import type { CommandView, HostMessage, Item } from '../../src/protocol/index.ts';
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
