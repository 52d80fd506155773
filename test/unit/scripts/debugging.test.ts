/** F5 in the editor: .vscode/launch.json and tasks.json name what there is, and understand what `npm run watch` prints. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { BEGUN, ENDED, problemLine, watchReport } from '../../../scripts/watchReport.ts';

interface Launch {
  readonly configurations: readonly {
    readonly name: string;
    readonly preLaunchTask?: string;
    readonly program?: string;
    readonly outFiles?: readonly string[];
  }[];
}

interface Tasks {
  readonly tasks: readonly {
    readonly label: string;
    readonly script: string;
    readonly problemMatcher: {
      readonly pattern: { readonly regexp: string };
      readonly background: { readonly beginsPattern: string; readonly endsPattern: string };
    };
  }[];
}

describe('debugging in the editor', () => {
  const read = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T;

  it('starts tasks, scripts and programs that there are', async () => {
    const { configurations } = await read<Launch>('.vscode/launch.json');
    const { tasks } = await read<Tasks>('.vscode/tasks.json');
    const { scripts, main } = await read<{ scripts: object; main: string }>('package.json');
    for (const { name, preLaunchTask, program, outFiles } of configurations) {
      if (preLaunchTask !== undefined)
        assert.ok(
          tasks.some(({ label }) => label === preLaunchTask),
          name,
        );
      if (program !== undefined) assert.ok(existsSync(program.replace('${workspaceFolder}/', '')), program);
      if (outFiles !== undefined)
        assert.deepEqual([outFiles, main], [['${workspaceFolder}/dist/**/*.cjs'], './dist/extension.cjs']);
    }
    for (const { script } of tasks) assert.ok(script in scripts, script);
  });

  it('waits for the build and finds its problems', async () => {
    const [task] = (await read<Tasks>('.vscode/tasks.json')).tasks;
    assert.ok(task !== undefined);
    const { pattern, background } = task.problemMatcher;
    const [begins, ends] = [new RegExp(background.beginsPattern), new RegExp(background.endsPattern)];
    // VS Code looks for the beginning first, and a line that is one is not looked at any further.
    assert.deepEqual([begins.test(BEGUN), begins.test(ENDED), ends.test(ENDED)], [true, false, true]);
    const location = {
      file: 'src/a.ts',
      namespace: '',
      line: 3,
      column: 7,
      length: 1,
      lineText: '',
      suggestion: '',
    };
    const line = problemLine('ERROR', { text: 'Unexpected "="', location });
    assert.deepEqual(new RegExp(pattern.regexp).exec(line)?.slice(1), [
      join('src', 'a.ts'),
      '3',
      '8',
      'ERROR',
      'Unexpected "="',
    ]);
  });

  it('hears of the end once all builds are done', async () => {
    const lines: string[] = [];
    const plugin = watchReport(2, (line) => lines.push(line));
    const build = (contents: string) =>
      esbuild
        .build({ stdin: { contents }, write: false, logLevel: 'silent', plugins: [plugin] })
        .catch((error: unknown) => error);
    await build('1');
    assert.deepEqual(lines, [BEGUN]);
    await build('const');
    assert.equal(lines.length, 3, lines.join('\n'));
    assert.match(lines[1] ?? '', /^<stdin>:1:6: ERROR: /);
    assert.equal(lines[2], ENDED);
  });
});
