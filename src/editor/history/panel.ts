import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import {
  type Handlers,
  type HistoryCall,
  type HistoryFilter,
  type HistoryHostMessage,
  type HistoryPageMessage,
  historyPageMessages,
  receive,
} from '../../protocol/index.ts';
import type { CallDocuments } from '../chatPage/callDocuments.ts';
import { showCall } from '../chatPage/showCall.ts';
import { exportJson, showErrorMessage, showWarningMessage, withNotificationProgress } from '../ui/index.ts';
import { commands, panels } from '../../contributions/index.ts';
import { PagePanels, type PagePanel, type PanelPage } from '../common/pagePanels.ts';
import { callMessage } from './shownCalls.ts';
import type { Disposable } from '../../base/common/event.ts';
import { follow, type Observable } from '../../base/common/observable.ts';
import { runManualCall, savedOrigin } from '../chat/manualCall.ts';
import { messageOf } from '../../base/common/message.ts';

const PAGE = 100;
const NOTIFY_MS = 200;

type History = NonNullable<Engine['history']>;

/** Calls that wait for the user: a call of the history does not say whether it waits or runs. */
export interface WaitingCalls {
  /** Changes when a call begins to wait, or no longer waits. */
  readonly state: Observable<unknown>;
  readonly calls: () => readonly { readonly conversation: string; readonly id: string }[];
}

export function registerHistory(
  extension: vscode.Uri,
  engine: () => Promise<Engine>,
  documents: CallDocuments,
  waiting: WaitingCalls,
): vscode.Disposable {
  const kind = { viewType: panels.history, files: 'history' } as const;
  const tabs = new PagePanels<HistoryHostMessage, HistoryPage>(extension, kind);
  const shown = async (): Promise<Parameters<typeof tabs.show>> => {
    const loaded = await engine();
    return ['', t('Call History'), (panel) => new HistoryPage(panel, loaded, documents, waiting)];
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.showHistory, async () => tabs.show(...(await shown()))),
    tabs.restoreTabs(shown),
    vscode.commands.registerCommand(commands.deleteHistory, async () => deleteHistory(await engine())),
    tabs,
  );
}

class HistoryPage implements PanelPage {
  private readonly panel: PagePanel<HistoryHostMessage>;
  private readonly engine: Engine;
  private readonly documents: CallDocuments;
  private readonly waiting: WaitingCalls;
  private readonly listeners: readonly (Disposable | undefined)[];
  /** Number of the call whose details the page has last asked for. */
  private shown: number | undefined;

  constructor(
    panel: PagePanel<HistoryHostMessage>,
    engine: Engine,
    documents: CallDocuments,
    waiting: WaitingCalls,
  ) {
    this.panel = panel;
    this.engine = engine;
    this.documents = documents;
    this.waiting = waiting;
    const changed = (): void => panel.postpone(() => this.postChanged(), NOTIFY_MS);
    this.listeners = [
      engine.history?.onDidChange(changed),
      follow(waiting.state, changed),
      follow(engine.tools.enabled, () => this.postDetails()),
    ];
  }

  dispose(): void {
    for (const listener of this.listeners) listener?.dispose();
  }

  /** Other windows may have made calls meanwhile. */
  onDidShow(): void {
    this.postChanged();
    this.postDetails();
  }

  private postChanged(): void {
    if (this.panel.isVisible) this.panel.post({ type: 'changed' });
  }

  /** Posts the details again, because a tool may have gone or come. */
  private postDetails(): void {
    if (this.shown === undefined || !this.panel.isVisible) return;
    void this.receive({ type: 'details', seq: this.shown });
  }

  async receive(message: unknown): Promise<void> {
    const { history } = this.engine;
    try {
      if (history) await receive(historyPageMessages, this.handlers, message, history);
    } catch (error) {
      this.panel.post({ type: 'unavailable', why: messageOf(error).localized });
    }
  }

  private waitingIn(history: History): ReadonlySet<number | undefined> {
    return new Set(this.waiting.calls().map(({ conversation, id }) => history.numberOf(conversation, id)));
  }

