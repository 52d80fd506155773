/** Servers that the policy of the machine denies, under other names. */
import { checkPolicy, parsePolicy, type StartTarget } from '../../../src/mcp/startPolicy/policy.ts';
import { join } from 'node:path';
import { openTransport } from '../../../src/mcp/connection/transports.ts';
import type { ServerDefinition } from '../../../src/mcp/index.ts';
import { refusalOf } from '../../../src/mcp/startPolicy/startPolicy.ts';
import type { Attack, AttackClass, Defence } from '../attack.ts';
import { inWorkspace, unlessRefused } from '../scratch.ts';

const policy = 'src/mcp/startPolicy/policy.ts';
const unknownKey: Defence = {
  title: 'unknown keys of the policy',
  file: policy,
  name: 'parsePolicy',
  at: 'condition key',
  as: 'false',
};
const lists: Defence = {
  title: 'lists of the policy that are none',
  file: policy,
  name: 'parsePolicy',
  at: 'condition isList',
  as: 'false',
};
const unreadable: Defence = {
  title: 'a policy that cannot be read denies all',
  file: policy,
  name: 'checkPolicy',
  at: 'throw why',
  as: 'return;',
};
const resolved: Defence = {
  title: 'a denied command is denied as it is resolved',
  file: policy,
  name: 'namesOf',
  at: 'element cwd',
  as: '',
};
const bareName: Defence = {
  title: 'a denied command is denied by its bare name',
  file: policy,
  name: 'namesOf',
  at: 'array cwd',
  as: '[$elements.0, $elements.1]',
};
const endings: Defence = {
  title: 'endings of programs do not count',
  file: policy,
  name: 'withoutEnding',
  at: 'call replace',
  as: '$object',
};
const backslashes: Defence = {
  title: 'both kinds of slashes count',
  file: policy,
  name: 'namesOf',
  at: 'call replaceAll',
  as: '$object',
};
const ownPath: Defence = {
  title: 'a bare name is allowed only where the folders it is looked for in are the user’s',
  file: policy,
  name: 'allowedName',
  at: 'conditional',
  as: '$alternate',
};
const allowedPath: Defence = {
  title: 'an allowed command with a path is resolved',
  file: policy,
  name: 'allowedName',
  at: 'call normalize',
  as: 'basename(command)',
};
const words: Defence = {
  title: 'all words of a rule count',
  file: policy,
  name: 'fits',
  at: 'operand rest',
  as: '',
};
const dot: Defence = {
  title: 'a host’s dot at its end does not count',
  file: policy,
  name: 'checkHost.host',
  as: '$object',
};
const ports: Defence = {
  title: 'the port of a scheme counts where none is given',
  file: policy,
  name: 'checkHost',
  at: 'operand https',
  as: '',
};
const anchors: Defence = {
  title: 'a rule is about the whole name',
  file: policy,
  name: 'matches',
  at: 'template',
  as: '`${source}`',
};
const escaping: Defence = {
  title: 'rules are texts, not expressions',
  file: policy,
  name: 'matches',
  at: 'call replaceAll',
  as: '$object',
};

