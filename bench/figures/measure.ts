/** Time and memory of what a measurement does in this process. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { processorTime } from '../../test/fixtures/processorTime.ts';

/** Measures ms of processor time, which does not grow with what else the machine does. */
export function timeOf(action: () => unknown): number {
  const time = processorTime();
  action();
  return time();
}

export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
