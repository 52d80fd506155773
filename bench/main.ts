/**
 * `npm run bench`: builds, measures Patchbay side by side with what stands beside it, prints a table.
 * `--json` prints one JSON object instead, `--only NAME` measures one group, `--data FILE` has tools and tasks for
 * `toolSearch`. See docs/benchmarks.md.
 */
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { measureActivation } from './figures/activation.ts';
import { measureBytesPerToken } from './figures/bytesPerToken.ts';
import { measureCall } from './figures/call.ts';
import { measureChatPage } from './figures/chatPage.ts';
import { measureConnect } from './figures/connect.ts';
import { measureConversations } from './figures/conversations.ts';
import { measureHistory } from './figures/history.ts';
import { measureLargeResult } from './figures/largeResult.ts';
import { measureManyTools } from './figures/manyTools.ts';
import { measureModelTasks } from './figures/modelTasks.ts';
import { measureSnapshot } from './figures/snapshot.ts';
import { measureTextSearch } from './figures/textSearch.ts';
import { measureToolSearch } from './figures/toolSearch.ts';
import { measureTree } from './figures/tree.ts';
import { measureTurn } from './figures/turn.ts';
import { runNode } from './processes.ts';
import { toJson, toTable } from './report.ts';

const groups: Readonly<Record<string, (data?: string) => Figure[] | Promise<Figure[]>>> = {
  activation: measureActivation,
  bytesPerToken: measureBytesPerToken,
  call: measureCall,
  turn50x8: measureTurn,
  connect10: measureConnect,
  largeResult: measureLargeResult,
  history: measureHistory,
  conversations: measureConversations,
  snapshot: measureSnapshot,
  searchText: measureTextSearch,
  tree: measureTree,
  manyTools: measureManyTools,
  toolSearch: measureToolSearch,
  modelTasks: measureModelTasks,
  chatPage: measureChatPage,
};

/** Returns the exit code: 1 if a measurement failed. A missed aim is no failure. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      only: { type: 'string' },
      data: { type: 'string' },
    },
  });
  const { json, only, data } = values;
  if (only !== undefined && !Object.hasOwn(groups, only))
    throw new Error(`There is no figure "${only}". There are: ${Object.keys(groups).join(', ')}.`);
  await runNode('esbuild.mjs');
  const figures: Figure[] = [];
  let code = 0;
  for (const [name, measure] of Object.entries(groups)) {
    if (only !== undefined && name !== only) continue;
    console.error(`Measuring ${name}…`);
    try {
      figures.push(...(await measure(data)));
    } catch (error) {
      console.error(`${name} could not be measured:`, error);
      code = 1;
    }
  }
  console.log(json ? toJson(figures) : toTable(figures));
  return code;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