const variables: Defence = {
  title: 'what a definition sets is looked at where commands are allowed by name',
  file: policy,
  name: 'checkCommand',
  at: 'statement checkVariables',
  as: '',
};
const listedLoaders: Defence = {
  title: 'variables that decide which code runs are known, in any case',
  file: 'src/mcp/definition/loaderVariables.ts',
  name: 'mayDecideCode',
  at: '|| lookalike',
  as: 'false',
};
const lookalikes: Defence = {
  title: 'names that look like those of loaders',
  file: 'src/mcp/definition/loaderVariables.ts',
  name: 'mayDecideCode',
  at: '|| lookalike',
  as: '$left.left',
};
const onlyAllowed: Defence = {
  title: 'with a list of variables no others may be set',
  file: policy,
  name: 'checkVariables',
  at: 'if names.length',
  as: 'if (!allowedVariables) $it',
};
const definedVariables: Defence = {
  title: 'the variables of a definition are looked at before it starts',
  file: 'src/mcp/startPolicy/startPolicy.ts',
  name: 'targetOf',
  at: 'property variables',
  as: '',
};
const fileVariables: Defence = {
  title: 'the variables of an envFile are looked at',
  file: 'src/mcp/connection/transports.ts',
  name: 'openTransport',
  at: 'property variables',
  as: '',
};
const loaders = [
  'NODE_OPTIONS node_options NODE_PATH LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT PATH',
  'DYLD_INSERT_LIBRARIES PYTHONPATH PYTHONSTARTUP PYTHONHOME PERL5OPT PERL5LIB RUBYOPT RUBYLIB',
  'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH BASH_ENV ENV SHELLOPTS',
  'PROMPT_COMMAND DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS CORECLR_PROFILER_PATH COR_PROFILER',
  'GCONV_PATH LUA_INIT PHPRC PHP_INI_SCAN_DIR GIT_SSH_COMMAND GIT_CONFIG_GLOBAL',
  'npm_config_node_options npm_config_script_shell NPM_CONFIG_REGISTRY UV_INDEX_URL PIP_INDEX_URL',
  'BUN_INSTALL DENO_DIR ELECTRON_RUN_AS_NODE GLIBC_TUNABLES OPENSSL_CONF SSLKEYLOGFILE KUBECONFIG',
  'PYENV_VERSION VIRTUAL_ENV npm_execpath NVM_DIR HOME XDG_CONFIG_HOME EDITOR PAGER SSL_CERT_FILE NODE_EXTRA_CA_CERTS',
].flatMap((line) => line.split(' '));
const unlisted = ['FOO_PRELOAD', 'FOO_OPTIONS', 'FOO_PLUGINS', 'FOO_CONFIG', 'FOO_INIT', 'FOO_LIBRARY_PATH'];

const runs = (rules: unknown, target: StartTarget): boolean => {
  try {
    checkPolicy(parsePolicy(rules), target);
    return true;
  } catch {
    return false;
  }
};
const command = (
  text: string,
  args: readonly string[] = [],
  more: Partial<Extract<StartTarget, { kind: 'command' }>> = {},
): StartTarget => ({
  kind: 'command',
  command: text,
  args,
  cwd: '/home/me',
  ownPath: false,
  ...more,
});
const serverOf = (launch: object): ServerDefinition =>
  ({
    name: 's',
    launch: { kind: 'stdio', command: 'node', args: ['a.js'], env: {}, ...launch },
  }) as unknown as ServerDefinition;
const url = (text: string): StartTarget => ({ kind: 'url', url: text });

