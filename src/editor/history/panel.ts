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
import {
  createWebviewPanel,
  showErrorMessage,
  showInformationMessage,
  showSaveDialog,
  showWarningMessage,
  type WebviewPanel,
  writeExportedFile,
  withNotificationProgress,
} from '../ui/index.ts';
import { commands, panels } from '../../contributions/index.ts';
import { pageHtml } from '../common/page.ts';
import { callMessage } from './shownCalls.ts';
import type { Disposable } from '../../base/common/event.ts';
import { runManualCall, savedOrigin } from '../chat/manualCall.ts';
import { messageOf } from '../../base/common/message.ts';

const PAGE = 100;
const TELL_MS = 200;

type History = NonNullable<Engine['history']>;
type LoadEngine = () => Promise<Engine>;

export function registerHistory(
  extension: vscode.Uri,
  engine: LoadEngine,
  documents: CallDocuments,
): vscode.Disposable {
  let panel: WebviewPanel | undefined;
  const show = async (): Promise<void> => {
    const loaded = await engine();
    if (panel) return panel.reveal();
    panel = createWebviewPanel(panels.history, t('Call History'), vscode.ViewColumn.Active, {
      // Keeps filters, place and edited arguments while hidden. Pages save none: VS Code would store their secrets.
      retainContextWhenHidden: true,
    });
    panel.iconPath = vscode.Uri.joinPath(extension, 'media', 'icon.png');
    const page = new HistoryPage(panel, extension, loaded, documents);
    panel.onDidDispose(() => {
      page.dispose();
      panel = undefined;
    });
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.showHistory, show),
    vscode.commands.registerCommand(commands.deleteHistory, async () => deleteHistory(await engine())),
    { dispose: () => panel?.dispose() },
  );
}

class HistoryPage {
  private readonly panel: WebviewPanel;
  private readonly engine: Engine;
  private readonly documents: CallDocuments;
  private readonly listener: Disposable | undefined;
  private telling: NodeJS.Timeout | undefined;

  constructor(panel: WebviewPanel, extension: vscode.Uri, engine: Engine, documents: CallDocuments) {
    this.panel = panel;
    this.engine = engine;
    this.documents = documents;
    const dist = vscode.Uri.joinPath(extension, 'dist');
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    panel.webview.onDidReceiveMessage((message: unknown) => void this.receive(message));
    this.listener = engine.history?.onDidChange(() => {
      this.telling ??= setTimeout(() => {
        this.telling = undefined;
        if (this.panel.visible) this.post({ type: 'changed' });
      }, TELL_MS);
    });
    // Other windows may have made calls meanwhile.
    panel.onDidChangeViewState(() => panel.visible && this.post({ type: 'changed' }));
    panel.webview.html = pageHtml(panel.webview, dist, {
      files: 'history',
      root: 'patchbay-history',
      title: t('Call History'),
    });
  }

  dispose(): void {
    clearTimeout(this.telling);
    this.listener?.dispose();
  }

  private post(message: HistoryHostMessage): void {
    void this.panel.webview.postMessage(message);
  }

  private async receive(message: unknown): Promise<void> {
    const { history } = this.engine;
    try {
      if (history) await receive(historyPageMessages, this.handlers, message, history);
    } catch (error) {
      this.post({ type: 'unavailable', why: messageOf(error).localized });
    }
  }

  private readonly handlers: Handlers<HistoryPageMessage, [History]> = {
    ready: (_, history) => {
      if (!history.isOn) throw new Error(switchedOff());
      this.post({ type: 'facets', facets: history.facets() });
    },
    query: ({ id, filter, before }, history) => {
      if (!history.isOn) return;
      // One more than is shown tells whether there are more.
      const rows = history.list(filter, { limit: PAGE + 1, ...(before !== undefined && { before }) });
      this.post({ type: 'rows', id, rows: rows.slice(0, PAGE), more: rows.length > PAGE });
    },
    details: ({ seq }, history) => {
      const call = history.call(seq);
      if (call) this.post(callMessage(call));
    },
    statistics: ({ filter }, history) => this.post({ type: 'statistics', tools: history.statistics(filter) }),
    spending: ({ days }, history) => this.post({ type: 'spending', days, ...history.spending(days) }),
    open: ({ seq, what }, history) => {
      const call = history.call(seq);
      const shown = call && { ...call, id: `history ${seq}`, toolName: call.tool };
      return shown && showCall(this.documents, shown, what);
    },
    runAgain: async ({ seq, argsText }, history) => {
      const call = history.call(seq);
      if (!call) return this.post({ type: 'ran', problem: t('The call is no longer in the history.') });
      const onStart = (started: number): void => this.post({ type: 'ran', seq: started });
      const problem = await runAgain(this.engine, call, argsText, onStart);
      if (problem !== undefined) this.post({ type: 'ran', problem });
    },
    export: ({ filter }, history) => exportHistory(history, filter),
    deleteAll: () => deleteHistory(this.engine),
  };
}

function switchedOff(): string {
  return t('No calls are saved while patchbay.history.maxAgeDays or patchbay.history.maxSizeMB is 0.');
}

async function exportHistory(history: History, filter: HistoryFilter): Promise<void> {
  const file = await showSaveDialog({
    title: t('Export Call History'),
    filters: { JSON: ['json'] },
    name: 'call-history',
    extension: 'json',
  });
  if (!file) return;
  try {
    await writeExportedFile(file.fsPath, () => history.export(filter));
    void showInformationMessage(t('The calls were exported to {0}.', file.fsPath));
  } catch (error) {
    void showErrorMessage(t('The calls could not be exported: {0}', messageOf(error).localized));
  }
}

async function deleteHistory({ history }: Engine): Promise<void> {
  const answer = await showWarningMessage(
    t('Do you want to delete all calls from the call history?'),
    {
      modal: true,
      detail: t(
        'This permanently deletes the calls of all windows and workspaces, including their arguments and results, and what models have cost.',
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

/** With a notification that can cancel it. Returns why it cannot run. `onStart` gets its number in the history. */
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
        // Also where the user has edited the arguments: the rest is still the model's.
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
