/** Gives screen readers what has happened, bit by bit: nothing is lost, and much at once becomes one sentence. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { t } from '@vscode/l10n';
import { wordsForCalls, type Announcement, type CallAnnouncement } from './announce.ts';

/** Ms between two announcements: what comes in between is announced together. */
const APART = 1_000;
/** Sentences that are read at once. */
const MOST = 8;

/** `turn` is another number each time, as the same text twice has to be read twice. */
interface Announced {
  readonly text: string;
  readonly turn: number;
}

export class Announcer {
  private readonly now = signal<Announced>({ text: '', turn: 0 });
  private readonly later: (run: () => void, ms: number) => void;
  private waiting: Announcement[] = [];
  private isQuiet = false;

  constructor(later: (run: () => void, ms: number) => void) {
    this.later = later;
  }

  get announced(): ReadonlySignal<Announced> {
    return this.now;
  }

  say(...announcements: readonly Announcement[]): void {
    this.waiting.push(...announcements);
    if (!this.isQuiet) this.speak();
  }

  private speak(): void {
    const sentences = sentencesOf(this.waiting);
    this.waiting = [];
    this.isQuiet = sentences.length > 0;
    if (!this.isQuiet) return;
    this.now.value = { text: shortened(sentences).join(' '), turn: this.now.peek().turn + 1 };
    this.later(() => this.speak(), APART);
  }
}

function shortened(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - MOST;
  return more > 0 ? [...sentences.slice(0, MOST), t('And {0} more announcements.', more)] : sentences;
}

/** Calls of one tool with the same outcome share a sentence, and of one call only the newest state is told. */
function sentencesOf(announcements: readonly Announcement[]): string[] {
  const newest = new Map<string, Announcement>();
  for (const each of announcements) if (typeof each !== 'string') newest.set(each.id, each);
  const groups = new Map<string, { readonly first: CallAnnouncement; ids: number }>();
  const order: (string | { readonly first: CallAnnouncement; ids: number })[] = [];
  for (const each of announcements) {
    if (typeof each === 'string') {
      if (order.at(-1) !== each) order.push(each);
      continue;
    }
    if (newest.get(each.id) !== each) continue;
    const key = JSON.stringify([each.name, each.state]);
    const group = groups.get(key);
    if (group) {
      group.ids += 1;
      continue;
    }
    const made = { first: each, ids: 1 };
    groups.set(key, made);
    order.push(made);
  }
  return order.map((each) => (typeof each === 'string' ? each : wordsForCalls(each.first, each.ids)));
}
