/** The audit of what is in the package, at a registry that the test plays. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { packagesOf, report, type Finding } from '../../../../scripts/release/audit.ts';
import { auditFile } from '../../../../scripts/release/auditFile.ts';
import { exceptions } from '../../../../scripts/release/exceptions.ts';
import { isWithin } from '../../../../scripts/release/versionRange.ts';
import { lastingPort } from '../../../../scripts/host/lastingPort.ts';

const sbom = JSON.stringify({
  components: [
    { purl: 'pkg:npm/dompurify@3.4.18' },
    { purl: 'pkg:npm/%40preact/signals@2.11.4' },
    { purl: 'pkg:npm/zod@4.6.7' },
    { purl: 'pkg:npm/zod@3.0.0' },
  ],
});
const today = '2026-11-28';
const advisory = (range: string, severity = 'high') => ({
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Prototype pollution',
  severity,
  vulnerable_versions: range,
});
const canary = { minimist: [advisory('<0.2.1')] };

describe('the audit of what is bundled', () => {
  let server: Server | undefined;
  let asked: { readonly path: string | undefined; readonly body: string }[] = [];

  /** A registry that gives this answer. */
  async function registry(answer: unknown, status = 200): Promise<string> {
    asked = [];
    server = createServer((request, response) => {
      void text(request).then((body) => {
        asked.push({ path: request.url, body });
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`;
  }

  afterEach(() => void server?.close());

  it('asks about every package of the bill of materials, in each of its versions', async () => {
    const { problems, why, lines } = await auditFile(sbom, { registry: await registry(canary), today });
    assert.deepEqual([problems, why], [[], undefined]);
    assert.match(lines.join(), /^3 packages audited at http:.*, 0 problems$/);
    assert.equal(asked[0]?.path, '/npm/-/npm/v1/security/advisories/bulk');
    assert.deepEqual(JSON.parse(asked[0]?.body ?? ''), {
      dompurify: ['3.4.18'],
      '@preact/signals': ['2.11.4'],
      zod: ['4.6.7', '3.0.0'],
      minimist: ['0.0.8'],
    });
  });

  it('fails for an advisory about a version that is bundled, and for that alone', async () => {
    const answer = { ...canary, zod: [advisory('>=3.0.0 <3.1.0')], dompurify: [advisory('<3.4.0')] };
    const { problems } = await auditFile(sbom, { registry: await registry(answer), today });
    assert.deepEqual(problems, [
      'zod 3.0.0: high: Prototype pollution (GHSA-aaaa-bbbb-cccc, https://github.com/advisories/GHSA-aaaa-bbbb-cccc)',
    ]);
  });

  it('prints one of low severity, which fails nothing', async () => {
    const answer = { ...canary, dompurify: [advisory('*', 'low')] };
    const { problems, lines } = await auditFile(sbom, { registry: await registry(answer), today });
    assert.deepEqual(problems, []);
    assert.match(lines.join(), /dompurify 3\.4\.18: low/);
  });

  it('says that nothing is known where the registry cannot be asked', async () => {
    const nobody = `http://127.0.0.1:${await lastingPort()}`;
    for (const place of [
      () => nobody,
      () => registry({}, 405),
      () => registry('<html>'),
      () => registry('null'),
      // As registries do that keep no advisories.
      () => registry({}),
      () => registry({ advisories: {} }),
    ]) {
      const { lines, problems, why } = await auditFile(sbom, { registry: await place(), today });
      assert.deepEqual(problems, []);
      assert.ok(why);
      assert.match(lines.join(), /^NOT AUDITED: the advisories could not be asked for/);
      server?.close();
    }
  });

  it('accepts an exception until its date, but none that is no longer needed', () => {
    const finding: Finding = {
      advisory: 'GHSA-a',
      name: 'zod',
      versions: ['3.0.0'],
      severity: 'high',
      title: 'T',
      url: 'U',
    };
    const exception = { advisory: 'GHSA-a', name: 'zod', reason: 'It is not called.', until: '2026-12-01' };
    assert.deepEqual(report([finding], [exception], '2026-12-01').problems, []);
    assert.match(
      report([finding], [exception], '2026-12-01').notes.join(),
      /excepted until 2026-12-01: It is not called/,
    );
    assert.match(report([finding], [exception], '2026-12-02').problems.join(), /ended on 2026-12-01/);
    assert.match(report([], [exception], '2026-12-01').problems.join(), /no longer concerns it/);
    assert.equal(report([finding], [{ ...exception, name: 'ajv' }], '2026-12-01').problems.length, 2);
  });

  it('has exceptions with a reason and a day within a quarter of a year', () => {
    for (const { advisory: id, reason, until } of exceptions) {
      assert.match(id, /^GHSA(-\w{4}){3}$/);
      assert.ok(reason.length > 20);
      assert.ok(Date.parse(until) - Date.now() < 93 * 86_400_000, id);
    }
  });

  it('takes no bill of materials without packages, or with others than those of npm', () => {
    assert.throws(() => packagesOf('{}'), /has no package/);
    assert.throws(() => packagesOf('{"components":[{"purl":"pkg:pypi/a@1"}]}'), /is no npm package/);
  });
});

describe('the range of an advisory', () => {
  it('has the versions that npm would count, and in doubt every one', () => {
    for (const [version, range, is] of [
      ['1.2.3', '<1.2.4', true],
      ['1.2.4', '<1.2.4', false],
      ['1.10.0', '>=1.2.0 <1.9.0', false],
      ['1.8.9', '>= 1.2.0 < 1.9.0', true],
      ['2.0.0', '<1.0.0 || =2.0.0', true],
      ['2.0.1', '<1.0.0 || 2.0.0', false],
      ['2.0.1', '*', true],
      ['2.0.1', '<=2.0.1', true],
      ['2.0.1', '>2.0.1', false],
      ['2.0.1-rc.1', '<1.0.0', true],
      ['2.0.1', '^1.0.0', true],
    ] as const)
      assert.equal(isWithin(version, range), is, `${version} ${range}`);
  });
});

describe('the workflows of the package', () => {
  for (const file of ['ci', 'nightly', 'release'])
    it(`audit what they have packaged (${file})`, async () => {
      const { jobs } = parse(await readFile(`.github/workflows/${file}.yml`, 'utf8')) as {
        jobs: Record<string, { steps?: { run?: string }[] }>;
      };
      const packaging = Object.values(jobs)
        .map(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []))
        .filter((runs) => runs.some((run) => run.startsWith('npm run package')));
      assert.equal(packaging.length, 1);
      for (const runs of packaging)
        assert.equal(
          runs.findIndex((run) => run.startsWith('npm run package')) + 1,
          runs.indexOf('npm run audit'),
        );
    });

  it('are updated by weekly pull requests, as is every package', async () => {
    const { updates } = parse(await readFile('.github/dependabot.yml', 'utf8')) as {
      updates: { 'package-ecosystem': string; schedule: { interval: string }; groups: object }[];
    };
    assert.deepEqual(
      updates.map((each) => [each['package-ecosystem'], each.schedule.interval]),
      [
        ['npm', 'weekly'],
        ['github-actions', 'weekly'],
      ],
    );
  });
});
