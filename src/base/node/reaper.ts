// Ends the servers of a host that was killed: some do not read stdin, or have children. A small process reads a list of
// process trees from the host's pipe, and of marks that processes have in their environment (markedProcesses.ts). When
// the pipe closes, it kills what is on the list.
import { spawn, type ChildProcess } from 'node:child_process';
import { MARK_VARIABLE } from './markedProcesses.ts';
import { taskkill } from './processTree.ts';

/** A marked process can start the next one just before it is killed, so they are listed until there are none. */
const rounds = Array.from({ length: 50 }, (_, at) => at).join(' ');

/** POSIX systems run a shell, which starts in a millisecond and takes a megabyte. */
const shellScript = `
trap '' HUP INT TERM
live=' '
while read -r op pid; do
  case $op in
    +) live="$live$pid " ;;
    -) live="\${live%% $pid *} \${live#* $pid }" ;;
  esac
done
[ -z "\${live# }" ] && exit 0
for pid in $live; do
  case $pid in
    *[!0-9]*) ;;
    *) kill -TERM "-$pid" 2>/dev/null ;;
  esac
done
sleep 1
for pid in $live; do
  case $pid in
    *[!0-9]*)
      clean=0
      for round in ${rounds}; do
        clean=$((clean + 1))
        for file in $(grep -lsF "${MARK_VARIABLE}=$pid" /proc/[0-9]*/environ); do
          clean=0
          file=\${file#/proc/}
          kill -KILL "\${file%/environ}" 2>/dev/null
        done
        [ $clean = 5 ] && break
      done ;;
    *) kill -KILL "-$pid" 2>/dev/null ;;
  esac
done
`;

/** Windows has no such shell, so the host's own Node runs this. */
const nodeScript = `
const live = new Set();
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) live[line[0] === '+' ? 'add' : 'delete'](line.slice(2));
});
process.stdin.on('end', () => {
  for (const pid of live) {
    const { status } = require('child_process').spawnSync(process.argv[1], ['/pid', pid, '/T', '/F']);
    if (status === 0 || status === 128) continue;
    try { process.kill(Number(pid)); } catch {}
  }
});
`;

export class Reaper {
  private child: ChildProcess | undefined;

  /** Watches a process tree, or the processes with a mark. */
  watch(what: number | string): void {
    this.child ??= startReaper();
    this.write(`+ ${what}\n`);
  }

  /** Must be called when the tree has ended: another process may soon have its pid. */
  release(what: number | string): void {
    this.write(`- ${what}\n`);
  }

  dispose(): void {
    this.child?.stdin?.end();
    this.child = undefined;
  }

  private write(line: string): void {
    this.child?.stdin?.write(line);
  }
}

function startReaper(): ChildProcess {
  const [command, args] =
    process.platform === 'win32'
      ? [process.execPath, ['-e', nodeScript, taskkill]]
      : ['/bin/sh', ['-c', shellScript]];
  const child = spawn(command, args, {
    // In its own process group, the reaper survives a Ctrl+C that is meant for the host.
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1' },
  });
  // Servers also end with their stdin, so a missing reaper is no reason to fail a start.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}
