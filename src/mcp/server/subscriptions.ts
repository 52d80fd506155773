/**
 * Subscribes to resources, anew with each connection: by `resources/subscribe`, or by one `subscriptions/listen` for
 * each in the modern era.
 */
import type { Clock } from '../../base/common/clock.ts';
import type { LiveConnection } from '../connection/liveConnection.ts';
import { Emitter, type Disposable } from '../../base/common/event.ts';

/** The time in ms after which a lost stream is opened again. Streams are lost to idle gateways, for example. */
const LISTEN_AGAIN_MS = 1_000;

interface Subscription {
  readonly changed: Emitter;
  release: (() => Promise<unknown>) | undefined;
}

export class Subscriptions {
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly report: (message: string) => void;
  private readonly clock: Clock;
  private live: LiveConnection | undefined;

  /** `report` gets errors. They are not thrown, because only changes are missed. */
  constructor(clock: Clock, report: (message: string) => void) {
    this.clock = clock;
    this.report = report;
  }

  add(uri: string, listener: () => void): Disposable {
    let subscription = this.subscriptions.get(uri);
    if (!subscription) {
      subscription = { changed: new Emitter(), release: undefined };
      this.subscriptions.set(uri, subscription);
      if (this.live) void this.ask(uri, subscription, this.live);
    }
    const { changed } = subscription;
    const listening = changed.event(listener);
    return {
      dispose: () => {
        listening.dispose();
        const ended = this.subscriptions.get(uri);
        if (ended?.changed !== changed || changed.hasListeners) return;
        this.subscriptions.delete(uri);
        void ended.release?.().catch(() => undefined);
      },
    };
  }

  renew(live: LiveConnection): void {
    const isFirst = this.live === undefined;
    this.live = live;
    for (const [uri, subscription] of this.subscriptions) {
      subscription.release = undefined;
      void this.ask(uri, subscription, live);
      // Changes between the connections were not reported.
      if (!isFirst) subscription.changed.fire();
    }
  }

  /** Calls the listeners of a resource that has changed. The URI may be of a part of the subscribed resource. */
  updated(uri: string): void {
    for (const [wanted, subscription] of this.subscriptions) {
      if (uri === wanted || uri.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`))
        subscription.changed.fire();
    }
  }

  private async ask(uri: string, subscription: Subscription, live: LiveConnection): Promise<void> {
    const { capabilities, era } = live.connection.catalog;
    if (capabilities.resources?.subscribe !== true) return;
    try {
      const release = await live.ask(async (client) => {
        if (era === 'modern') {
          const stream = await client.listen({ resourceSubscriptions: [uri] });
          void stream.closed.then((how) => how === 'remote' && this.lost(uri, subscription, live));
          return () => stream.close();
        }
        await client.subscribeResource({ uri });
        return () => client.unsubscribeResource({ uri });
      }, new AbortController().signal);
      // The subscription may have been disposed, or the connection replaced.
      if (this.isWanted(uri, subscription, live)) subscription.release = release;
      else await release();
    } catch (error) {
      this.report(`Changes of ${uri} are not told: ${(error as Error).message}`);
    }
  }

  private lost(uri: string, subscription: Subscription, live: LiveConnection): void {
    subscription.release = undefined;
    this.clock.after(LISTEN_AGAIN_MS, () => {
      if (!this.isWanted(uri, subscription, live)) return;
      void this.ask(uri, subscription, live);
      subscription.changed.fire();
    });
  }

  private isWanted(uri: string, subscription: Subscription, live: LiveConnection): boolean {
    return this.subscriptions.get(uri) === subscription && this.live === live;
  }
}
