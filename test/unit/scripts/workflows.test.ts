/** Rules for .github/workflows beside those of actionlint (`npm run check:workflows`). */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { parse } from 'yaml';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly 'timeout-minutes'?: number;
}

interface Workflow {
  readonly on: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const SHA_AND_VERSION = /^\s*- uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

describe('the workflows', () => {
  const workflows = new Map<string, { readonly text: string; readonly workflow: Workflow }>();
  const jobs = () =>
    [...workflows].flatMap(([file, { workflow }]) =>
      Object.entries(workflow.jobs).map(([name, job]) => ({ place: `${file}: ${name}`, job })),
    );
  const steps = () =>
    jobs().flatMap(({ place, job }) => (job.steps ?? []).map((step) => ({ place, job, step })));

  before(async () => {
    for await (const file of glob('.github/workflows/*.yml')) {
      const text = await readFile(file, 'utf8');
      workflows.set(file.replaceAll(sep, '/'), { text, workflow: parse(text) as Workflow });
    }
    assert.ok(workflows.size >= 3);
  });

  it('run nothing but npm scripts that there are', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: object };
    const wrong = steps().flatMap(({ place, step: { run } }) => {
      if (run === undefined || /^npm ci( --ignore-scripts)?$/.test(run)) return [];
      const [, script] = /^npm run ([\w:-]+)(?: -- [^$]*(?:\$\{\{ matrix\.\w+ \}\})?)?$/.exec(run) ?? [];
      return script !== undefined && script in scripts ? [] : [`${place}: ${run}`];
    });
    assert.deepEqual(wrong, []);
  });

  it('put nothing of an event into a script', () => {
    const wrong = steps().filter(({ step: { run = '' } }) => /\$\{\{(?! matrix\.)/.test(run));
    assert.deepEqual(wrong, []);
  });

  it('name each action by its commit, with the version beside it', () => {
    const lines = [...workflows.values()].flatMap(({ text }) =>
      text.split('\n').filter((line) => /- uses:/.test(line)),
    );
    assert.ok(lines.length > 10, `${lines.length} uses`);
    assert.deepEqual(
      lines.filter((line) => !SHA_AND_VERSION.test(line)),
      [],
    );
  });

  it('may only read, but for jobs that say more, and end in time', () => {
    for (const [file, { workflow }] of workflows) {
      for (const right of Object.values(workflow.permissions ?? { missing: 'all' }))
        assert.equal(right, 'read', file);
      assert.ok(workflow.concurrency !== undefined, file);
    }
    const endless = jobs().filter(
      ({ job }) => job.uses === undefined && job['timeout-minutes'] === undefined,
    );
    assert.deepEqual(endless, []);
    const granted = jobs().filter(({ job }) => Object.values(job.permissions ?? {}).includes('write'));
    assert.deepEqual(
      granted.map(({ place }) => place),
      ['attest', 'marketplace', 'open-vsx', 'github'].map((name) => `.github/workflows/release.yml: ${name}`),
    );
  });

  it('run no script of a dependency where something may be written, and keep no credentials', () => {
    const wrong = steps().filter(
      ({ job, step }) =>
        (step.run === 'npm ci' && Object.values(job.permissions ?? {}).includes('write')) ||
        (step.uses?.startsWith('actions/checkout@') === true && step.with?.['persist-credentials'] !== false),
    );
    assert.deepEqual(wrong, []);
  });
});
