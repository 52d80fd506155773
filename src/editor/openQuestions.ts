/** Which servers wait for the user's answer, for the views that say so. */

export class OpenQuestions {
  private readonly open = new Map<string, number>();
  private readonly listeners: ((server: string) => void)[] = [];

  /** How many questions of that server are open. */
  of(server: string): number {
    return this.open.get(server) ?? 0;
  }

  /** Calls `listener` with the server whose number of questions has changed. */
  onDidChange(listener: (server: string) => void): void {
    this.listeners.push(listener);
  }

  /** Counts a question of the server until it has its answer, whatever that is. */
  async during<T>(server: string, answer: Promise<T>): Promise<T> {
    this.change(server, 1);
    try {
      return await answer;
    } finally {
      this.change(server, -1);
    }
  }

  private change(server: string, by: 1 | -1): void {
    const count = this.of(server) + by;
    if (count === 0) this.open.delete(server);
    else this.open.set(server, count);
    for (const listener of this.listeners) listener(server);
  }
}
