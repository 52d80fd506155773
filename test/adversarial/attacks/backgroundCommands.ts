/** Commands that run on: a line that reads what asks, passwords, control characters, and commands of others. */
import { backgroundCommandTools } from '../../../src/editor/builtInTools/backgroundCommands.ts';
import { CommandRunner } from '../../../src/tools/commandRunner.ts';
import {
  LiveCommands,
  type CallContext,
  type LiveCommand,
  type NativeTool,
} from '../../../src/tools/index.ts';
import { findRipgrep, runRipgrep } from '../../../src/tools/textSearch/ripgrepProgram.ts';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../unit/until.ts';
import type { AttackClass, Defence } from '../attack.ts';
import { inWorkspace, SECRET, unlessRefused } from '../scratch.ts';

const tools = 'src/editor/builtInTools/backgroundCommands.ts';
const live = 'src/tools/liveCommands.ts';
const program = 'src/tools/textSearch/ripgrepProgram.ts';

const lineAsks: Defence = {
  title: 'a line that names a sensitive file asks in each mode',
  file: tools,
  name: 'needToType',
  at: 'conditional reasons',
  as: "'ask'",
};
const lineMarks: Defence = {
  title: 'the output has the marks of the lines that were typed',
  file: tools,
  name: 'sendInput',
  at: 'call command.mark',
  as: 'undefined',
};
const noPassword: Defence = {
  title: 'only the user types a password',
  file: tools,
  name: 'sendInput',
  at: 'if asksForSecret',
  as: '',
};
const atOnce: Defence = {
  title: 'a prompt for a password counts before the command is silent',
  file: 'src/tools/liveCommand.ts',
  name: 'LiveCommand.asksForSecret',
  at: 'operand promptIn',
  as: 'false',
};
const plainInput: Defence = {
  title: 'the model types no control characters',
  file: tools,
  name: 'sendInput',
  at: 'if test',
  as: '',
};
const ownCommands: Defence = {
  title: 'a command is reached through its own conversation',
  file: live,
  name: 'LiveCommands.get',
  as: '(conversation, id) => [...this.byConversation.values()].map((each) => each.get(id)?.command).find(Boolean)',
};
const startingCount: Defence = {
  title: 'commands that still start count toward the limit',
  file: live,
  name: 'LiveCommands.isFull',
  at: 'operand about.startsInBackground',
  as: 'false',
};
const typedSecrets: Defence = {
  title: 'what the user types as a secret is taken out of the output',
  file: 'src/tools/typedSecrets.ts',
  name: 'TypedSecrets.add',
  as: '() => undefined',
};
const notOfWorkspace: Defence = {
  title: 'ripgrep is not taken from a folder of the workspace',
  file: program,
  name: 'findRipgrep',
  at: 'call some',
  as: 'false',
};
const noConfiguration: Defence = {
  title: 'ripgrep reads no configuration',
  file: program,
  name: 'started',
  at: 'element --no-config',
  as: '',
};
const fewVariables: Defence = {
  title: 'ripgrep gets no variables of its own',
  file: program,
  name: 'started',
  at: 'property env',
  as: '',
};

interface Bench {
  readonly commands: LiveCommands;
  readonly start: (command: string, more?: { readonly id?: string }) => Promise<LiveCommand | undefined>;
  readonly call: (name: string, args: object, more?: Partial<CallContext>) => Promise<string | undefined>;
  readonly tool: (name: string) => NativeTool;
}

const free = { needsTrust: () => false, destination: () => ({ source: '', label: '', isRemote: false }) };

/** Commands of the conversation `one`, gone behind the attack. */
async function withCommands<T>(cwd: string, use: (bench: Bench) => Promise<T>): Promise<T> {
  const commands = new LiveCommands(new CommandRunner());
  const all = backgroundCommandTools(commands, free);
  const tool = (name: string): NativeTool => {
    const found = all.find((each) => each.name === name);
    if (!found) throw new Error(`no tool ${name}`);
    return found;
  };
  const { signal } = new AbortController();
  const nothing = (): void => undefined;
  try {
    return await use({
      commands,
      tool,
      start: async (command, { id = 'c1' } = {}) => {
        const outcome = commands.run({
          id,
          conversation: 'one',
          command,
          cwd,
          timeoutMs: 50_000,
          startsInBackground: true,
          marks: [],
          signal,
          onOutput: nothing,
        });
        commands.keep('one', id, 'asked');
        const end = await outcome;
        return end.kind === 'kept' ? end.command : undefined;
      },
      call: (name, args, more) =>
        unlessRefused(async () => {
          const context = { conversation: 'one', signal, approved: [], onProgress: nothing, ...more };
          return JSON.stringify(await tool(name).run({ ...args }, context));
        }),
    });
  } finally {
    await commands.dispose();
  }
}

const written = (command: LiveCommand | undefined, text: string): Promise<void> =>
  until(() => command?.log.end(10_000).includes(text) === true);

/** A shell script that says what it was given. */
async function fakeRipgrep(path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, '#!/bin/sh\nprintf "%s " "$@"; printf "%s" "$RIPGREP_CONFIG_PATH"\n');
  await chmod(path, 0o755);
}

const overheard = 'printf "Password: "; read word; echo "typed $word"; sleep 600';

