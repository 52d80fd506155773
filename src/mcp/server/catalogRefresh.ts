/** Fetches the lists of a server when it says that they have changed, less often the more often it says so. */
import { Sequence } from '../../base/common/sequence.ts';
import type { Clock } from '../../base/common/clock.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ServerLog } from '../common/ports.ts';
import type { LiveConnection } from '../connection/liveConnection.ts';

/** The number of fetches without a wait. Some servers say that their lists have changed whenever these are fetched. */
const FREE = 5;
/** The first wait in ms. It doubles up to the last. */
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 60_000;
/** The time in ms without a change after which the next one is fetched at once again. */
const QUIET_MS = 10_000;

export interface RefreshHost {
  readonly clock: Clock;
  readonly log: ServerLog;
  /** Returns true if the connection is still the server's. */
  readonly isCurrent: (live: LiveConnection) => boolean;
  readonly adopt: (live: LiveConnection, catalog: Catalog) => void;
}

export class CatalogRefresh {
  private readonly host: RefreshHost;
  private readonly sequence: Sequence;
  /** The connection whose lists are to be fetched again, after the wait or the running fetch. */
  private waitsFor: LiveConnection | undefined;
  private fetches = 0;
  private fetchedAt = -Infinity;
  private lastWait = 0;

  constructor(host: RefreshHost) {
    this.host = host;
    this.sequence = new Sequence((error) =>
      host.log.append(
        'warning',
        'patchbay',
        `Its changed lists could not be fetched: ${(error as Error).message}`,
      ),
    );
  }

  changed(live: LiveConnection): void {
    // A fetch that waits sees this change, too.
    if (this.waitsFor === live || !this.host.isCurrent(live)) return;
    this.waitsFor = live;
    const wait = this.nextWait();
    if (wait === 0) this.fetch(live);
    else this.host.clock.after(wait, () => this.fetch(live));
  }

  private fetch(live: LiveConnection): void {
    void this.sequence.run(async () => {
      if (this.waitsFor === live) this.waitsFor = undefined;
      if (!this.host.isCurrent(live)) return;
      this.fetchedAt = this.host.clock.monotonic();
      this.host.adopt(live, await live.connection.refresh());
    });
  }

  private nextWait(): number {
    const since = this.host.clock.monotonic() - this.fetchedAt;
    this.fetches = since > this.lastWait + QUIET_MS ? 1 : this.fetches + 1;
    const over = this.fetches - FREE;
    if (over === 1)
      this.host.log.append(
        'warning',
        'patchbay',
        'It says again and again that its lists have changed. They are fetched less often.',
      );
    this.lastWait = over <= 0 ? 0 : Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** (over - 1));
    return this.lastWait;
  }
}
