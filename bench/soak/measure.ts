/** Measures what a process holds after garbage collection. */
import { ChildProcess } from 'node:child_process';
import { getEventListeners, type EventEmitter } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { Client } from '@modelcontextprotocol/client';
import { Conversation } from '../../src/agent/index.ts';

/** Bytes end in "MB". */
export type Figures = Readonly<Record<string, number>>;

/** Permitted growth; 0 unless listed. */
export const allowances: Readonly<Record<string, number>> = {
  // Code optimised meanwhile, and the servers' bounded records (states, redactions).
  'heap MB': 6,
  // Shown only: V8 and the allocator return pages at will (180 to 470 MB within one steady hour).
  'rss MB': Infinity,
  'external MB': 6,
  // HTTP keep-alive connections to the peers.
  'fds: socket': 6,
  'resources: TCPSocketWrap': 6,
  'objects: Socket': 6,
  // The newest cause of a lost server is kept until the next one.
  'objects: Client': 5,
  'objects: AbortSignal': 12,
  'objects: Timeout': 12,
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const Timeout = setTimeout(() => undefined, 0).unref().constructor;

/** `window`: signal of the measured window's lifetime. */
export async function measure(window: AbortSignal): Promise<Figures> {
  // Memory that a finalizer frees is collected only by the next round.
  for (let round = 0; round < 4; round++) {
    collect();
    await sleep(50);
  }
  const { heapUsed, rss, external } = process.memoryUsage();
  const objects = { AbortSignal, ChildProcess, Client, Conversation, Socket, Timeout, Worker };
  return {
    'heap MB': megabytes(heapUsed),
    'rss MB': megabytes(rss),
    'external MB': megabytes(external),
    ...prefixed('fds', openFiles()),
    ...prefixed('resources', counted(process.getActiveResourcesInfo())),
    processes: descendants().length,
    ...prefixed(
      'objects',
      Object.fromEntries(
        Object.entries(objects).map(([name, constructor]) => [
          name,
          queryObjects(constructor as never, { format: 'count' }),
        ]),
      ),
    ),
    'listeners: window signal': getEventListeners(window, 'abort').length,
    'listeners: process': listenersOf(process),
  };
}

export function growth(before: Figures, after: Figures): string[] {
  return Object.keys(after).flatMap((name) => {
    const [from, to] = [before[name] ?? 0, after[name] ?? 0];
    const allowed = allowances[name] ?? 0;
    return to - from > allowed
      ? [`${name}: ${from} at the beginning, ${to} at the end (allowed: +${allowed})`]
      : [];
  });
}

/** Ids of all descendants that still run. */
export function descendants(): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const fields = readFileSync(`/proc/${entry}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (fields[0] !== 'Z' && fields[0] !== 'X') parents.set(Number(entry), Number(fields[1]));
    } catch {}
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === process.pid || (parent !== undefined && parent > 1 && isOurs(parent));
  };
  return [...parents.keys()].filter(isOurs);
}

/** Counts handles by kind: `socket`, `pipe`, a file's name. */
function openFiles(): Record<string, number> {
  const kinds = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      if (target.startsWith('/proc/')) return [];
      return [/^(socket|pipe|anon_inode):/.exec(target)?.[1] ?? 'file'];
    } catch {
      return [];
    }
  });
  return counted(kinds);
}

function listenersOf(emitter: EventEmitter): number {
  return emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function prefixed(prefix: string, counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix}: ${name}`, count]));
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 10_000) / 100;
}
