/**
 * `npm run check:activation`, in `npm run check`: compares the activation bundle, which every start of the editor reads,
 * with that of the commit where the branch left main. A change may add a little; more needs a reason in a commit message.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { git, mergeBase } from './git.ts';
import { repoRoot } from './host/cache.ts';
import { activationBundle } from './hostBundle.ts';
import { activationOf, growthProblems, reasonsFor, type Activation } from './release/activation.ts';

/** The commit to compare with: on main itself the one before, unless there are uncommitted changes to judge. */
function baseOf(): string | undefined {
  const base = mergeBase();
  const isHead = base === 'HEAD' || base === git('rev-parse', 'HEAD').trim();
  if (!isHead || git('status', '--porcelain').trim() !== '') return base;
  try {
    return git('rev-parse', '--verify', 'HEAD^').trim();
  } catch {
    return undefined;
  }
}

async function measure(root: string): Promise<Activation> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const { metafile } = await esbuild.build({
    ...activationBundle(version),
    absWorkingDir: root,
    write: false,
    metafile: true,
    legalComments: 'none',
    logLevel: 'error',
  });
  return activationOf(metafile);
}

/** Bundles the sources of a commit with the packages that are installed now, so that only the sources differ. */
async function measureCommit(commit: string): Promise<Activation> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-activation-'));
  try {
    const archive = execFileSync('git', ['archive', commit, 'src', 'package.json', 'tsconfig.json'], {
      cwd: repoRoot,
      maxBuffer: 512 * 1024 * 1024,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    await symlink(join(repoRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
    return await measure(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const base = baseOf();
if (base === undefined)
  console.log('No commit before this one is here, so the activation bundle is not compared.');
else {
  const [before, now] = await Promise.all([measureCommit(base), measure(repoRoot)]);
  const reasons = reasonsFor(git('log', '--format=%B', `${base}..HEAD`));
  console.log(
    `The activation bundle has ${now.bytes} bytes; ${before.bytes} at ${base === 'HEAD' ? base : base.slice(0, 10)}.`,
  );
  const problems = growthProblems(before, now);
  for (const problem of problems) (reasons.length > 0 ? console.log : console.error)(problem);
  for (const reason of reasons) console.log(`Reason given: ${reason}`);
  if (problems.length > 0 && reasons.length === 0) process.exitCode = 1;
}
