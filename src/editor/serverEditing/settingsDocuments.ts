import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { join } from '../../base/common/message.ts';
import type { Engine } from '../../engine.ts';
import { entryPlace, namesInText, placeOfMessage, problemsInText } from '../../mcp/index.ts';
import { plainLabel } from '../../base/common/text.ts';
import { serverTools } from '../servers/serverTools.ts';
import { stateLabel, toolCount } from '../servers/serverLabels.ts';
import { commands } from '../../contributions/index.ts';
import { canBeReviewed } from '../servers/confirmations.ts';
import { codeLens } from '../ui/index.ts';

const selector: vscode.DocumentSelector = [
  { language: 'jsonc', pattern: '**/settings.json' },
  { language: 'jsonc', pattern: '**/*.code-workspace' },
];
/** Pause in typing before the entries are checked, in ms. */
const REST_MS = 300;
const MAX_FAILURE = 80;

export class SettingsDocuments implements vscode.CodeLensProvider {
  private readonly engine: () => Promise<Engine>;
  private readonly changes = new vscode.EventEmitter<void>();
  private readonly diagnostics = vscode.languages.createDiagnosticCollection('patchbay');
  private readonly waiting = new Map<string, ReturnType<typeof setTimeout>>();

  readonly onDidChangeCodeLenses = this.changes.event;

  constructor(engine: () => Promise<Engine>) {
    this.engine = engine;
  }

  register(): vscode.Disposable {
    const { workspace } = vscode;
    for (const document of workspace.textDocuments) void this.check(document);
    return vscode.Disposable.from(
      vscode.languages.registerCodeLensProvider(selector, this),
      workspace.onDidOpenTextDocument((document) => void this.check(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.checkSoon(document)),
      workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
      this.changes,
      this.diagnostics,
      { dispose: () => [...this.waiting.values()].forEach((timer) => clearTimeout(timer)) },
    );
  }

  refresh(): void {
    this.changes.fire();
    for (const document of vscode.workspace.textDocuments) this.checkSoon(document);
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const text = document.getText();
    if (!text.includes('patchbay.servers')) return [];
    const engine = await this.engine();
    const within = withinOf(document);
    return namesInText(text, within).flatMap((name) => {
      const place = entryPlace(text, within, [name]);
      const range = place && rangeOf(document, place);
      return range ? lensesFor(engine, name).map((lens) => codeLens(range, lens)) : [];
    });
  }

  private checkSoon(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.waiting.get(key));
    if (!isSettings(document)) return;
    const timer = setTimeout(() => {
      this.waiting.delete(key);
      void this.check(document);
    }, REST_MS);
    this.waiting.set(key, timer);
  }

  private async check(document: vscode.TextDocument): Promise<void> {
    if (!isSettings(document)) return;
    // The engine is slow to load, and most settings files have no servers.
    const concerned = document.getText().includes('patchbay.servers');
    const engine = concerned ? await this.engine() : undefined;
    if (document.isClosed) return;
    this.diagnostics.set(document.uri, engine ? this.problemsOf(document, engine) : []);
  }

  private problemsOf(document: vscode.TextDocument, { manager }: Engine): vscode.Diagnostic[] {
    const text = document.getText();
    const within = withinOf(document);
    const met = manager.servers.flatMap(({ state }) => {
      if (state.kind !== 'error' || state.failure.reason !== 'variable') return [];
      const { message, next } = state.failure;
      const place = placeOfMessage(text, within, message.english);
      return place ? [{ ...place, message: join(' ', message, next).localized }] : [];
    });
    return [...problemsInText(text, within), ...met].map((problem) => {
      const diagnostic = new vscode.Diagnostic(rangeOf(document, problem), problem.message);
      diagnostic.source = 'Patchbay';
      return diagnostic;
    });
  }

  private forget(uri: vscode.Uri): void {
    clearTimeout(this.waiting.get(uri.toString()));
    this.waiting.delete(uri.toString());
    this.diagnostics.delete(uri);
  }
}

type Lens = Parameters<typeof codeLens>[1];

function isSettings(document: vscode.TextDocument): boolean {
  return vscode.languages.match(selector, document) > 0;
}

function withinOf({ uri }: vscode.TextDocument): readonly string[] {
  return uri.path.endsWith('.code-workspace') ? ['settings'] : [];
}

function rangeOf(
  document: vscode.TextDocument,
  { offset, length }: { readonly offset: number; readonly length: number },
): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

/** An invalid entry has a diagnostic instead of a state, so its lens only offers to edit it. */
function lensesFor({ manager }: Engine, name: string): Lens[] {
  const server = manager.server(name);
  const to = (title: string, command: string, icon?: string): Lens => ({
    title,
    command,
    arguments: [name],
    ...(icon !== undefined && { icon }),
  });
  const edit = to(t('Edit'), commands.editServer);
  if (!server) return [edit];
  switch (server.state.kind) {
    case 'connected':
      return [
        to(toolCount(serverTools(server).length), commands.showLog, 'pass'),
        to(t('Disconnect'), commands.disconnect),
        to(t('Reconnect'), commands.reconnect),
        edit,
      ];
    case 'connecting':
      return [
        to(stateLabel('connecting'), commands.showLog, 'sync~spin'),
        to(t('Disconnect'), commands.disconnect),
        edit,
      ];
    case 'error':
      return [
        to(
          plainLabel(server.state.failure.message.localized, MAX_FAILURE) ?? stateLabel('error'),
          commands.showLog,
          'error',
        ),
        canBeReviewed(server)
          ? to(t('Review and Allow…'), commands.reviewServers)
          : to(t('Reconnect'), commands.reconnect),
        edit,
      ];
    case 'disconnected':
      return [
        to(
          server.definition.enabled ? stateLabel('disconnected') : t('disabled'),
          commands.showLog,
          server.definition.enabled ? 'circle-outline' : 'circle-slash',
        ),
        to(t('Connect'), commands.connect),
        edit,
      ];
  }
}
