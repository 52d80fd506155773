/** Lets what is pending run until this holds. For what happens in this process and nobody is told of. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
