/** The levels of the suite: where their tests are and how some of them are run. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Level {
  readonly name: string;
  /** Mocha's configuration, from the root of the repository; none where the tests run inside the extension host. */
  readonly config?: string;
  /** Its tests, from the root of the repository. */
  readonly tests: readonly string[];
  /** The tests run what is in dist/. */
  readonly isBuilt: boolean;
  /** Time in ms for one run of a defect's tests. */
  readonly limit: number;
  /** Time in ms for one of them, much less: a test that a defect makes wait for ever fails and is counted. */
  readonly testLimit: number;
}

/** A test, or the tests of a `describe`. */
export interface Found {
  readonly title: string;
  readonly level: Level;
  /** From the root of the repository. */
  readonly file: string;
}

interface MochaConfig {
  readonly spec: string;
}

/** The levels, the cheapest first. */
export function readLevels(root: string): readonly Level[] {
  const glob = (pattern: string): string[] => globSync(pattern, { cwd: root });
  const mocha = (
    name: string,
    config: string,
    rest: Pick<Level, 'isBuilt' | 'limit' | 'testLimit'>,
  ): Level[] =>
    existsSync(join(root, config))
      ? [{ name, config, tests: glob(readConfig(root, config).spec), ...rest }]
      : [];
  return [
    ...mocha('unit', '.mocharc.json', { isBuilt: false, limit: 240_000, testLimit: 60_000 }),
    ...mocha('page', '.mocharc.page.json', { isBuilt: true, limit: 240_000, testLimit: 60_000 }),
    {
      name: 'integration',
      tests: glob('test/integration/**/*.test.ts'),
      isBuilt: true,
      limit: 300_000,
      testLimit: 60_000,
    },
    ...mocha('window', '.mocharc.e2e.json', { isBuilt: true, limit: 600_000, testLimit: 120_000 }),
  ];
}

/** Mocha's configuration in that file. */
export function readConfig(root: string, file: string): MochaConfig {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as MochaConfig;
}

/** Finds tests by their titles in the source of all levels. */
export class TestIndex {
  readonly #files: readonly { readonly level: Level; readonly file: string; readonly text: string }[];

  constructor(root: string, levels: readonly Level[]) {
    this.#files = levels.flatMap((level) =>
      level.tests.map((file) => ({ level, file, text: readFileSync(join(root, file), 'utf8') })),
    );
  }

  /** Throws unless exactly one file has a test of that title. */
  find(title: string): Found {
    const literals = ["'", '"', '`'].map((quote) => quote + title + quote);
    const places = this.#files.filter(({ text }) => literals.some((literal) => text.includes(literal)));
    const [place] = places;
    if (!place) throw new Error(`No test is called "${title}". If it has another title now, give that one.`);
    if (places.length > 1)
      throw new Error(`"${title}" is in several files: ${places.map(({ file }) => file).join(', ')}.`);
    return { title, level: place.level, file: place.file };
  }
}
