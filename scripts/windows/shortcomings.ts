/** Failures that are wine 8's. Any other failure is Windows' until shown not to be. */

const foreignBinary = 'linter, parser and bundler are programs of this system; npm installs no others';
const noGit = 'there is no git under wine';

/** Files that are not run, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  'test/unit/editor/chat/killed.test.ts':
    'each of its windows takes about 27 s to start under wine, longer than the test waits',
  'test/unit/scripts/folders.test.ts': foreignBinary,
  'test/unit/scripts/l10n.test.ts': foreignBinary,
  'test/unit/foreignText.test.ts': foreignBinary,
  'test/unit/bench/activation.test.ts': foreignBinary,
  'test/unit/scripts/words.test.ts': foreignBinary,
  'test/unit/scripts/release/prepare.test.ts': noGit,
};

export interface Shortcoming {
  readonly file: string;
  /** Matches full titles. */
  readonly tests: RegExp;
  readonly reason: string;
}

const slow = 'wine needs minutes for so many files';
const starts = 'a process takes wine longer to start than the limit that is tried or the test has';
const links = 'wine 8 makes no symbolic links, and says that it did';

export const shortcomings: readonly Shortcoming[] = [
  { file: 'test/unit/scripts/contributions.test.ts', tests: /is in the files/, reason: foreignBinary },
  { file: 'test/unit/scripts/debugging.test.ts', tests: /once all builds are done/, reason: foreignBinary },
  { file: 'test/unit/scripts/testing.test.ts', tests: /are found (?:through|among)/, reason: foreignBinary },
  {
    file: 'test/unit/realServers.test.ts',
    tests: /browses a page/,
    reason: 'the browser is a program of this system',
  },
  { file: 'test/unit/tools/files/realPaths.test.ts', tests: /link|of many files/, reason: links },
  { file: 'test/unit/tools/customConfirmation.test.ts', tests: /when they are linked/, reason: links },
  {
    file: 'test/unit/agent/instructions/instructions.test.ts',
    tests: /name what they must not read/,
    reason: links,
  },
  { file: 'test/unit/mcp/failures/launcherCache.test.ts', tests: /a link leads elsewhere/, reason: links },
  {
    file: 'test/unit/editor/workspaceServers.test.ts',
    tests: /leads by a link/,
    reason: links,
  },
  {
    file: 'test/unit/tools/files/gitIgnore.test.ts',
    tests: /through a link/,
    reason: links,
  },
  { file: 'test/unit/tools/files/linkedProtection.test.ts', tests: /links? /, reason: links },
  { file: 'test/unit/tools/files/folderWalk.test.ts', tests: /FolderWalk/, reason: links },
  { file: 'test/unit/tools/customConfirmation.test.ts', tests: /that import too much/, reason: slow },
  {
    file: 'test/unit/mcp/connection/boundedFetch.test.ts',
    tests: /comes through whole/,
    reason: 'wine sends at most 1024 pieces at once (EMSGSIZE)',
  },
  { file: 'test/unit/mcp/wire/session.test.ts', tests: /modern era once each/, reason: starts },
  { file: 'test/unit/engine.test.ts', tests: /refuses what real ones refuse/, reason: starts },
  {
    file: 'test/unit/mcp/failures/processes.test.ts',
    tests: /its interpreter is missing/,
    reason:
      'cmd of wine ends with code 9009 and not with 1 for a program that is missing, so cross-spawn does not notice',
  },
];
