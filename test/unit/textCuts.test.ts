/** The lint rule that keeps cuts of texts in src/base/common/cut.ts, seen to fail. */
import assert from 'node:assert/strict';
import { lint } from './lint.ts';

describe('a text that is cut at a length', () => {
  const refused = [
    'text.slice(0, MAX)',
    'text.slice(0, 200)',
    'text.slice(from, 200)',
    'text.trim().slice(0, MAX).trim()',
    'list.map((each) => each.slice(0, MAX))',
    'text.substring(0, from)',
  ];
  const taken = [
    'list.slice(0, MAX)',
    "text.slice(0, text.indexOf('a'))",
    'text.slice(from)',
    'text.slice(1, -1)',
    'bytes.slice(0, MAX)',
  ];

  it('is cut by headText: the lint refuses other ways, and no slice of a list or at a place that was found', async () => {
    const lines = [...refused, ...taken];
    const source = [
      'const MAX = 200;',
      'export function probe(text: string, list: readonly string[], bytes: Uint8Array, from: number): unknown {',
      '  return [',
      ...lines.map((line) => `    ${line},`),
      '  ];',
      '}',
    ].join('\n');
    for (const folder of ['src/models', 'src/webview/ui']) {
      const output = await lint(`${folder}/textCutsProbe.ts`, `${source}\n`, ['--type-aware']);
      const numbers = output
        .split('\n')
        .filter((line) => /no-deprecated/.test(line))
        .map((line) => Number(line.split(':')[1]) - 4);
      assert.deepEqual(
        [...new Set(numbers)].toSorted((a, b) => a - b).map((number) => lines[number]),
        refused,
      );
    }
  });
});
