/** The baseline loop as a process: `node handLoop.ts BASE_URL`. */
import { fixtureCommand } from '../../test/fixtures/servers/command.ts';
import { connectBare } from '../peers/bareClient.ts';
import { runHandLoop } from '../peers/handLoop.ts';
import { CALLS, PROMPT, STEPS } from '../script.ts';

const [baseURL] = process.argv.slice(2);
// The package would use its own default endpoint without a base URL.
if (baseURL === undefined) throw new Error('usage: node handLoop.ts BASE_URL');
const { client, tools } = await connectBare(fixtureCommand('recorder'));
const succeeded = await runHandLoop({ baseURL, client, tools, prompt: PROMPT, maxSteps: STEPS });
await client.close();
process.exitCode = succeeded === CALLS ? 0 : 1;
