import { computed, signal } from '@preact/signals';
import type {
  ManualCallView,
  Handlers,
  ServerHostMessage,
  ServerPageMessage,
  ServerView,
  WireRow,
  WireStatus,
} from '../../protocol/index.ts';
import { searchFor } from '../state/filter.ts';

export const tabs = ['overview', 'tools', 'messages'] as const;
export type Tab = (typeof tabs)[number];

export class ServerPageState {
  readonly tab = signal<Tab>('overview');
  readonly server = signal<ServerView | undefined>(undefined);
  readonly isGone = signal(false);
  readonly tool = signal<string | undefined>(undefined);
  readonly definition = signal<Extract<ServerHostMessage, { type: 'tool' }> | undefined>(undefined);
  readonly call = signal<{ readonly tool: string; readonly call: ManualCallView } | undefined>(undefined);
  readonly rows = signal<readonly WireRow[]>([]);
  readonly status = signal<WireStatus>({ recording: false, lost: { messages: 0, characters: 0 }, first: 1 });
  readonly filter = signal<WireFilter>(noFilter);
  readonly selected = signal<number | undefined>(undefined);
  readonly shown = computed(() => filtered(this.rows.value, this.filter.value));
  private readonly post: (message: ServerPageMessage) => void;
  private readonly saveName: (server: string) => void;

  /** `saveName` keeps the server's name for the tab. */
  constructor(
    post: (message: ServerPageMessage) => void,
    saveName: (server: string) => void = () => undefined,
  ) {
    this.post = post;
    this.saveName = saveName;
  }

  start(): void {
    this.post({ type: 'ready' });
  }

  showTool(name: string | undefined): void {
    this.tool.value = name;
    this.definition.value = undefined;
    if (name !== undefined) this.post({ type: 'tool', name });
  }

  setFilter(change: Partial<WireFilter>): void {
    this.filter.value = { ...this.filter.value, ...change };
  }

  select(seq: number | undefined): void {
    this.selected.value = seq;
  }

  readonly handlers: Handlers<ServerHostMessage> = {
    server: ({ server }) => this.take(server),
    gone: () => (this.isGone.value = true),
    tool: (message) => {
      if (message.name === this.tool.value) this.definition.value = message;
    },
    call: (message) => (this.call.value = message),
    wire: ({ rows, status }) => {
      this.rows.value = merge(this.rows.value, rows, status);
      this.status.value = status;
    },
  };

  private take(server: ServerView): void {
    const wasUp = this.server.value?.state.kind === 'connected';
    if (this.server.value?.name !== server.name) this.saveName(server.name);
    this.server.value = server;
    this.isGone.value = false;
    const { value: name } = this.tool;
    if (name === undefined) return;
    if (!server.tools.some((tool) => tool.name === name)) this.showTool(undefined);
    // The tool may be defined differently after a reconnect.
    else if (!wasUp && server.state.kind === 'connected') this.post({ type: 'tool', name });
  }
}

export interface PageProps {
  readonly state: ServerPageState;
  readonly post: (message: ServerPageMessage) => void;
}

interface WireFilter {
  readonly text: string;
  readonly kind: '' | 'calls' | 'notifications' | 'errors';
  readonly from: '' | WireRow['from'];
}

export const noFilter: WireFilter = { text: '', kind: '', from: '' };

/** Adds and replaces rows, and drops those that the host no longer keeps. */
export function merge(
  rows: readonly WireRow[],
  news: readonly WireRow[],
  { first }: Pick<WireStatus, 'first'>,
): readonly WireRow[] {
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  for (const row of news) bySeq.set(row.seq, row);
  return [...bySeq.values()].filter(({ seq }) => seq >= first).toSorted((a, b) => a.seq - b.seq);
}

export function filtered(rows: readonly WireRow[], { text, kind, from }: WireFilter): readonly WireRow[] {
  const matches = searchFor(text);
  return rows.filter(
    (row) =>
      (from === '' || (row.from === from && row.kind !== 'note')) &&
      (kind === '' || kinds[kind](row)) &&
      matches(row.method, row.about ?? '', row.text),
  );
}

const kinds: Readonly<Record<Exclude<WireFilter['kind'], ''>, (row: WireRow) => boolean>> = {
  calls: ({ kind }) => kind === 'request' || kind === 'result' || kind === 'error',
  notifications: ({ kind }) => kind === 'notification',
  errors: ({ kind }) => kind === 'error',
};
