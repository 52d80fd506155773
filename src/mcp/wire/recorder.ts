/**
 * The record of what a server and Patchbay say to each other: bounded, without secrets, and off until somebody
 * wants to look. While it is off a message costs one look at a flag.
 */
import { t } from '@vscode/l10n';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { WireRow, WireStatus } from '../../protocol/index.ts';
import type { Clock } from '../../base/common/clock.ts';
import { shapeOf, textOf, type Shape } from './message.ts';
import { Emitter } from '../../base/common/event.ts';

/** How much is kept of one server: messages, and characters of their texts. */
const MAX_MESSAGES = 5_000;
const MAX_CHARACTERS = 8_000_000;

const CANCELLED = 'notifications/cancelled';

type Side = WireRow['from'];

/** A request that has no answer yet. */
interface Open {
  readonly seq: number;
  readonly since: number;
}

interface Kept {
  readonly row: WireRow;
  /** Counts changes of the record, so that whoever looks gets what is new. */
  readonly revision: number;
}

export class WireRecorder {
  private readonly clock: Clock;
  private readonly mask: (text: string) => string;
  private readonly kept = new Map<number, Kept>();
  private readonly open = new Map<string, Open>();
  private readonly changed = new Emitter();
  readonly onDidChange = this.changed.event;
  private isOn: boolean;
  private wasPaused = false;
  private characters = 0;
  private nextSeq = 1;
  private changes = 0;
  private lost = { messages: 0, characters: 0 };

  /** `mask` takes the server's secrets out of a text. */
  constructor(clock: Clock, mask: (text: string) => string, isOn: boolean) {
    this.clock = clock;
    this.mask = mask;
    this.isOn = isOn;
  }

  get recording(): boolean {
    return this.isOn;
  }

  get status(): WireStatus {
    const [first = this.nextSeq] = this.kept.keys();
    return { recording: this.isOn, lost: this.lost, first };
  }

  /** The messages that are kept, oldest first. */
  rows(): WireRow[] {
    return [...this.kept.values()].map(({ row }) => row);
  }

  /** What has come or changed after `revision`, which counts from 0, and the revision that this is. */
  since(revision: number): { readonly rows: readonly WireRow[]; readonly revision: number } {
    const news = [...this.kept.values()].filter((each) => each.revision > revision);
    return { rows: news.map(({ row }) => row), revision: this.changes };
  }

  /** Records from now on, unless somebody has once paused it. */
  begin(): void {
    if (!this.isOn && !this.wasPaused) this.start();
  }

  /** Records from now on. */
  start(): void {
    this.isOn = true;
    this.wasPaused = false;
    this.changed.fire();
  }

  /** Records no more. What is there stays. */
  pause(): void {
    this.isOn = false;
    this.wasPaused = true;
    // An answer that comes later is not seen, so nobody is to wait for it.
    this.open.clear();
    this.changed.fire();
  }

  /** Forgets what is there. */
  clear(): void {
    this.kept.clear();
    this.open.clear();
    this.characters = 0;
    this.lost = { messages: 0, characters: 0 };
    this.changed.fire();
  }

  /** Notes that a connection begins, by that way. */
  begins(way: string): void {
    // Its ids begin anew, and what the one before has left open is never answered.
    this.open.clear();
    this.note(t('Connecting over {0}', way));
  }

  /** Notes something about the connection itself. */
  note(what: string): void {
    if (!this.isOn) return;
    this.add({
      ...this.head('patchbay'),
      kind: 'note',
      method: this.mask(what),
      text: '',
      size: 0,
      isCut: false,
    });
  }

  /** Takes a message down, unless recording is off. To be called before anybody changes the message. */
  message(from: Side, message: JSONRPCMessage): void {
    if (!this.isOn) return;
    const { of, about, ...shape } = shapeOf(message);
    const head = this.head(from);
    const other = this.otherHalf(from, shape, of, head.seq);
    const row: WireRow = {
      ...head,
      ...shape,
      ...(about !== undefined && { about: this.mask(about) }),
      ...(other && { pair: other.row.seq }),
      ...textOf(message, this.mask),
    };
    if (!other || shape.kind === 'notification') return this.add(row);
    const ms = this.clock.monotonic() - other.since;
    this.replace({ ...other.row, pair: row.seq, ms });
    this.add({ ...row, method: other.row.method, ms });
  }

  private head(from: Side): Pick<WireRow, 'seq' | 'at' | 'from'> {
    return { seq: this.nextSeq++, at: this.clock.now(), from };
  }

  /** The request that the message answers or is about, if it is still kept; and notes a request as open. */
  private otherHalf(
    from: Side,
    { kind, id, method }: Omit<Shape, 'of'>,
    of: Shape['of'],
    seq: number,
  ): { readonly row: WireRow; readonly since: number } | undefined {
    const asker = from === 'server' ? 'patchbay' : 'server';
    if (kind === 'request') {
      this.open.set(keyOf(from, id), { seq, since: this.clock.monotonic() });
      return undefined;
    }
    if (kind === 'notification') {
      if (of === undefined) return undefined;
      // Who has asked takes a request back; the other one tells of its progress.
      return this.lookUp(this.open.get(keyOf(method === CANCELLED ? from : asker, of)));
    }
    const key = keyOf(asker, id);
    const found = this.open.get(key);
    this.open.delete(key);
    return this.lookUp(found);
  }

  private lookUp(open: Open | undefined): { readonly row: WireRow; readonly since: number } | undefined {
    const kept = open && this.kept.get(open.seq);
    return kept && { row: kept.row, since: open.since };
  }

  private add(row: WireRow): void {
    this.kept.set(row.seq, { row, revision: ++this.changes });
    this.characters += row.text.length;
    this.makeRoom();
    this.changed.fire();
  }

  private replace(row: WireRow): void {
    this.kept.set(row.seq, { row, revision: ++this.changes });
  }

  private makeRoom(): void {
    for (const [seq, { row }] of this.kept) {
      if (this.kept.size <= MAX_MESSAGES && this.characters <= MAX_CHARACTERS) return;
      this.kept.delete(seq);
      this.characters -= row.text.length;
      this.lost = {
        messages: this.lost.messages + 1,
        characters: this.lost.characters + row.text.length,
      };
    }
  }
}

/** The ids `1` and `"1"` are two. */
function keyOf(asker: Side, id: string | number | undefined): string {
  return `${asker} ${typeof id} ${id}`;
}
