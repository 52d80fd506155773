import { derived, follow, sameItems } from '../../base/common/observable.ts';
import { hostname } from 'node:os';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import {
  receive,
  serverPageMessages,
  type ManualCallView,
  type Handlers,
  type ServerHostMessage,
  type ServerPageMessage,
  type WireRow,
} from '../../protocol/index.ts';
import { toolFields, type Server } from '../../mcp/index.ts';
import { act, actionsOf, presentAction, type ActionServices } from '../serverEditing/failureActions.ts';
import { shownParts } from '../history/shownCalls.ts';
import { commands, panels } from '../../contributions/index.ts';
import { pageHtml } from '../common/page.ts';
import { runManualCall } from '../chat/manualCall.ts';
import { whichServer, type ServerTarget } from '../tree/serverCommands.ts';
import { scopeOfServer } from '../settings/settings.ts';
import { serverView } from './view.ts';
import {
  createWebviewPanel,
  registerRowCommand,
  showErrorMessage,
  showInformationMessage,
  showSaveDialog,
  type WebviewPanel,
  writeExportedFile,
} from '../ui/index.ts';
import { type Disposable } from '../../base/common/event.ts';

/** A busy server has hundreds of messages a second. */
const TELL_MS = 150;

interface Parts {
  readonly extension: vscode.Uri;
  readonly engine: Engine;
  readonly actions: ActionServices;
}

export function registerServerPages(extension: vscode.Uri, actions: ActionServices): vscode.Disposable {
  const open = new Map<string, WebviewPanel>();
  const show = async (target?: ServerTarget): Promise<void> => {
    const loaded = await actions.engine();
    const server = await whichServer(loaded, target, t('Show Server'), () => true);
    if (!server) return;
    const { name } = server;
    const existing = open.get(name);
    if (existing) return existing.reveal();
    const panel = createWebviewPanel(panels.server, name, vscode.ViewColumn.Active, {
      // Keeps a form while another tab is shown. The page does not save it: VS Code would store its secrets.
      retainContextWhenHidden: true,
    });
    open.set(name, panel);
    panel.iconPath = vscode.Uri.joinPath(extension, 'media', 'icon.png');
    const page = new ServerPage(panel, name, { extension, engine: loaded, actions });
    panel.onDidDispose(() => {
      page.dispose();
      open.delete(name);
    });
  };
  return vscode.Disposable.from(registerRowCommand(commands.showServer, show), {
    dispose: () => {
      for (const panel of open.values()) panel.dispose();
    },
  });
}

class ServerPage {
  private readonly panel: WebviewPanel;
  private readonly name: string;
  private readonly parts: Parts;
  private readonly subscriptions: Disposable[] = [];
  private followed: { readonly server: Server; readonly listener: Disposable; revision: number } | undefined;
  private telling: NodeJS.Timeout | undefined;
  private calling: AbortController | undefined;

  constructor(panel: WebviewPanel, name: string, parts: Parts) {
    this.panel = panel;
    this.name = name;
    this.parts = parts;
    const dist = vscode.Uri.joinPath(parts.extension, 'dist');
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    panel.webview.onDidReceiveMessage((message: unknown) => {
      const { server } = this;
      if (server) receive(serverPageMessages, this.handlers, message, server);
      else this.post({ type: 'gone' });
    });
    const { manager, enablement, costs } = parts.engine;
    const shown = derived((read) => {
      const server = read(manager.state).find((each) => each.name === name);
      const off = read(enablement.state).disabled.get(name);
      return [server, server?.state, server?.definition, off, read(costs.state)];
    }, sameItems);
    this.subscriptions.push(follow(shown, () => this.tellServer()));
    // A hidden page gets no messages.
    panel.onDidChangeViewState(() => panel.visible && this.tellWire());
    panel.webview.html = pageHtml(panel.webview, dist, {
      files: 'server',
      root: 'patchbay-server',
      title: t('Server {0}', name),
    });
    this.server?.wire.begin();
  }

