/** Processor time of this process, in ms: on a busy machine a limit can pass without any. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
