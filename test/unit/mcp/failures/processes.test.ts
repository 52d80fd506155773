/** Why a local server does not come up: each cause produced on purpose, shown with its next step (A17). */
import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { FakeClock } from '../fakeClock.ts';
import { Bench, eventually } from '../support.ts';

/** A definition that runs a line of JavaScript in Node. */
const script = (source: string) => ({ command: process.execPath, args: ['-e', source] });

describe('a local server that does not come up', function () {
  this.timeout(30_000);
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(() => bench.dispose());

  const failure = async (definition: object) => {
    await bench.start({ demo: definition });
    const { state } = bench.server('demo');
    assert.ok(state.kind === 'error', JSON.stringify(state));
    return state.failure;
  };

  describe('because its command is no good', () => {
    it('names the command and the folders of the PATH that it was started with', async () => {
      const [one, two] = [await bench.folder(), await bench.folder()];
      const shown = await failure({ command: 'no-such', env: { PATH: [one, two].join(delimiter) } });
      assert.equal(shown.reason, 'command-not-found');
      assert.equal(shown.message.localized, 'Command "no-such" was not found in the 2 folders of PATH.');
      assert.equal(shown.details?.localized, `Searched in:\n${one}\n${two}`);
      assert.match(shown.next.localized, /^Install the command\..*full path.*terminal/);
      assert.ok(bench.log.some((line) => line.includes(`Searched in:\n${one}`)));
    });

    for (const [command, source] of [
      ['npx', /Node\.js.*nodejs\.org/],
      ['uvx', /docs\.astral\.sh\/uv/],
      ['python3', /python\.org/],
      ['docker', /Docker Desktop/],
      ['podman', /podman\.io/],
      ['dotnet', /dot\.net/],
      ['bunx', /bun\.sh/],
      ['deno', /deno\.com/],
    ] as const) {
      it(`says where ${command} comes from`, async () => {
        const shown = await failure({ command, env: { PATH: await bench.folder() } });
        assert.equal(shown.reason, 'command-not-found');
        assert.match(shown.next.localized, source);
      });
    }

    it('says of a path that there is no such file', async () => {
      const shown = await failure({ command: '/nowhere/server' });
      assert.equal(
        shown.message.localized,
        'Command "/nowhere/server" was not found: the file does not exist.',
      );
      assert.match(shown.next.localized, /Correct the path/);
    });

    it('says of a script that its interpreter is missing', async () => {
      const file = join(await bench.folder(), 'server');
      await writeFile(file, '#!/nowhere/interpreter\n', { mode: 0o755 });
      const shown = await failure({ command: file });
      assert.match(
        shown.message.localized,
        /interpreter named in the first line of command .* was not found/,
      );
      assert.match(shown.next.localized, /Install the interpreter/);
    });

    it('says that a file is not executable', async function () {
      // There, its ending says so.
      if (process.platform === 'win32') this.skip();
      const file = join(await bench.folder(), 'server');
      await writeFile(file, 'hello');
      await chmod(file, 0o644);
      const shown = await failure({ command: file });
      assert.equal(shown.reason, 'not-executable');
      assert.match(shown.message.localized, /is not executable/);
      assert.match(shown.next.localized, /chmod \+x/);
    });

    it('says that its folder does not exist, and not that the command is missing', async () => {
      const shown = await failure({ ...fixtureCommand('recorder'), cwd: '/nowhere/at/all' });
      assert.equal(shown.reason, 'folder-missing');
      assert.match(shown.message.localized, /working directory \/nowhere\/at\/all does not exist/);
      assert.match(shown.next.localized, /correct "cwd"/);
    });
  });

  describe('because it ends', () => {
    const cases: readonly (readonly [what: string, stderr: string, message: RegExp, next: RegExp])[] = [
      [
        'a package that npm does not know',
        "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/server-memroy\nnpm error 404  'server-memroy@*' is not in this registry.",
        /npm does not know the package/,
        /spelling of the package/,
      ],
      [
        'a version that npm does not know',
        'npm error code ETARGET\nnpm error notarget No matching version found for left-pad@99.',
        /does not know that version/,
        /version after the "@"/,
      ],
      [
        'a registry that cannot be reached',
        'npm error code ENOTFOUND\nnpm error network request to https://registry.npmjs.org failed',
        /cannot reach its registry/,
        /network.*proxy/,
      ],
      [
        'a package that uv does not know',
        '  × No solution found when resolving tool dependencies:\n  ╰─▶ Because mcp-server-typo was not found in the package registry…',
        /uv does not know the package/,
        /spelling/,
      ],
      [
        'a module that Python lacks',
        'Traceback (most recent call last):\n  File "server.py", line 1\nModuleNotFoundError: No module named \'mcp\'',
        /Python cannot find a module \(ModuleNotFoundError: No module named 'mcp'\)/,
        /Python environment.*uvx/,
      ],
      [
        'a script that Python does not find',
        "python: can't open file '/x/server.py': [Errno 2] No such file or directory",
        /Python cannot find the script/,
        /Check the path/,
      ],
      [
        'Docker that does not run',
        'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
        /Docker is not running/,
        /Start Docker/,
      ],
      [
        'a container image that cannot be had',
        "docker: Error response from daemon: pull access denied for mcp/typo, repository does not exist or may require 'docker login'",
        /image is not available/,
        /docker login/,
      ],
      [
        'a port in use',
        'Error: listen EADDRINUSE: address already in use :::3000',
        /port is in use/,
        /another port/,
      ],
    ];
    for (const [what, stderr, message, next] of cases) {
      it(`recognises ${what}`, async () => {
        const shown = await failure(
          script(`process.stderr.write(${JSON.stringify(stderr)}); process.exitCode = 1;`),
        );
        assert.equal(shown.reason, 'exited');
        assert.match(shown.message.localized, message);
        assert.match(shown.next.localized, next);
      });
    }

    it('recognises a module that Node.js does not find, without its stack', async () => {
      const shown = await failure({ command: process.execPath, args: ['/nowhere/server.js'] });
      assert.match(
        shown.message.localized,
        /exit code 1 .*Cannot find module '(?:\w:)?[\\/]nowhere[\\/]server\.js'/,
      );
      assert.doesNotMatch(shown.message.localized, /node:internal|\bat .*\(/);
      assert.match(shown.next.localized, /Check the path in "args"/);
    });

    it('leaves the words of the server about a missing key as they are, without colours', async () => {
      const shown = await failure(
        script(
          `process.stderr.write('\\x1b[31mError: DEMO_API_KEY is not set.\\x1b[0m See the README.\\n'); process.exit(2);`,
        ),
      );
      assert.equal(
        shown.message.localized,
        'The server process ended with exit code 2 before it was ready. Last output: Error: DEMO_API_KEY is not set. See the README.',
      );
    });

    it('says its last lines as lines', async () => {
      const shown = await failure(
        script(`process.stderr.write('Error: no key\\nSee the README.\\n'); process.exit(2);`),
      );
      assert.match(shown.message.localized, / Last output: Error: no key\nSee the README\.$/);
    });

    it('shows all that it printed, to stdout and stderr, also without a line end', async () => {
      const shown = await failure(
        script(
          `process.stdout.write('Usage: demo\\n  --port\\nConfiguration: 17 keys are', () => process.stderr.write('Traceback\\n  at line 3\\nno key\\n', () => process.exit(3)));`,
        ),
      );
      const lines = shown.details?.english.split('\n') ?? [];
      assert.equal(lines[0], 'Output:');
      for (const line of ['Usage: demo', '--port', 'Configuration: 17 keys are', 'Traceback', 'no key'])
        assert.ok(
          lines.some((each) => each.trim() === line),
          `${line} in ${lines.join(' | ')}`,
        );
      assert.equal(lines.length, 7);
    });

    const causes: readonly (readonly [what: string, words: string, said: RegExp, next: RegExp])[] = [
      [
        'a module for another Node.js',
        'was compiled against a different Node.js version using NODE_MODULE_VERSION 115.',
        /native module/,
        /Install the server again/,
      ],
      [
        'missing bindings',
        'Error: Could not locate the bindings file. Tried:',
        /native module/,
        /Install the server again/,
      ],
      [
        'a missing .node file',
        "Error: Cannot find module '/home/a/.npm/_npx/0123456789abcdef/node_modules/x/build/x.node'",
        /native module/,
        /Install the server again/,
      ],
      [
        'a missing package of its platform',
        'Error: Cannot find module @rollup/rollup-linux-x64-gnu. npm has a bug',
        /native module/,
        /Install the server again/,
      ],
      [
        'a library of another system',
        "/lib/libc.so.6: version `GLIBC_2.38' not found (required by x.node)",
        /native module/,
        /Install the server again/,
      ],
      [
        'no program in its package',
        'npm error could not determine executable to run',
        /npx does not know which program/,
        /"-p"/,
      ],
    ];
    for (const [what, words, said, next] of causes)
      for (const stream of ['stdout', 'stderr'])
        it(`explains ${what}, named on ${stream}`, async () => {
          const shown = await failure(
            script(`process.${stream}.write(${JSON.stringify(`${words}\n`)}, () => process.exit(1))`),
          );
          assert.match(shown.message.english, said);
          assert.match(shown.next.english, next);
        });

    it('says by which signal', async function () {
      if (process.platform === 'win32') this.skip();
      const shown = await failure(script('process.kill(process.pid, "SIGSEGV")'));
      assert.match(shown.message.localized, /was terminated by signal SIGSEGV before it was ready/);
    });

    it('keeps its last words even without a line end, and bounds them', async () => {
      const shown = await failure(
        script(`process.stderr.write('x'.repeat(5e6) + '!', () => process.exit(1));`),
      );
      assert.match(shown.message.localized, /Last output: x{200,}…/);
      assert.ok(shown.message.localized.length < 1_000);
    });
  });

  describe('because it is no MCP server', () => {
    it('shows the first line of a program that prints something else and ends', async () => {
      const shown = await failure(script('console.log("Usage: demo [options]\\n  --help")'));
      assert.match(
        shown.message.localized,
        /exit code 0 before it was ready\. The server wrote "Usage: demo \[options\]" to stdout/,
      );
    });

    it('shows the first line of a program that prints something else and stays', async () => {
      const clock = new FakeClock();
      bench = new Bench({ clock });
      const source =
        'process.stdout.write("Listening on port 3000\\n", () => console.error("written")); setInterval(() => {}, 1000)';
      const failed = failure(script(source));
      await eventually(() => bench.log.includes('demo info stderr: written'), 'it is written');
      clock.advance(30_000);
      const shown = await failed;
      assert.equal(shown.reason, 'setup-timeout');
      assert.match(
        shown.message.localized,
        /The server wrote "Listening on port 3000" to stdout, which is reserved for MCP messages/,
      );
      assert.match(shown.next.localized, /--stdio.*stderr/);
    });

    it('says so of a program that sends back what it gets', async () => {
      const shown = await failure({ ...script('process.stdin.pipe(process.stdout)'), setupTimeout: 4_000 });
      assert.ok(['protocol', 'setup-timeout'].includes(shown.reason), JSON.stringify(shown));
    });

    it('is not said of one that has connected and then does not reach its own service', async () => {
      const shown = await failure({
        ...fixtureCommand('misbehaving', 'no-tools', '--words', 'getaddrinfo ENOTFOUND api.demo.example'),
        setupTimeout: 20_000,
      });
      assert.equal(
        shown.message.english,
        'The server cannot list its tools because it cannot reach a service that it needs: getaddrinfo ENOTFOUND api.demo.example',
      );
      assert.match(shown.next.english, /network and the proxy/);
    });

    it('is not said of one that has connected and then lacks a key', async () => {
      const shown = await failure({
        ...fixtureCommand('misbehaving', 'no-tools', '--words', 'No key was given.'),
        setupTimeout: 20_000,
      });
      assert.equal(shown.message.english, 'The server cannot list its tools: No key was given.');
      assert.doesNotMatch(shown.next.english, /belongs to an MCP server/);
    });

    it('names the id of an answer that is for no request', async () => {
      const shown = await failure({ ...fixtureCommand('misbehaving', 'other-ids'), setupTimeout: 4_000 });
      assert.match(shown.message.english, /did not start within 4 s\. It sent an answer with the ID "99"/);
    });

    it('names a version of the protocol that it does not know', async () => {
      const shown = await failure(fixtureCommand('misbehaving', 'unknown-version'));
      assert.equal(shown.reason, 'protocol');
      assert.match(
        shown.message.localized,
        /uses version "1999-01-01" of MCP, which Patchbay does not support/,
      );
      assert.match(shown.next.localized, /Update the server/);
    });
  });

  describe('because its launcher still installs it', function () {
    let clock: FakeClock;
    beforeEach(function () {
      if (process.platform === 'win32') this.skip();
      clock = new FakeClock();
      bench = new Bench({ clock });
    });

    /** Starts a server with a script in the place of npx. */
    const startNpx = async (text: string) => {
      const folder = await bench.folder();
      await writeFile(join(folder, 'npx'), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      const env = { PATH: [folder, process.env['PATH']].join(delimiter) };
      const started = bench.start({ demo: { command: 'npx', env, setupTimeout: 20_000 } });
      return { folder, started };
    };
    const installing = () => {
      const { state } = bench.server('demo');
      return state.kind === 'connecting' ? state.installing : state.kind;
    };
    const logs = (text: string) => eventually(() => bench.log.some((line) => line.includes(text)), text);

    it('says so with its output, and starts it after the start limit', async () => {
      const { command, args } = fixtureCommand('recorder');
      const { folder, started } = await startNpx(
        `printf 'Downloading \\033[1mdemo\\033[0m\\n' >&2
while [ ! -f "$(dirname "$0")/go" ]; do sleep 0.05; done
exec '${[command, ...args].join("' '")}'`,
      );
      await logs('Downloading');
      assert.equal(installing(), undefined);
      clock.advance(5_000);
      assert.equal(installing(), 'Downloading demo');
      clock.advance(120_000);
      assert.equal(installing(), 'Downloading demo');
      await writeFile(join(folder, 'go'), '');
      await started;
      assert.equal(bench.server('demo').state.kind, 'connected');
    });

    it('ends after ten minutes, with the last output', async () => {
      const { started } = await startNpx('echo Resolving >&2\nexec sleep 60');
      await logs('Resolving');
      clock.advance(599_000);
      assert.equal(installing(), 'Resolving');
      clock.advance(1_000);
      await started;
      const { state } = bench.server('demo');
      assert.ok(state.kind === 'error', JSON.stringify(state));
      assert.equal(state.failure.reason, 'install-timeout');
      assert.equal(
        state.failure.message.localized,
        'npx did not install and start the server within 10 minutes. Last output: Resolving',
      );
    });

    it('has the start limit again as soon as the server writes something', async () => {
      const { started } = await startNpx('echo ready\necho said >&2\nexec sleep 60');
      await logs('said');
      clock.advance(20_000);
      await started;
      const { state } = bench.server('demo');
      assert.ok(state.kind === 'error', JSON.stringify(state));
      assert.equal(state.failure.reason, 'setup-timeout');
    });
  });
});