  dispose(): void {
    clearTimeout(this.telling);
    this.calling?.abort(new Error('Its page was closed.'));
    this.followed?.listener.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private get server(): Server | undefined {
    return this.parts.engine.manager.server(this.name);
  }

  private post(message: ServerHostMessage): void {
    void this.panel.webview.postMessage(message);
  }

  private readonly handlers: Handlers<ServerPageMessage, [Server]> = {
    ready: (_, server) => {
      this.follow(server, 0);
      this.tellServer();
    },
    connect: () => this.run(commands.connect),
    reconnect: () => this.run(commands.reconnect),
    disconnect: () => this.run(commands.disconnect),
    showLog: () => this.run(commands.showLog),
    openSettings: () => this.run(commands.openSettings),
    act: ({ label }, server) => {
      const action = actionsOf(server).find((each) => presentAction(each).label === label);
      return action && act(action, server, this.parts.actions);
    },
    tool: ({ name }, server) => this.tellTool(server, name),
    call: ({ tool, argsText }) => this.call(tool, argsText),
    cancelCall: () => this.calling?.abort(new Error('Cancelled by the user.')),
    record: ({ on }, { wire }) => (on ? wire.start() : wire.pause()),
    clear: (_, { wire }) => wire.clear(),
    copy: ({ text }) => vscode.env.clipboard.writeText(text),
    export: ({ seqs }, { wire }) => exportMessages(this.name, wire.rows(), new Set(seqs)),
  };

  private run(command: string): Thenable<unknown> {
    return vscode.commands.executeCommand(command, this.name);
  }

  private tellServer(): void {
    const { server } = this;
    if (!server) return this.post({ type: 'gone' });
    // Another server of the same name has replaced it.
    if (this.followed?.server !== server) this.follow(server, 0);
    const { enablement } = this.parts.engine;
    const view = serverView(server, {
      scope: scopeOfServer(this.name),
      host: vscode.env.remoteName === undefined ? hostname() : `${hostname()} (${vscode.env.remoteName})`,
      now: Date.now(),
      isEnabled: (tool) => enablement.isEnabled(this.name, tool),
      tokensOf: (tool) => this.parts.engine.costs.tokensOf(this.name, tool),
    });
    this.post({ type: 'server', server: view });
  }

  private follow(server: Server, revision: number): void {
    this.followed?.listener.dispose();
    server.wire.begin();
    const listener = server.wire.onDidChange(() => {
      this.telling ??= setTimeout(() => {
        this.telling = undefined;
        this.tellWire();
      }, TELL_MS);
    });
    this.followed = { server, listener, revision };
    this.tellWire();
  }

  private tellWire(): void {
    if (!this.followed || !this.panel.visible) return;
    const { wire } = this.followed.server;
    const { rows, revision } = wire.since(this.followed.revision);
    this.followed.revision = revision;
    this.post({ type: 'wire', rows, status: wire.status });
  }

  private tellTool({ state }: Server, name: string): void {
    const tool =
      state.kind === 'connected' ? state.catalog.tools.find((each) => each.name === name) : undefined;
    if (!tool) return;
    const fields = toolFields(tool.inputSchema);
    const definition = JSON.stringify(tool, null, 2);
    this.post({ type: 'tool', name, definition, ...(fields && { fields }) });
  }

  private async call(tool: string, argsText: string): Promise<void> {
    if (this.calling) return;
    const calling = new AbortController();
    this.calling = calling;
    const tell = (call: ManualCallView): void => this.post({ type: 'call', tool, call });
    tell({ status: 'running' });
    try {
      const problem = await runManualCall(this.parts.engine, {
        source: { kind: 'mcp', server: this.name },
        tool,
        argsText,
        signal: calling.signal,
        onEvent: (event) => {
          if (event.type === 'callProgress') tell({ status: 'running', progress: event.progress });
          if (event.type !== 'callEnd') return;
          const { parts, isCut } = shownParts(event.result.content);
          const { status } = event.result;
          tell({ status, content: parts, isCut, durationMs: event.durationMs });
        },
      });
      if (problem !== undefined) tell({ status: 'refused', problem });
    } finally {
      this.calling = undefined;
    }
  }
}

async function exportMessages(
  server: string,
  rows: readonly WireRow[],
  wanted: ReadonlySet<number>,
): Promise<void> {
  const file = await showSaveDialog({
    title: t('Export Messages of {0}', server),
    filters: { JSON: ['json'] },
    name: `${server}-messages`,
    extension: 'json',
  });
  if (!file) return;
  const messages = rows.filter(({ seq }) => wanted.has(seq)).map(exported);
  try {
    await writeExportedFile(file.fsPath, () => [`${JSON.stringify({ server, messages }, null, 2)}\n`]);
    void showInformationMessage(t('The messages are in {0}.', file.fsPath));
  } catch (error) {
    void showErrorMessage(t('The messages could not be exported: {0}', (error as Error).message));
  }
}

function exported({ at, text, isCut, kind, method, ...row }: WireRow): Record<string, unknown> {
  const time = new Date(at).toISOString();
  if (kind === 'note') return { time, note: method };
  const said = isCut ? { beginning: text } : { message: JSON.parse(text) as unknown };
  return { time, kind, method, ...row, ...said };
}