export const attacks: AttackClass = {
  title: 'Commands in the background',
  attacks: [
    {
      title: 'In a mode that asks nothing, a model types a line into a shell that reads a secret',
      defences: [lineAsks],
      succeeds: () =>
        inWorkspace({ '.env': SECRET }, (root) =>
          withCommands(root, async ({ start, tool }) => {
            await start('sh');
            const need = await tool('send_command_input').approvalNeed?.({
              call_id: 'c1',
              input: 'cat .env',
            });
            return need?.kind !== 'always';
          }),
        ),
    },
    {
      title: 'The secret that an approved line has shown is read later, and leaves under a permission',
      defences: [lineMarks],
      succeeds: () =>
        inWorkspace({ '.env': SECRET }, (root) =>
          withCommands(root, async ({ start, call }) => {
            await start('sh');
            const approved = [{ kind: 'sensitiveFile', path: '.env', why: 'environment', inCommand: true }];
            await call('send_command_input', { call_id: 'c1', input: 'cat .env' }, {
              approved,
            } as unknown as Partial<CallContext>);
            const read = await call('read_command_output', { call_id: 'c1', lastLines: 5 });
            return read?.includes(SECRET) === true && !read.includes('"kind":"secret"');
          }),
        ),
    },
    {
      title: 'A model answers a prompt for a password before the command has been silent',
      defences: [atOnce],
      succeeds: () =>
        inWorkspace({}, (root) =>
          withCommands(root, async ({ start, call }) => {
            const command = await start(overheard);
            await written(command, 'Password: ');
            return (await call('send_command_input', { call_id: 'c1', input: 'guess' })) !== undefined;
          }),
        ),
    },
    {
      title: 'A model answers a prompt for a password',
      defences: [noPassword],
      succeeds: () =>
        inWorkspace({}, (root) =>
          withCommands(root, async ({ start, call }) => {
            const command = await start(overheard);
            await until(() => command?.wait !== undefined);
            return (await call('send_command_input', { call_id: 'c1', input: 'guess' })) !== undefined;
          }),
        ),
    },
    {
      title: 'A model types escape sequences into a command',
      defences: [plainInput],
      succeeds: () =>
        inWorkspace({}, (root) =>
          withCommands(root, async ({ start, call }) => {
            const command = await start('cat');
            await call('send_command_input', { call_id: 'c1', input: '\u001b]52;c;ZXZpbA==\u0007' });
            return command?.log.end(100).includes('\u001b]52') === true;
          }),
        ),
    },
    {
      title: 'A conversation reads, answers and stops a command of another one',
      defences: [ownCommands],
      succeeds: () =>
        inWorkspace({}, (root) =>
          withCommands(root, async ({ start, call }) => {
            const command = await start(`echo ${SECRET}; cat`);
            await written(command, SECRET);
            const two = { conversation: 'two' };
            const read = await call('read_command_output', { call_id: 'c1' }, two);
            await call('send_command_input', { call_id: 'c1', input: 'hello' }, two);
            await call('stop_command', { call_id: 'c1' }, two);
            return read?.includes(SECRET) === true && command?.end !== undefined;
          }),
        ),
    },
    {
      title: 'One answer of a model starts more commands in the background than there may be',
      defences: [startingCount],
      succeeds: () =>
        inWorkspace({}, (root) =>
          withCommands(root, async ({ commands }) => {
            const all = await Promise.allSettled(
              Array.from({ length: 14 }, (_, at) =>
                commands.run({
                  id: `c${at}`,
                  conversation: 'one',
                  command: 'sleep 600',
                  cwd: root,
                  timeoutMs: 50_000,
                  startsInBackground: true,
                  marks: [],
                  signal: new AbortController().signal,
                  onOutput: () => undefined,
                }),
              ),
            );
            return all.filter(({ status }) => status === 'fulfilled').length > 10;
          }),
        ),
    },
    {
      title: 'A command writes back the password that the user has typed, for the model to read',
      defences: [typedSecrets],
      succeeds: () =>
        inWorkspace({}, (root) =>
          withCommands(root, async ({ start, call }) => {
            const command = await start(overheard);
            await written(command, 'Password: ');
            command?.type(SECRET, true);
            await written(command, 'typed');
            const read = await call('read_command_output', { call_id: 'c1', lastLines: 5 });
            return read?.includes(SECRET) === true;
          }),
        ),
    },
    {
      title: 'A workspace that holds the editor brings its own ripgrep',
      defences: [notOfWorkspace],
      succeeds: () =>
        inWorkspace({}, async (root) => {
          await fakeRipgrep(join(root, 'node_modules/@vscode/ripgrep/bin/rg'));
          return (await findRipgrep(root, [root])) !== undefined;
        }),
    },
    {
      title: 'A configuration that a variable names has ripgrep run a program for each file',
      defences: [noConfiguration, fewVariables],
      succeeds: () =>
        inWorkspace({}, async (root, outside) => {
          const path = join(outside, 'rg');
          await fakeRipgrep(path);
          process.env['RIPGREP_CONFIG_PATH'] = join(root, 'evil');
          try {
            const { signal } = new AbortController();
            const end = await runRipgrep({ program: path, args: [], cwd: root, signal });
            const said = end.kind === 'ended' ? end.output.toString() : '';
            return said.includes('evil') && !said.includes('--no-config');
          } finally {
            delete process.env['RIPGREP_CONFIG_PATH'];
          }
        }),
    },
  ],
};
