/**
 * Runs a command as the head of a session of its own, as Patchbay runs its servers: `node ownSession.ts
 * COMMAND ARGS…`. The command has this process's stdin and stdout; nothing stands between.
 */
import { spawn } from 'node:child_process';

const [command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { detached: process.platform !== 'win32', stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));