export const attacks: AttackClass = {
  title: 'The policy of the machine',
  attacks: [
    {
      title: 'A slip in the name of a rule leaves everything allowed',
      defences: [unknownKey],
      succeeds: () => runs({ deniedCommand: ['curl'] }, command('curl')),
    },
    {
      title: 'A rule has lost its text, and denies nothing',
      defences: [lists],
      succeeds: () => runs({ deniedCommands: [' '] }, command('curl')),
    },
    {
      title: 'The policy is a text, which the machine’s tools wrote by mistake',
      defences: [unreadable],
      succeeds: () => runs('deny everything', command('x')),
    },
    {
      title: 'A denied program is started by a path with detours',
      defences: [resolved],
      succeeds: () => runs({ deniedCommands: ['/opt/tools/run'] }, command('/opt/x/../tools/run')),
    },
    {
      title: 'A denied program is started by a path relative to the folder',
      defences: [resolved],
      succeeds: () => runs({ deniedCommands: ['/home/me/run.sh'] }, command('./run.sh')),
    },
    {
      title: 'A denied program is started by its whole path',
      defences: [bareName],
      succeeds: () => runs({ deniedCommands: ['curl'] }, command('/usr/bin/curl')),
    },
    {
      title: 'A denied program is started by its name with the ending of Windows',
      defences: [endings],
      succeeds: () => runs({ deniedCommands: ['curl'] }, command('curl.EXE')),
    },
    {
      title: 'A denied program is started by a path with backslashes',
      defences: [backslashes],
      succeeds: () => runs({ deniedCommands: ['curl'] }, command('C:\\Windows\\curl')),
    },
    {
      title: 'An entry looks for an allowed name in a folder of its own',
      defences: [ownPath],
      succeeds: () => runs({ allowedCommands: ['node'] }, command('node', [], { ownPath: true })),
    },
    {
      title: 'A program of the workspace has the name of an allowed one',
      defences: [allowedPath],
      succeeds: () => runs({ allowedCommands: ['node'] }, command('./node')),
    },
    {
      title: 'An allowed program is started with another package',
      defences: [words],
      succeeds: () =>
        runs({ allowedCommands: ['npx -y @corp/server'] }, command('npx', ['-y', '@evil/server'])),
    },
    {
      title: 'An allowed package is the beginning of another one’s name',
      defences: [anchors],
      succeeds: () =>
        runs({ allowedCommands: ['npx -y @corp/server'] }, command('npx', ['-y', '@corp/server-evil'])),
    },
    {
      title: 'An allowed program gets an option before the words of its rule',
      defences: [words],
      succeeds: () =>
        runs(
          { allowedCommands: ['npx -y @corp/server'] },
          command('npx', ['--registry=http://evil', '-y', '@corp/server']),
        ),
    },
    {
      title: 'A denied host is written with a dot at its end',
      defences: [dot],
      succeeds: () => runs({ deniedHosts: ['evil.example'] }, url('https://evil.example./mcp')),
    },
    {
      title: 'A host denied with its port is written without it',
      defences: [ports],
      succeeds: () => runs({ deniedHosts: ['evil.example:443'] }, url('https://evil.example/mcp')),
    },
    {
      title: 'An allowed host is the beginning of another one’s name',
      defences: [anchors],
      succeeds: () => runs({ allowedHosts: ['corp.example'] }, url('https://corp.example.evil.net/')),
    },
    {
      title: 'A host is like an allowed one where that has a dot',
      defences: [escaping],
      succeeds: () => runs({ allowedHosts: ['mcp.corp.example'] }, url('https://mcpxcorp.example/')),
    },
    ...loaders.map((name): Attack => ({
      title: `An allowed command runs other code by ${name}`,
      defences: [listedLoaders],
      succeeds: () => runs({ allowedCommands: ['node'] }, command('node', ['a.js'], { variables: [name] })),
    })),
    ...unlisted.map((name): Attack => ({
      title: `An allowed command runs other code by a variable that nobody has listed: ${name}`,
      defences: [lookalikes],
      succeeds: () => runs({ allowedCommands: ['/opt/x'] }, command('/opt/x', [], { variables: [name] })),
    })),
    {
      title: 'An allowed command runs other code by a variable, and nobody looks',
      defences: [variables],
      succeeds: () => runs({ allowedCommands: ['*'] }, command('npx', [], { variables: ['NODE_OPTIONS'] })),
    },
    {
      title: 'A variable is set that the policy does not name',
      defences: [onlyAllowed],
      succeeds: () => runs({ allowedVariables: ['EXAMPLE_*'] }, command('x', [], { variables: ['OTHER'] })),
    },
    {
      title: 'A server’s definition sets a loader for an allowed command',
      defences: [definedVariables],
      succeeds: () =>
        refusalOf(serverOf({ env: { NODE_OPTIONS: '--require ./evil.js' } }), {
          policy: () => ({ allowedCommands: ['node'] }),
        }) === undefined,
    },
    {
      title: 'A server’s envFile sets a loader for an allowed command',
      defences: [fileVariables],
      succeeds: () =>
        inWorkspace({ 'vars.env': 'NODE_OPTIONS=--require ./evil.js' }, async (workspace) => {
          const context = {
            workspace: { folders: () => [] },
            policy: () => ({ allowedCommands: [process.execPath] }),
            log: { append: () => undefined },
            loginShell: { path: () => Promise.resolve({ kind: 'unknown', why: '' }) },
          };
          const definition = serverOf({ command: process.execPath, envFile: join(workspace, 'vars.env') });
          const opened = await unlessRefused(() =>
            openTransport(
              definition,
              context as never,
              'stdio',
              () => undefined,
              () => [],
            ),
          );
          return opened !== undefined;
        }),
    },
  ],
};
