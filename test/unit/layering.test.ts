/** The layering rule of the lint, seen to fail: a rule that nobody saw fail may check nothing. */
import assert from 'node:assert/strict';
import { lint } from './lint.ts';

describe('the layering', () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['src/tools', "import * as x from 'vscode';"],
    ['src/mcp', "import { x } from '../tools/index.ts';"],
    ['src/models', "import { x } from '../mcp/index.ts';"],
    ['src/agent', "import { x } from '../editor/settings/settings.ts';"],
    ['src/agent', "import { x } from '../contributions/index.ts';"],
    ['src/editor', "import { x } from '../contributions/commands.ts';"],
    ['src/contributions', "import { x } from '../protocol/index.ts';"],
    ['src/tools', "import { x } from '../mcp/server.ts';"],
    ['src/webview', "import { x } from '../agent/index.ts';"],
    ['src/protocol', "import { x } from '../models/index.ts';"],
    ['src/mcp', "import { x } from '../engine.ts';"],
    ['src/store', "import { x } from '../tools/index.ts';"],
    ['src/agent', "import { x } from '../store/history.ts';"],
    ['src/sample', "import { x } from '../mcp/index.ts';"],
  ];
  for (const [room, line] of wrong) {
    it(`refuses in ${room}: ${line}`, async () => {
      const output = await lint(`${room}/layeringProbe.ts`, `${line}\nexport const y = x;\n`);
      assert.match(output, /no-restricted-imports/);
    });
  }

  it('allows what the design allows', async () => {
    const output = await lint(
      'src/agent/layeringProbe.ts',
      "import { x } from '../tools/index.ts';\nexport const y = x;\n",
    );
    assert.doesNotMatch(output, /no-restricted-imports/);
  });
});
