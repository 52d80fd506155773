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
import { act, actionsOf, presentAction } from '../serverEditing/failureActions.ts';
import type { EditingServices } from '../serverEditing/editingServices.ts';
import { shownParts } from '../history/shownCalls.ts';
import { commands, panels } from '../../contributions/index.ts';
import { PagePanels, type PagePanel, type PanelPage } from '../common/pagePanels.ts';
import { runManualCall } from '../chat/manualCall.ts';
import { whichServer, type ServerTarget } from '../tree/serverCommands.ts';
import { scopeOfServer } from '../settings/settings.ts';
import { serverView } from './view.ts';
import { exportJson, registerRowCommand } from '../ui/index.ts';
import { recordOf } from '../../base/common/guards.ts';
import type { Disposable } from '../../base/common/event.ts';

/** Pause between updates in ms, because a busy server has hundreds of messages a second. */
const NOTIFY_MS = 150;

interface Parts {
  readonly engine: Engine;
  readonly actions: EditingServices;
}

export function registerServerPages(extension: vscode.Uri, actions: EditingServices): vscode.Disposable {
  const kind = { viewType: panels.server, files: 'server' } as const;
  const tabs = new PagePanels<ServerHostMessage, ServerPage>(extension, kind);
  const show = async (target?: ServerTarget): Promise<void> => {
    const engine = await actions.engine();
    const server = await whichServer(engine, target, t('Show Server Details'), () => true);
    if (!server) return;
    tabs.show(...shown(server.name, engine));
  };
  const shown = (name: string, engine: Engine): Parameters<typeof tabs.show> => [
    name,
    name,
    (panel) => new ServerPage(panel, name, { engine, actions }),
    t('Server {0}', name),
  ];
  const restoring = tabs.restoreTabs(async (state) => {
    const { server } = recordOf(state);
    return typeof server === 'string' ? shown(server, await actions.engine()) : undefined;
  });
  return vscode.Disposable.from(registerRowCommand(commands.showServer, show), restoring, tabs);
}

class ServerPage implements PanelPage {
  private readonly panel: PagePanel<ServerHostMessage>;
  private readonly name: string;
  private readonly parts: Parts;
  private readonly subscription: Disposable;
  private followed: { readonly server: Server; readonly listener: Disposable; revision: number } | undefined;
  private calling: AbortController | undefined;

  constructor(panel: PagePanel<ServerHostMessage>, name: string, parts: Parts) {
    this.panel = panel;
    this.name = name;
    this.parts = parts;
    const { manager, enablement, costs } = parts.engine;
    const shown = derived((read) => {
      const server = read(manager.state).find((each) => each.name === name);
      const off = read(enablement.state).disabled.get(name);
      return [server, server?.state, server?.definition, off, read(costs.state)];
    }, sameItems);
    this.subscription = follow(shown, () => this.postServer());
    this.server?.wire.begin();
  }

  dispose(): void {
    this.calling?.abort(new Error('Its page was closed.'));
    this.followed?.listener.dispose();
    this.subscription.dispose();
  }

  receive(message: unknown): void {
    const { server } = this;
    if (server) receive(serverPageMessages, this.handlers, message, server);
    else this.panel.post({ type: 'gone' });
  }

  onDidShow(): void {
    this.postMessages();
  }

  private get server(): Server | undefined {
    return this.parts.engine.manager.server(this.name);
  }

  private readonly handlers: Handlers<ServerPageMessage, [Server]> = {
    ready: (_, server) => {
      this.follow(server, 0);
      this.postServer();
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
    tool: ({ name }, server) => this.postTool(server, name),
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

  private postServer(): void {
    const { server } = this;
    if (!server) return this.panel.post({ type: 'gone' });
    // Another server of the same name may have replaced the one that is followed.
    if (this.followed?.server !== server) this.follow(server, 0);
    const { enablement } = this.parts.engine;
    const view = serverView(server, {
      scope: scopeOfServer(this.name),
      host: vscode.env.remoteName === undefined ? hostname() : `${hostname()} (${vscode.env.remoteName})`,
      now: Date.now(),
      isEnabled: (tool) => enablement.isEnabled(this.name, tool),
      tokensOf: (tool) => this.parts.engine.costs.tokensOf(this.name, tool),
    });
    this.panel.post({ type: 'server', server: view });
  }

  private follow(server: Server, revision: number): void {
    this.followed?.listener.dispose();
    server.wire.begin();
    const listener = server.wire.onDidChange(() => this.panel.postpone(() => this.postMessages(), NOTIFY_MS));
    this.followed = { server, listener, revision };
    this.postMessages();
  }

  private postMessages(): void {
    if (!this.followed || !this.panel.isVisible) return;
    const { wire } = this.followed.server;
    const { rows, revision } = wire.since(this.followed.revision);
    this.followed.revision = revision;
    this.panel.post({ type: 'wire', rows, status: wire.status });
  }

  private postTool({ state }: Server, name: string): void {
    const tool =
      state.kind === 'connected' ? state.catalog.tools.find((each) => each.name === name) : undefined;
    if (!tool) return;
    const fields = toolFields(tool.inputSchema);
    const definition = JSON.stringify(tool, null, 2);
    this.panel.post({ type: 'tool', name, definition, fields });
  }

  private async call(tool: string, argsText: string): Promise<void> {
    if (this.calling) return;
    const calling = new AbortController();
    this.calling = calling;
    const post = (call: ManualCallView): void => this.panel.post({ type: 'call', tool, call });
    post({ status: 'running' });
    try {
      const problem = await runManualCall(this.parts.engine, {
        source: { kind: 'mcp', server: this.name },
        tool,
        argsText,
        signal: calling.signal,
        onEvent: (event) => {
          if (event.type === 'callProgress') post({ status: 'running', progress: event.progress });
          if (event.type !== 'callEnd') return;
          const { parts, isCut } = shownParts(event.result.content);
          const { status } = event.result;
          post({ status, content: parts, isCut, durationMs: event.durationMs });
        },
      });
      if (problem !== undefined) post({ status: 'refused', problem });
    } finally {
      this.calling = undefined;
    }
  }
}

function exportMessages(
  server: string,
  rows: readonly WireRow[],
  wanted: ReadonlySet<number>,
): Promise<void> {
  const messages = rows.filter(({ seq }) => wanted.has(seq)).map(exported);
  return exportJson({
    title: t('Export Messages of {0}', server),
    name: `${server}-messages`,
    content: () => [`${JSON.stringify({ server, messages }, null, 2)}\n`],
    done: (path) => t('The messages are in {0}.', path),
    failed: (why) => t('The messages could not be exported: {0}', why),
  });
}

function exported({ at, text, isCut, kind, method, ...row }: WireRow): Record<string, unknown> {
  const time = new Date(at).toISOString();
  if (kind === 'note') return { time, note: method };
  const said = isCut ? { beginning: text } : { message: JSON.parse(text) as unknown };
  return { time, kind, method, ...row, ...said };
}
