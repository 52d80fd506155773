/**
 * The first turn of a process, everything connected: `node firstTurn.ts ours|hand BASE_URL [HISTORY_FOLDER]` prints ms.
 */
import { writeSync } from 'node:fs';
import { fixtureCommand } from '../../test/fixtures/servers/command.ts';
import { connectBare } from '../peers/bareClient.ts';
import { runHandLoop } from '../peers/handLoop.ts';
import { connectAll, createEngine, runTurn } from '../peers/patchbay.ts';
import { timed } from '../rounds.ts';
import { CALLS, PROMPT, STEPS } from '../script.ts';

const [side, baseURL = '', folder] = process.argv.slice(2);
const command = fixtureCommand('recorder');
let succeeded = 0;
let took: number;
if (side === 'ours') {
  const engine = createEngine(undefined, folder);
  await connectAll(engine, { bench: command });
  took = await timed(async () => (succeeded = await runTurn(engine, baseURL)));
  await engine.dispose();
} else {
  const { client, tools } = await connectBare(command);
  took = await timed(
    async () => (succeeded = await runHandLoop({ baseURL, client, tools, prompt: PROMPT, maxSteps: STEPS })),
  );
  await client.close();
}
if (succeeded !== CALLS) throw new Error(`${succeeded} of ${CALLS} calls succeeded.`);
writeSync(1, String(took));
process.exit(0);
