/**
 * Records the messages of a server, bounded and without secrets. Recording is off until the user looks; while it is
 * off, a message costs one comparison.
 */
import { t } from '@vscode/l10n';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { WireRow, WireStatus } from '../../protocol/index.ts';
import type { Clock } from '../../base/common/clock.ts';
import { shapeOf, textOf, type Shape } from './message.ts';
import { Emitter } from '../../base/common/event.ts';

const MAX_MESSAGES = 5_000;
const MAX_CHARACTERS = 8_000_000;

const CANCELLED = 'notifications/cancelled';

type Side = WireRow['from'];

interface Open {
  readonly seq: number;
  readonly since: number;
}

interface Kept {
  readonly row: WireRow;
  /** Counts changes of the record, for `since`. */
  readonly revision: number;
}

export class WireRecorder {
  private readonly clock: Clock;
  private readonly redact: (text: string) => string;
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

  constructor(clock: Clock, redact: (text: string) => string, isOn: boolean) {
    this.clock = clock;
    this.redact = redact;
    this.isOn = isOn;
  }

  get recording(): boolean {
    return this.isOn;
  }

  get status(): WireStatus {
    const [first = this.nextSeq] = this.kept.keys();
    return { recording: this.isOn, lost: this.lost, first };
  }

  rows(): WireRow[] {
    return [...this.kept.values()].map(({ row }) => row);
  }

  /** Rows that were added or changed after `revision`, which counts from 0. */
  since(revision: number): { readonly rows: readonly WireRow[]; readonly revision: number } {
    const news = [...this.kept.values()].filter((each) => each.revision > revision);
    return { rows: news.map(({ row }) => row), revision: this.changes };
  }

  begin(): void {
    if (!this.isOn && !this.wasPaused) this.start();
  }

  start(): void {
    this.isOn = true;
    this.wasPaused = false;
    this.changed.fire();
  }

  pause(): void {
    this.isOn = false;
    this.wasPaused = true;
    // Answers that come during the pause are not seen.
    this.open.clear();
    this.changed.fire();
  }

  clear(): void {
    this.kept.clear();
    this.open.clear();
    this.characters = 0;
    this.lost = { messages: 0, characters: 0 };
    this.changed.fire();
  }

  begins(way: string): void {
    // The ids of a new connection begin anew, and open requests are never answered.
    this.open.clear();
    this.addNote(t('Connecting over {0}', way));
  }

  addNote(what: string): void {
    if (!this.isOn) return;
    this.addRow({
      ...this.head('patchbay'),
      kind: 'note',
      method: this.redact(what),
      text: '',
      size: 0,
      isCut: false,
    });
  }

  /** Records a message, and has to be called before anything changes it. */
  message(from: Side, message: JSONRPCMessage): void {
    if (!this.isOn) return;
    const { of, about, ...shape } = shapeOf(message);
    const head = this.head(from);
    const other = this.otherHalf(from, shape, of, head.seq);
    const row: WireRow = {
      ...head,
      ...shape,
      ...(about !== undefined && { about: this.redact(about) }),
      ...(other && { pair: other.row.seq }),
      ...textOf(message, this.redact),
    };
    if (!other || shape.kind === 'notification') return this.addRow(row);
    const ms = this.clock.monotonic() - other.since;
    this.replace({ ...other.row, pair: row.seq, ms });
    this.addRow({ ...row, method: other.row.method, ms });
  }

  private head(from: Side): Pick<WireRow, 'seq' | 'at' | 'from'> {
    return { seq: this.nextSeq++, at: this.clock.now(), from };
  }

  /** Returns the request that the message answers or is about, if it is still kept. Registers a request as open. */
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
      // A request is cancelled by its own side; progress comes from the other.
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

  private addRow(row: WireRow): void {
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

/** Returns the key of a request. The ids `1` and `"1"` differ. */
function keyOf(asker: Side, id: string | number | undefined): string {
  return `${asker} ${typeof id} ${id}`;
}

/**
 * Records the messages of a transport. It has to be called before anything listens, because the SDK replaces listeners
 * while it negotiates.
 */
export function tap(transport: Transport, recorder: WireRecorder): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (recorder.recording) recorder.message('patchbay', message);
    return send(message, options);
  };
  let listener: Transport['onmessage'];
  // A listener calls the one before it, which is wrapped, too, so a message that was just recorded is not recorded
  // again.
  let latest: JSONRPCMessage | undefined;
  const heard =
    (next: NonNullable<Transport['onmessage']>): NonNullable<Transport['onmessage']> =>
    (message, extra) => {
      if (recorder.recording && message !== latest) {
        latest = message;
        recorder.message('server', message);
      }
      next(message, extra);
    };
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => listener,
    set: (next: Transport['onmessage']) => {
      listener = next && heard(next);
    },
  });
}