  private readonly handlers: Handlers<HistoryPageMessage, [History]> = {
    ready: (_, history) => {
      if (!history.isOn) throw new Error(switchedOff());
      this.panel.post({ type: 'facets', facets: history.facets() });
    },
    query: ({ id, filter, before }, history) => {
      if (!history.isOn) return;
      // One row more than is shown tells whether there are more.
      const rows = history.list(filter, { limit: PAGE + 1, before });
      const waits = this.waitingIn(history);
      const shown = rows
        .slice(0, PAGE)
        .map((row) => (waits.has(row.seq) ? { ...row, waits: true as const } : row));
      this.panel.post({ type: 'rows', id, rows: shown, more: rows.length > PAGE });
    },
    details: ({ seq }, history) => {
      this.shown = seq;
      const call = history.call(seq);
      if (!call) return;
      const waits = this.waitingIn(history).has(seq) || undefined;
      const isGone = this.engine.find(call.source, call.tool) ? undefined : true;
      this.panel.post(callMessage({ ...call, waits, isGone }));
    },
    statistics: ({ filter }, history) =>
      this.panel.post({ type: 'statistics', tools: history.statistics(filter) }),
    spending: ({ days }, history) => this.panel.post({ type: 'spending', days, ...history.spending(days) }),
    open: ({ seq, what }, history) => {
      const call = history.call(seq);
      const shown = call && { ...call, id: `history ${seq}`, toolName: call.tool };
      return shown && showCall(this.documents, shown, what);
    },
    runAgain: async ({ seq, argsText }, history) => {
      const call = history.call(seq);
      if (!call) return this.panel.post({ type: 'ran', problem: t('The call is no longer in the history.') });
      const onStart = (started: number): void => this.panel.post({ type: 'ran', seq: started });
      const problem = await runAgain(this.engine, call, argsText, onStart);
      if (problem !== undefined) this.panel.post({ type: 'ran', problem });
    },
    export: ({ filter }, history) => exportHistory(history, filter),
    deleteAll: () => deleteHistory(this.engine),
  };
}

function switchedOff(): string {
  return t('No calls are saved while patchbay.history.maxAgeDays or patchbay.history.maxSizeMB is 0.');
}

function exportHistory(history: History, filter: HistoryFilter): Promise<void> {
  return exportJson({
    title: t('Export Call History'),
    name: 'call-history',
    content: () => history.export(filter),
    done: (path) => t('The calls were exported to {0}.', path),
    failed: (why) => t('The calls could not be exported: {0}', why),
  });
}

async function deleteHistory({ history }: Engine): Promise<void> {
  const answer = await showWarningMessage(
    t('Do you want to delete all calls from the call history?'),
    {
      modal: true,
      detail: t(
        'This permanently deletes the calls of all windows and workspaces with their arguments and results, and the recorded costs of models.',
      ),
    },
    t('Delete'),
  );
  if (answer === undefined) return;
  try {
    history?.deleteAll();
  } catch (error) {
    void showErrorMessage(t('The calls could not be deleted: {0}', messageOf(error).localized));
  }
}

/**
 * Runs the call again, with a notification that can cancel it. Returns why it cannot run. `onStart` gets the number of
 * the new call in the history.
 */
async function runAgain(
  engine: Engine,
  call: HistoryCall,
  argsText: string,
  onStart: (seq: number) => void,
): Promise<string | undefined> {
  const { source, tool } = call;
  return withNotificationProgress(
    {
      title: source.kind === 'mcp' ? t('Running {0} of {1}', tool, source.server) : t('Running {0}', tool),
      cancellable: true,
    },
    async (_, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort(new Error('Cancelled by the user.')));
      return runManualCall(engine, {
        source,
        tool,
        argsText,
        // The origin stays when the user has edited the arguments: the rest is still the model's.
        origin: savedOrigin(call),
        signal: abort.signal,
        onEvent: (event, id) => {
          const seq = event.type === 'callStart' ? engine.history?.numberOf(id, id) : undefined;
          if (seq !== undefined) onStart(seq);
        },
      });
    },
  );
}
