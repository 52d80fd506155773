/** A host to be killed: starts a server that ignores every polite end, and prints the pids of its tree. */
import { fixtureCommand } from '../../fixtures/servers/command.ts';
import { Bench, textOf } from './support.ts';

const bench = new Bench();
await bench.start({ demo: fixtureCommand('misbehaving', 'ignore-sigterm') });
const pids = JSON.parse(textOf(await bench.call('demo', 'pids'))) as Record<string, number>;
console.log(JSON.stringify(Object.values(pids)));
