/** What the history's page shows, and how it follows the store. */
import { signal } from '@preact/signals';
import type {
  Handlers,
  HistoryFacets,
  HistoryFilter,
  HistoryHostMessage,
  HistoryPageMessage,
  HistoryRow,
  ToolStatistics,
} from '../../protocol/index.ts';

const noFilter: HistoryFilter = { text: '', server: '', tool: '', status: '' };

/** Whether it leaves anything out. */
export function isNarrow(filter: HistoryFilter): boolean {
  return Object.values(filter).some((value) => value !== '');
}

export class HistoryState {
  readonly filter = signal(noFilter);
  /** Nothing until the first answer. */
  readonly rows = signal<readonly HistoryRow[] | undefined>(undefined);
  /** Whether there are older calls than those. */
  readonly more = signal(false);
  readonly facets = signal<HistoryFacets>({ tools: [] });
  readonly selected = signal<number | undefined>(undefined);
  readonly call = signal<Extract<HistoryHostMessage, { type: 'call' }> | undefined>(undefined);
  /** Nothing while the calls are shown instead. */
  readonly statistics = signal<readonly ToolStatistics[] | undefined>(undefined);
  /** Why there is no history. */
  readonly unavailable = signal<string | undefined>(undefined);
  /** Why a call was not run again. */
  readonly problem = signal<string | undefined>(undefined);
  private readonly post: (message: HistoryPageMessage) => void;
  /** The newest question for rows, and whether its answer goes below those that are there. */
  private query = { id: 0, appends: false };

  constructor(post: (message: HistoryPageMessage) => void) {
    this.post = post;
  }

  /** Shows the newest calls, and what can be filtered by. */
  start(): void {
    this.post({ type: 'ready' });
    this.ask();
  }

  /** Narrows or widens what is shown. */
  setFilter(change: Partial<HistoryFilter>): void {
    this.filter.value = { ...this.filter.value, ...change };
    this.rows.value = undefined;
    this.ask();
    if (this.statistics.value) this.askStatistics();
  }

  /** Asks for the calls below those that are shown. */
  showMore(): void {
    const before = this.rows.value?.at(-1)?.seq;
    if (before !== undefined && this.more.value && !this.query.appends) this.ask(before);
  }

  /** Shows the details of a call; undefined closes them. */
  select(seq: number | undefined): void {
    this.selected.value = seq;
    this.problem.value = undefined;
    if (seq === undefined) this.call.value = undefined;
    else this.post({ type: 'details', seq });
  }

  /** Shows the numbers per tool in the place of the calls, or the calls again. */
  toggleStatistics(): void {
    if (this.statistics.value) this.statistics.value = undefined;
    else this.askStatistics();
  }

  runAgain(seq: number, argsText: string): void {
    this.problem.value = undefined;
    this.post({ type: 'runAgain', seq, argsText });
  }

  readonly handlers: Handlers<HistoryHostMessage> = {
    rows: (message) => this.take(message),
    facets: ({ facets }) => (this.facets.value = facets),
    call: (message) => {
      if (message.call.seq === this.selected.value) this.call.value = message;
    },
    statistics: ({ tools }) => (this.statistics.value = tools),
    changed: () => this.refresh(),
    ran: ({ seq, problem }) => {
      if (seq !== undefined) this.select(seq);
      else this.problem.value = problem;
    },
    unavailable: ({ why }) => (this.unavailable.value = why),
  };

  private refresh(): void {
    this.start();
    if (this.statistics.value) this.askStatistics();
    const { call } = this.call.value ?? {};
    if (call?.status === 'pending') this.post({ type: 'details', seq: call.seq });
  }

  private ask(before?: number): void {
    this.query = { id: this.query.id + 1, appends: before !== undefined };
    const { id } = this.query;
    const filter = this.filter.value;
    this.post({ type: 'query', id, filter, ...(before !== undefined && { before }) });
  }

  private askStatistics(): void {
    this.post({ type: 'statistics', filter: this.filter.value });
  }

  private take({ id, rows, more }: Extract<HistoryHostMessage, { type: 'rows' }>): void {
    // The user has asked for something else meanwhile.
    if (id !== this.query.id) return;
    this.unavailable.value = undefined;
    const shown = this.rows.value ?? [];
    const { appends } = this.query;
    this.query = { id, appends: false };
    if (appends) {
      this.rows.value = [...shown, ...rows];
      this.more.value = more;
      return;
    }
    // What was shown below the newest page stays, so that nothing jumps; unless there may be others in between.
    const oldest = rows.at(-1)?.seq ?? 0;
    const meets = more && shown.some(({ seq }) => seq === oldest);
    const below = meets ? shown.filter(({ seq }) => seq < oldest) : [];
    this.rows.value = [...rows, ...below];
    if (below.length === 0) this.more.value = more;
    const seq = this.selected.value;
    // Deleted meanwhile.
    if (rows.length === 0 && !isNarrow(this.filter.value) && seq !== undefined) this.select(undefined);
  }
}

/** What parts of the page get. */
export interface PageProps {
  readonly state: HistoryState;
  readonly post: (message: HistoryPageMessage) => void;
}
