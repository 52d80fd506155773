/** The stages of `npm test` and `npm run test:nightly`. */
import { npmRun as script, packageBin, type CommandLine } from '../npm.ts';

/** How to read the number of tests from the output; 'none': the stage is one test. */
export type Counts = 'mocha' | 'line' | 'none';

export interface Stage {
  /** Unique; words on the command line select by it. */
  readonly title: string;
  readonly command: CommandLine;
  readonly counts: Counts;
  /** Processors kept busy by it alone at any time; stages run in parallel while there are enough. */
  readonly cores: number;
  /** It runs what is in dist/, so it waits for the stage that builds that, if this runs. */
  readonly isBuilt?: true | undefined;
  /**
   * Runs test files again, if a few have failed. For stages in a real editor, which a busy machine can disturb in ways that
   * are no fault of Patchbay; undefined: nothing is run again.
   */
  readonly again?: ((files: readonly string[]) => CommandLine) | undefined;
}

export const buildStage: Stage = { title: 'build', command: script('build'), counts: 'none', cores: 1 };

/** Tests with `@nightly` in their titles run at night only. */
const mocha = (config: string, nightly: boolean, atNight: readonly string[] = []): CommandLine =>
  packageBin('mocha', 'mocha', [
    '--config',
    config,
    ...(nightly ? atNight : ['--grep', '@nightly', '--invert']),
  ]);

const again =
  (options: readonly string[]) =>
  (files: readonly string[]): CommandLine => [process.execPath, 'scripts/testOne.ts', ...files, ...options];

/** The titles of the checks of `npm run check`, by their scripts in package.json without `check:`. */
const checkScripts = {
  contributions: 'generated files',
  types: 'types',
  lint: 'lint',
  folders: 'folders',
  unused: 'unused code',
  format: 'format',
  l10n: 'translations',
  workflows: 'workflows',
  words: 'names',
  docs: 'documents',
  lock: 'locked packages',
  commits: 'commits',
  activation: 'activation',
};

export const checks: readonly Stage[] = Object.entries(checkScripts).map(([name, title]) => ({
  title,
  command: script(`check:${name}`),
  counts: 'none',
  cores: 1,
}));

const onlyAtNight: readonly Stage[] = [
  { title: 'soak', command: script('soak', ['--minutes', '30']), counts: 'none', cores: 2 },
  // They fail if something cannot be measured, not by their figures.
  { title: 'benchmarks', command: script('bench'), counts: 'none', cores: 2 },
  { title: 'mutation checks', command: script('mutation'), counts: 'line', cores: 2 },
];

/** Each stage takes its long form at night. */
export function stages(nightly: boolean): readonly Stage[] {
  return [
    buildStage,
    ...checks,
    // The longest come first, and the short ones fill what is left at the end.
    {
      title: 'window tests',
      command: mocha('.mocharc.e2e.json', nightly),
      counts: 'mocha',
      // Its workers, like those of page tests, wait for a browser at times, and for each other at the end.
      cores: 1,
      isBuilt: true,
      again: nightly ? undefined : again(['--grep', '@nightly', '--invert']),
    },
    {
      title: 'unit tests',
      // Long property tests exceed the limit of tests by day.
      command: mocha('.mocharc.json', nightly, ['--timeout', '1200000']),
      counts: 'mocha',
      cores: 1,
    },
    {
      title: 'page tests',
      command: mocha('.mocharc.page.json', nightly),
      counts: 'mocha',
      cores: 1,
      isBuilt: true,
    },
    {
      title: 'integration tests',
      command: [process.execPath, 'scripts/integration.ts'],
      counts: 'mocha',
      cores: 1,
      isBuilt: true,
      again: nightly ? undefined : again([]),
    },
    {
      title: 'adversarial suite',
      command: nightly ? script('adversarial') : script('adversarial', ['--quick']),
      counts: 'line',
      cores: 1,
    },
    { title: 'conformance', command: script('conformance'), counts: 'line', cores: 1 },
    ...(nightly ? onlyAtNight : []),
  ];
}
