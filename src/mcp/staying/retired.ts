/** Connections that were replaced while calls were still running on them. */
import type { LiveConnection } from '../connecting/live.ts';

/** Closes each when its last call has ended: answers to what runs already may still come. */
export class Retired {
  private readonly all = new Set<LiveConnection>();

  add(live: LiveConnection): void {
    this.all.add(live);
    void live
      .whenIdle()
      .then(() => live.connection.close())
      .then(() => this.all.delete(live));
  }

  /** Closes those that are left, whatever runs on them. */
  async close(): Promise<void> {
    await Promise.all([...this.all].map(({ connection }) => connection.close()));
  }
}
