import { t } from '@vscode/l10n';
import { signal } from '@preact/signals';
import { spendingDays } from '../../protocol/index.ts';
import type {
  Handlers,
  HistoryFacets,
  HistoryFilter,
  HistoryHostMessage,
  HistoryPageMessage,
  HistoryRow,
  ToolStatistics,
} from '../../protocol/index.ts';
import { isNarrow } from '../state/filter.ts';

const noFilter: HistoryFilter = { text: '', server: '', tool: '', status: '' };

export type ShownSpending = Extract<HistoryHostMessage, { type: 'spending' }>;
type HistoryView = 'calls' | 'statistics' | 'spending';

export class HistoryState {
  readonly filter = signal(noFilter);
  readonly rows = signal<readonly HistoryRow[] | undefined>(undefined);
  readonly more = signal(false);
  readonly facets = signal<HistoryFacets>({ tools: [] });
  readonly selected = signal<number | undefined>(undefined);
  readonly call = signal<Extract<HistoryHostMessage, { type: 'call' }> | undefined>(undefined);
  /** Both undefined while the calls are shown. */
  readonly statistics = signal<readonly ToolStatistics[] | undefined>(undefined);
  readonly spending = signal<ShownSpending | undefined>(undefined);
  readonly days = signal<(typeof spendingDays)[number]>(30);
  readonly unavailable = signal<string | undefined>(undefined);
  readonly problem = signal<string | undefined>(undefined);
  private readonly post: (message: HistoryPageMessage) => void;
  /** The view that the user has chosen. Answers for another view come too late and are dropped. */
  private view: HistoryView = 'calls';
  private query = { id: 0, appends: false };

  constructor(post: (message: HistoryPageMessage) => void) {
    this.post = post;
  }

  start(): void {
    this.post({ type: 'ready' });
    this.ask();
  }

  setFilter(change: Partial<HistoryFilter>): void {
    this.filter.value = { ...this.filter.value, ...change };
    this.rows.value = undefined;
    this.ask();
    this.askView();
  }

  showMore(): void {
    const before = this.rows.value?.at(-1)?.seq;
    if (before !== undefined && this.more.value && !this.query.appends) this.ask(before);
  }

  select(seq: number | undefined): void {
    this.selected.value = seq;
    this.problem.value = undefined;
    if (seq === undefined) this.call.value = undefined;
    else this.post({ type: 'details', seq });
  }

  show(view: HistoryView): void {
    this.view = view;
    if (view !== 'statistics') this.statistics.value = undefined;
    if (view !== 'spending') this.spending.value = undefined;
    this.askView();
  }

  setDays(days: number): void {
    this.days.value = spendingDays.find((each) => each === days) ?? 30;
    this.askView();
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
    statistics: ({ tools }) => {
      if (this.view === 'statistics') this.statistics.value = tools;
    },
    spending: (message) => {
      if (this.view === 'spending') this.spending.value = message;
    },
    changed: () => this.refresh(),
    ran: ({ seq, problem }) => {
      if (seq !== undefined) this.select(seq);
      else this.problem.value = problem;
    },
    unavailable: ({ why }) => (this.unavailable.value = why),
  };

  private refresh(): void {
    this.start();
    this.askView();
    const { call } = this.call.value ?? {};
    if (call?.status === 'pending') this.post({ type: 'details', seq: call.seq });
  }

  private ask(before?: number): void {
    this.query = { id: this.query.id + 1, appends: before !== undefined };
    const { id } = this.query;
    const filter = this.filter.value;
    this.post({ type: 'query', id, filter, before });
  }

  private askView(): void {
    if (this.view === 'statistics') this.post({ type: 'statistics', filter: this.filter.value });
    if (this.view === 'spending') this.post({ type: 'spending', days: this.days.value });
  }

  private take({ id, rows, more }: Extract<HistoryHostMessage, { type: 'rows' }>): void {
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
    // Rows below the newest page stay, so that nothing jumps, unless calls may be missing in between.
    const oldest = rows.at(-1)?.seq ?? 0;
    const meets = more && shown.some(({ seq }) => seq === oldest);
    const below = meets ? shown.filter(({ seq }) => seq < oldest) : [];
    this.rows.value = [...rows, ...below];
    if (below.length === 0) this.more.value = more;
    const seq = this.selected.value;
    // The history was deleted.
    if (rows.length === 0 && !isNarrow(this.filter.value) && seq !== undefined) this.select(undefined);
  }
}

export interface PageProps {
  readonly state: HistoryState;
  readonly post: (message: HistoryPageMessage) => void;
}

export function serverName(server: string): string {
  const names: Readonly<Record<string, string>> = {
    native: t('Built in'),
    custom: t('Custom tools'),
    extension: t('Other extensions'),
    unknown: t('Unknown tool'),
  };
  return Object.hasOwn(names, server) ? (names[server] ?? server) : server;
}
