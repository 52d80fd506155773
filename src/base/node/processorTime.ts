/**
 * Returns the processor time of this process in ms: on a busy machine, wall-clock limits can pass without any work
 * done.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
