/** A small task that uses each built-in tool at least once: an order without a meaning, but with all kinds of results. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelTask } from '../task.ts';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shapes", "version": "1.0.0", "scripts": { "report": "node report.js" } }\n',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true }, "include": ["src"] }\n',
  'src/shapes/area.ts':
    'export function area(width: number, height: number): number {\n  return width * height;\n}\n',
  'src/index.ts':
    "import { area } from './shapes/area.js';\n\nexport const total: string = area(2, 3) + area(4, 5);\nexport const unit = 'feet';\n",
  'docs/old.md': '# Shapes\n',
  'docs/draft.md': 'Nothing yet.\n',
  'docs/terms.txt': Array.from({ length: 3_000 }, (_, index) => `term ${index + 1} of this list\n`).join(''),
  // More than a result may have, with the line that matters in the part that is left out.
  'report.js':
    "for (let part = 1; part <= 1500; part++)\n  console.log(`part ${part} ${part === 900 ? 'FAILED: no lid' : 'passed all of its many checks'}`);\n",
};

export const tools: ModelTask = {
  name: 'tools',
  page: '<!doctype html><title>Units</title><main><h1>Units</h1><p>Lengths are in metres, never in feet.</p></main>',
  prompt:
    'Mend the type error of src/index.ts, and take the unit that {page} wants. Say which part fails in `npm run report`, and what is in docs/terms.txt from line 2,000 on. Move docs/old.md to docs/shapes.md, delete docs/draft.md, write src/shapes/circle.ts with the area of a circle, and show me src/index.ts. Say too what the architecture document of the server everything is about.',
  async prepare(folder) {
    await mkdir(join(folder, 'src/shapes'), { recursive: true });
    await mkdir(join(folder, 'docs'));
    await Promise.all(Object.entries(FILES).map(([path, text]) => writeFile(join(folder, path), text)));
  },
  decisions: [
    {
      calls: [
        {
          name: 'update_plan',
          args: {
            steps: [
              { title: 'Look at files, page and report', status: 'in_progress' },
              { title: 'Mend the error and the unit', status: 'pending' },
              { title: 'Move, delete and write files', status: 'pending' },
            ],
          },
        },
        { name: 'list_directory', args: { depth: 3 } },
        { name: 'find_files', args: { pattern: '*.ts' } },
        { name: 'search_text', args: { query: 'area', path: 'src', context: 1 } },
        { name: 'search_text', args: { query: 'term', output: 'counts' } },
        { name: 'read_file', args: { path: 'src/index.ts' } },
        { name: 'read_file', args: { path: 'docs/terms.txt', startLine: 2_000, lines: 3 } },
        { name: 'get_diagnostics', args: { path: 'src/index.ts' } },
        { name: 'fetch_page', args: { url: '{page}' } },
        { name: 'list_mcp_resources', args: { server: 'everything' } },
        { name: 'run_command', args: { command: 'npm run report' } },
      ],
    },
    {
      calls: [
        // The editor had not begun to check files when the task began.
        { name: 'get_diagnostics', args: { path: 'src/index.ts' } },
        { name: 'read_result', args: { call_id: '{cutCall}', search: 'FAILED' } },
        {
          name: 'read_mcp_resource',
          args: { server: 'everything', uri: 'demo://resource/static/document/architecture.md' },
        },
      ],
    },
    {
      calls: [
        {
          name: 'edit_file',
          args: {
            path: 'src/index.ts',
            edits: [
              { oldText: 'total: string', newText: 'total: number' },
              { oldText: "'feet'", newText: "'metres'" },
            ],
          },
        },
        {
          name: 'write_file',
          args: {
            path: 'src/shapes/circle.ts',
            content: 'export function circle(radius: number): number {\n  return Math.PI * radius ** 2;\n}\n',
          },
        },
        { name: 'move_file', args: { path: 'docs/old.md', newPath: 'docs/shapes.md' } },
        { name: 'delete_file', args: { path: 'docs/draft.md' } },
        { name: 'get_diagnostics', args: { path: 'src/index.ts' } },
        { name: 'show_file', args: { path: 'src/index.ts', line: 3 } },
        { name: 'update_plan', args: { steps: [] } },
      ],
    },
    { answer: 'Part 900 fails: no lid. The error is mended, and the unit is metres.' },
  ],
  async check(folder, results) {
    // This host may have no language service, and then says so.
    const BROKEN = /^src\/index\.ts:3:14 error .*not assignable|^Not checked by the editor: run the build/;
    const MENDED = /^No problems \(checked by ts\)\.$|^Not checked by the editor: run the build/;
    const told = [
      /^The plan is shown to the user: 0 of 3 done\.$/,
      /^ {4}area\.ts \(\d+ B\)$/m,
      /^src\/shapes\/area\.ts$/m,
      /^3:export const total: string/m,
      /docs\/terms\.txt: 3,?000/,
      /^3\texport const total: string/m,
      /^2000\tterm 2000 of this list$/m,
      BROKEN,
      /Lengths are in metres/,
      /architecture\.md/,
      /"call_id"/,
      BROKEN,
      /part 900 FAILED/,
      /# Everything Server . Architecture/,
      /^-export const total: string/m,
      /circle\.ts/,
      /docs\/shapes\.md/,
      /docs\/draft\.md/,
      MENDED,
      /^The user sees src\/index\.ts at line 3\.$/,
      /^The plan was removed\.$/,
    ];
    assert.equal(results.length, told.length);
    for (const [index, pattern] of told.entries()) assert.match(results[index] ?? '', pattern);
    assert.deepEqual((await readdir(join(folder, 'docs'))).toSorted(), ['shapes.md', 'terms.txt']);
    assert.match(await readFile(join(folder, 'src/index.ts'), 'utf8'), /total: number[^]*'metres'/);
  },
};
