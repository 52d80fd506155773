/**
 * Runs a command as leader of its own session, as Patchbay runs servers: `node ownSession.ts COMMAND ARGS…`. It
 * inherits stdin and stdout, so nothing is in between.
 */
import { spawn } from 'node:child_process';

const [command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { detached: process.platform !== 'win32', stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));
