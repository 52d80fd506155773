import assert from 'node:assert/strict';
import { namedPath, searchGlobs } from '../../../../src/tools/files/searchGlobs.ts';

const folder = '/home/me/project';

describe('A pattern that a model looks for files with', () => {
  for (const [title, pattern, globs] of [
    ['is looked for at any depth when it has no slash', '*.ts', ['**/*.ts']],
    ['is looked for from the folder on when it has one', 'src/*.ts', ['src/*.ts']],
    ['may begin with ./', './src/*.ts', ['src/*.ts']],
    ['may begin with a slash, which means the folder', '/src/*.ts', ['src/*.ts']],
    ['may be an absolute path in the folder', `${folder}/src/*.ts`, ['src/*.ts']],
    ['may separate names by backslashes', 'src\\deep\\x.ts', ['src/deep/x.ts']],
    ['may name a folder by a slash at the end', 'src/', ['src/**']],
    ['may be the folder itself', '.', ['**']],
    ['stays as it is when it fits everything', '**', ['**']],
    ['has brackets as a choice and as a name', 'app/[id]/*.ts', ['app/[id]/*.ts', 'app/[[]id[]]/*.ts']],
    ['has brackets as a name when they are escaped', 'app/\\[id\\]/*.ts', ['app/[[]id[]]/*.ts']],
    ['keeps parentheses, escaped or not', 'app/\\(group\\)/(b).ts', ['app/(group)/(b).ts']],
    ['is looked for in both normal forms', 'caf\u00e9.txt', ['**/caf\u00e9.txt', '**/cafe\u0301.txt']],
  ] as const)
    it(title, () => assert.deepEqual(searchGlobs(pattern, folder), globs));

  it('names a path in the folder, and none outside', () => {
    assert.equal(namedPath('./app/[id]', folder), `${folder}/app/[id]`);
    assert.equal(namedPath('src/', folder), `${folder}/src`);
    assert.equal(namedPath('../other', folder), undefined);
    assert.equal(namedPath('.', folder), undefined);
  });
});
