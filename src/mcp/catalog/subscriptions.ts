/**
 * Who wants to hear of changes of which resources. The wish outlives connections: each new one is asked again.
 * The older era has `resources/subscribe`, the modern one a stream for each (`subscriptions/listen`).
 */
import type { Clock } from '../clock.ts';
import type { LiveConnection } from '../connecting/live.ts';

/** How long in ms after the loss of a stream, such as to an idle gateway, the server is asked for another. */
const LISTEN_AGAIN_MS = 1_000;

interface Wish {
  readonly listeners: Set<() => void>;
  /** Takes back what was asked of the server. */
  release: (() => Promise<unknown>) | undefined;
}

export class Subscriptions {
  private readonly wishes = new Map<string, Wish>();
  private readonly report: (message: string) => void;
  private readonly clock: Clock;
  private live: LiveConnection | undefined;

  /** `report` is told why a subscription failed: nothing is lost but the news of changes. */
  constructor(clock: Clock, report: (message: string) => void) {
    this.clock = clock;
    this.report = report;
  }

  /** Calls `listener` when the server says that the resource has changed. Returns how to stop that. */
  add(uri: string, listener: () => void): () => void {
    let wish = this.wishes.get(uri);
    if (!wish) {
      wish = { listeners: new Set(), release: undefined };
      this.wishes.set(uri, wish);
      if (this.live) void this.ask(uri, wish, this.live);
    }
    // Each call is a wish of its own, also with the same function.
    const own = (): void => listener();
    const { listeners } = wish;
    listeners.add(own);
    return () => {
      if (!listeners.delete(own) || listeners.size > 0) return;
      const ended = this.wishes.get(uri);
      this.wishes.delete(uri);
      void ended?.release?.().catch(() => undefined);
    };
  }

  /** To be called with each new connection. */
  renew(live: LiveConnection): void {
    const isFirst = this.live === undefined;
    this.live = live;
    for (const [uri, wish] of this.wishes) {
      wish.release = undefined;
      void this.ask(uri, wish, live);
      // Nobody heard of what changed in between.
      if (!isFirst) tell(wish);
    }
  }

  /** The server says that the resource has changed; it may be a part of the one that was asked for. */
  updated(uri: string): void {
    for (const [wanted, wish] of this.wishes) {
      if (uri === wanted || uri.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`)) tell(wish);
    }
  }

  private async ask(uri: string, wish: Wish, live: LiveConnection): Promise<void> {
    const { capabilities, era } = live.connection.catalog;
    if (capabilities.resources?.subscribe !== true) return;
    try {
      const release = await live.ask(async (client) => {
        if (era === 'modern') {
          const stream = await client.listen({ resourceSubscriptions: [uri] });
          void stream.closed.then((how) => how === 'remote' && this.lost(uri, wish, live));
          return () => stream.close();
        }
        await client.subscribeResource({ uri });
        return () => client.unsubscribeResource({ uri });
      }, new AbortController().signal);
      // It may have been given up, or the connection replaced, meanwhile.
      if (this.isWanted(uri, wish, live)) wish.release = release;
      else await release();
    } catch (error) {
      this.report(`Changes of ${uri} are not told: ${(error as Error).message}`);
    }
  }

  /** The stream of the modern era has broken off while the connection is up. */
  private lost(uri: string, wish: Wish, live: LiveConnection): void {
    wish.release = undefined;
    this.clock.after(LISTEN_AGAIN_MS, () => {
      if (!this.isWanted(uri, wish, live)) return;
      void this.ask(uri, wish, live);
      tell(wish);
    });
  }

  private isWanted(uri: string, wish: Wish, live: LiveConnection): boolean {
    return this.wishes.get(uri) === wish && this.live === live;
  }
}

function tell({ listeners }: Wish): void {
  for (const listener of listeners) listener();
}
