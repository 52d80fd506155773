/** What the buttons and links of the chat do in the editor. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { attachCommands } from '../attachments/attachCommands.ts';
import type { Composing } from '../attachments/composerService.ts';
import { commands } from '../../contributions/index.ts';
import { writeTextCalls } from '../settings/settings.ts';
import { DIFF_SCHEME, type EditDiffs } from '../builtInTools/editDiffs.ts';
import type { ServersTree } from '../tree/serversTree.ts';
import { answerText } from './answerText.ts';
import type { CodeProposals } from './applyCode.ts';
import { callAgain } from './callAgain.ts';
import type { CallDocuments } from './callDocuments.ts';
import { Completing } from './promptCompleter.ts';
import type { ChatController } from '../chat/controller.ts';
import { existing, openNamed } from './fileLinks.ts';
import { actOnChanges } from './turnChanges.ts';
import { toText } from './resultText.ts';
import type { ChatActions } from './webview.ts';
import { openExternal, showErrorMessage } from '../ui/index.ts';

/** The parts that show things elsewhere in the editor. */
interface Shown {
  readonly documents: CallDocuments;
  readonly proposals: CodeProposals;
  readonly tree: ServersTree;
}

/** Connects the chat's wishes with the editor's commands. */
export function createChatActions(
  controller: ChatController,
  { documents, proposals, tree }: Shown,
  diffs: EditDiffs,
  engine: () => Promise<Engine>,
  composing: Composing,
): ChatActions {
  const completing = new Completing(engine);
  const run = (command: string, ...args: readonly unknown[]): void =>
    void vscode.commands.executeCommand(command, ...args);
  return {
    act: (action) => {
      switch (action) {
        case 'continue':
        case 'retry':
          return controller.resume();
        case 'setApiKey':
          return run(commands.setApiKey);
        case 'setUpModel':
          return run(commands.setUpModel);
        case 'addServer':
          return run(commands.addServer);
        case 'addSample':
          return run(commands.addSample, 'in the chat');
        case 'selectModel':
          return run(commands.selectModel);
        case 'selectTools':
          return run(commands.selectTools);
        case 'allowTextCalls':
          // Only where the chat offers it: the page cannot switch it on by itself.
          if (controller.shown.items.some((item) => item.kind === 'notice' && item.actions.includes(action)))
            void writeTextCalls('on').then(
              () => controller.resume(),
              (error: Error) =>
                void showErrorMessage(t('The setting could not be written: {0}', error.message)),
            );
          return;
        case 'openModelSettings':
          return run(commands.openModelSettings);
        case 'openServerSettings':
          return run(commands.openSettings);
        case 'showLog':
          return run(commands.showLog);
      }
    },
    openLink: (href) => {
      if (href.startsWith(`${DIFF_SCHEME}:`)) return void diffs.open(href);
      // Pages only; the editor itself asks before it opens a host that the user has not trusted.
      void openExternal(href);
    },
    findFiles: ({ request, names }, client) =>
      void existing(names).then((found) => client.post({ type: 'files', request, names: found })),
    openFile: (name) => void openNamed(name),
    openResource: (server, uri) => run(commands.browseResources, { server, uri }),
    attach: (what, client) => {
      if (Object.hasOwn(attachCommands, what)) run(attachCommands[what], client);
    },
    openAttachment: (attachment) =>
      void composing
        .open(attachment)
        .catch((error: Error) => void showErrorMessage(t('It cannot be opened: {0}', error.message))),
    suggest: (question, client) => void composing.suggest(question, client),
    hold: (file, client) => void composing.hold(file, client),
    drop: (dropped, client) => void composing.drop(dropped, client),
    runPrompt: ({ server, name, args }, client) =>
      void controller
        .begin(async (signal) => (await engine()).openings.ofPrompt(server, name, args, signal))
        .then((problem) => client.post({ type: 'promptRan', ...(problem !== undefined && { problem }) })),
    complete: (question, client) => void completing.answer(question, client),
    insert: (text) => void insert(text),
    apply: (text, file) => void proposals.propose(text, file),
    changes: (id, deed) => void actOnChanges(controller.shownConversation, diffs, id, deed),
    runAgain: (id) => void callAgain(controller, engine, id),
    showServer: (server) => void tree.reveal(server),
    copyAnswer: (id) => void vscode.env.clipboard.writeText(answerText(controller.shown.items, id)),
    copyResult: (id) => void vscode.env.clipboard.writeText(toText(controller.shown.result(id) ?? [])),
    openCall: (id, what) => void documents.open(controller.shown, id, what),
  };
}

async function insert(text: string): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (!editor) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: text }));
    return;
  }
  await editor.edit((edit) => editor.selections.forEach((selection) => edit.replace(selection, text)));
  await vscode.window.showTextDocument(editor.document, editor.viewColumn);
}
