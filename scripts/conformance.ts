/**
 * Runs the official MCP conformance suite against Patchbay's client: every client scenario that it has, those of
 * extensions without a score. Prints a table and how many required scenarios
 * passed. `npm run conformance -- tools_call` runs those named.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import esbuild from 'esbuild';

type Revision = '2025-11-25' | '2026-07-28';

interface Scenario {
  readonly name: string;
  readonly revision: Revision;
  /** False: reported, but no client has to pass it. */
  readonly required: boolean;
}

interface Outcome {
  readonly scenario: Scenario;
  readonly passed: boolean;
  /** Checks within the scenario. */
  readonly checks: { readonly passed: number; readonly total: number };
  readonly output: string;
}

const root = join(import.meta.dirname, '..');
const bundles = join(root, '.vscode-test', 'conformance');
const suite = join(bundles, 'dist', 'suite.mjs');
const client = join(bundles, 'dist', 'client.mjs');
/** The suite limits a client to 30 s; a passing one takes about 2. */
const SCENARIO_LIMIT_MS = 60_000;

await bundle();
const wanted = new Set(process.argv.slice(2));
const listed = [...(await scenariosOf('2025-11-25')), ...(await scenariosOf('2026-07-28'))];
const everything = [...listed, ...(await otherScenarios(new Set(listed.map(({ name }) => name))))];
report(await runAll(everything.filter(({ name }) => wanted.size === 0 || wanted.has(name))));

/**
 * Bundles suite and client into a file each: loading several hundred modules for each scenario took longer than most of
 * them.
 */
async function bundle(): Promise<void> {
  const published = join(root, 'node_modules/@modelcontextprotocol/conformance');
  await mkdir(bundles, { recursive: true });
  // The suite looks for these beside its code's folder.
  for (const name of ['package.json', 'requirements'])
    await cp(join(published, name), join(bundles, name), { recursive: true });
  await esbuild.build({
    entryPoints: {
      suite: join(published, 'dist/index.js'),
      client: join(root, 'test/conformance/client.ts'),
    },
    outdir: join(bundles, 'dist'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // The default build cannot be bundled.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    banner: {
      js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);",
    },
    logLevel: 'error',
  });
}

async function scenariosOf(revision: Revision): Promise<Scenario[]> {
  const { output } = await runSuite(['list', '--requirements', revision]);
  const [, clients = ''] = output.split(/^Client scenarios.*$/m);
  const [required = '', unscored = ''] = clients.split(/^Run and reported.*$/m);
  const scenarios = [
    ...[...required.matchAll(/^ +- (\S+)$/gm)].map(([, name = '']) => ({ name, revision, required: true })),
    ...[...unscored.matchAll(/^ +- (\S+) \[client\]$/gm)].map(([, name = '']) => ({
      name,
      revision,
      required: false,
    })),
  ];
  if (scenarios.length === 0) throw new Error(`The suite lists no scenarios for ${revision}:\n${output}`);
  return scenarios;
}

/** Of an earlier revision, which servers still have, and of extensions that neither revision has requirements for. */
async function otherScenarios(known: ReadonlySet<string>): Promise<Scenario[]> {
  const { output } = await runSuite(['list']);
  const [, clients = ''] = output.split(/^Client scenarios.*$/m);
  const [own = ''] = clients.split(/^\S.* scenarios.*$/m);
  return [...own.matchAll(/^ +- (\S+) \[(.*)\]$/gm)]
    .map(([, name = '', of = '']) => ({ name, isExtension: of === 'extension' }))
    .filter(({ name }) => !known.has(name))
    .map(({ name, isExtension }) => ({
      name,
      revision: isExtension ? '2026-07-28' : '2025-11-25',
      required: !isExtension,
    }));
}

/** In parallel, one per processor. */
async function runAll(scenarios: readonly Scenario[]): Promise<Outcome[]> {
  const queue = [...scenarios.entries()];
  const results: Outcome[] = [];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, scenario] = next;
      results[index] = await runOne(scenario);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, worker));
  return results;
}

async function runOne(scenario: Scenario): Promise<Outcome> {
  const { name, revision } = scenario;
  const { code, output } = await runSuite([
    'client',
    '--command',
    `${process.execPath} ${client}`,
    '--scenario',
    name,
    '--spec-version',
    revision,
    // Needed where a scenario is newer than the revision.
    '--force',
  ]);
  const counted = /^Passed: (\d+)\/(\d+)/m.exec(output);
  const checks = { passed: Number(counted?.[1] ?? 0), total: Number(counted?.[2] ?? 0) };
  return { scenario, passed: code === 0 && checks.total > 0, checks, output };
}

function runSuite(args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
    execFile(
      process.execPath,
      [suite, ...args],
      { env, timeout: SCENARIO_LIMIT_MS, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
}

function report(all: readonly Outcome[]): void {
  for (const outcome of all) {
    if (!outcome.passed && outcome.scenario.required) {
      console.log(`\n=== ${outcome.scenario.name} (${outcome.scenario.revision})\n${outcome.output}`);
    }
  }
  const names = [...new Set(all.map(({ scenario }) => scenario.name))];
  const width = Math.max(...names.map((name) => name.length));
  console.log(`${'scenario'.padEnd(width)}  2025-11-25        2026-07-28`);
  for (const name of names) {
    const cells = (['2025-11-25', '2026-07-28'] as const).map((revision) =>
      cell(all.find(({ scenario }) => scenario.name === name && scenario.revision === revision)).padEnd(16),
    );
    console.log(`${name.padEnd(width)}  ${cells.join('  ')}`.trimEnd());
  }
  const count = (passed: boolean, required: boolean): number =>
    all.filter((each) => each.passed === passed && each.scenario.required === required).length;
  console.log(`\nnot required: ${count(true, false)} pass, ${count(false, false)} do not`);
  const failed = count(false, true);
  console.log(`${count(true, true)} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

function cell(outcome: Outcome | undefined): string {
  if (!outcome) return '-';
  const { passed, checks, scenario } = outcome;
  // A scenario of an extension that the client does not use checks nothing.
  if (checks.total === 0 && !scenario.required) return 'not used';
  const verdict = passed ? 'pass' : scenario.required ? 'FAIL' : 'no';
  return `${verdict} ${checks.passed}/${checks.total}`;
}
