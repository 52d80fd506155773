/** Builds the .vsix: `npm run package`, or `-- FILE` for another place. Says how large it is. */
import { execFileSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';

const { name, version } = JSON.parse(await readFile('package.json', 'utf8')) as {
  name: string;
  version: string;
};
const file = process.argv[2] ?? `${name}-${version}.vsix`;

execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
// Everything is in the bundles, so nothing of node_modules is looked at.
execFileSync(
  'vsce',
  [
    'package',
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--out',
    file,
  ],
  {
    stdio: 'inherit',
  },
);
console.log(`${file}: ${Math.round((await stat(file)).size / 1024)} kB`);
