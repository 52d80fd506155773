/**
 * The tools of real servers, fitted for each kind of endpoint, against what they were when somebody last looked.
 * `UPDATE_GOLDENS=1 npm run test:unit` writes them anew; look at what changed. The inputs come from
 * `scripts/collectSchemas.ts`.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fitTool } from '../../../../src/models/schema/fit.ts';
import { plainer, profileFor } from '../../../../src/models/schema/profile.ts';
import type { ToolDefinition } from '../../../../src/models/index.ts';
import { refusals, type Judge } from './refusals.ts';

const folder = new URL('../../../fixtures/schemas/', import.meta.url);
const profiles = {
  standard: profileFor({ baseURL: 'https://api.openai.com/v1', model: 'gpt' }),
  gemini: profileFor({ baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai', model: 'any' }),
  plain: plainer(profileFor({ baseURL: 'https://api.openai.com/v1', model: 'gpt' })),
};

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
}

const servers = readdirSync(folder).filter(
  (name) => name.endsWith('.json') && !name.endsWith('.fitted.json'),
);

describe('the tools of real servers', () => {
  for (const file of servers) {
    const tools = read(file) as ToolDefinition[];
    const golden = file.replace('.json', '.fitted.json');

    it(`of ${file.replace('.json', '')} are fitted as before`, () => {
      const made = Object.fromEntries(
        Object.entries(profiles).map(([name, profile]) => [
          name,
          tools.map((tool) => fitTool(tool, profile)),
        ]),
      );
      if (process.env['UPDATE_GOLDENS'] === '1')
        writeFileSync(new URL(golden, folder), `${JSON.stringify(made, null, 2)}\n`);
      assert.deepEqual(JSON.parse(JSON.stringify(made)), read(golden));
    });

    it(`of ${file.replace('.json', '')} are accepted by every kind of endpoint`, () => {
      for (const [judge, profile] of Object.entries(profiles)) {
        for (const tool of tools) {
          const made = fitTool(tool, profile);
          assert.equal(made.kind, 'fitted');
          assert.deepEqual(
            made.kind === 'fitted' && refusals(made.parameters, judge as Judge),
            [],
            tool.name,
          );
        }
      }
    });

    it(`of ${file.replace('.json', '')} keep every argument and its being required`, () => {
      for (const profile of Object.values(profiles)) {
        for (const tool of tools) {
          const made = fitTool(tool, profile);
          assert.ok(made.kind === 'fitted');
          const names = ({ properties = {}, required = [] }: Readonly<Record<string, unknown>>) => [
            Object.keys(properties as object),
            required,
          ];
          assert.deepEqual(names(made.parameters ?? {}), names(tool.inputSchema), tool.name);
        }
      }
    });
  }
});
