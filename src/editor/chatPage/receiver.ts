import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { findPlaces } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import {
  type ChatMessage,
  chatMessages,
  type Handlers,
  receive,
  type ApprovalMode,
} from '../../protocol/index.ts';
import { attachCommands } from '../attachments/attachCommands.ts';
import type { ComposerService } from '../attachments/composerService.ts';
import { commands } from '../../contributions/index.ts';
import { pickEffort } from '../modelSelection/modelCommands.ts';
import type { ModelService } from '../modelSelection/modelService.ts';
import { readToolSets, writeTextCalls } from '../settings/settings.ts';
import { DIFF_SCHEME } from '../common/schemes.ts';
import { restoreCheckpoint } from '../checkpoints/checkpointCommands.ts';
import type { WorkspaceFiles } from '../checkpoints/workspaceFiles.ts';
import type { ServersTree } from '../tree/serversTree.ts';
import { answerText, conversationText, toText } from './copiedText.ts';
import type { CodeProposals } from './applyCode.ts';
import type { ApprovalModes } from '../chat/approvalModes.ts';
import { compact } from '../chat/compact.ts';
import { callAgain } from '../chat/manualCall.ts';
import type { CallDocuments } from './callDocuments.ts';
import type { ChatClient, ComposerTarget } from '../chat/chatHost.ts';
import type { ChatController } from '../chat/controller.ts';
import { commandHandlers } from './commandActions.ts';
import { existing, openNamed, openInstructions } from './fileLinks.ts';
import { showCall } from './showCall.ts';
import { actOnChanges, changedLinesOf } from './turnChanges.ts';
import { openExternal, showErrorMessage, showQuickPick } from '../ui/index.ts';

interface ReceiverServices {
  readonly callDocuments: CallDocuments;
  readonly proposals: CodeProposals;
  readonly tree: ServersTree;
  readonly modes: ApprovalModes;
  readonly models: ModelService;
  readonly files: WorkspaceFiles;
  readonly engine: () => Promise<Engine>;
  readonly composer: ComposerService;
}

export interface ChatPage extends ChatClient {
  ready(): void;
  focused(): void;
  saveState(state: unknown): void;
}

export type ChatReceiver = (message: unknown, page: ChatPage) => void;

export function createChatReceiver(
  controller: ChatController,
  {
    callDocuments: documents,
    proposals,
    tree,
    modes,
    models,
    files,
    engine,
    composer: composing,
  }: ReceiverServices,
): ChatReceiver {
  const completing = new PromptCompleter(engine);
  const run = (command: string, ...args: readonly unknown[]): void =>
    void vscode.commands.executeCommand(command, ...args);
  const focusIfChosen = async (page: ChatPage, isChosen: boolean | PromiseLike<boolean>): Promise<void> => {
    if (await isChosen) page.post({ type: 'focus' });
  };
  const runThenFocus = (command: string, page: ChatPage): Promise<void> =>
    focusIfChosen(page, vscode.commands.executeCommand<boolean>(command));
  const handlers: Handlers<ChatMessage, [ChatPage]> = {
    ready: (_, page) => {
      page.ready();
      composing.showContext(page, controller.clients);
    },
    focused: (_, page) => page.focused(),
    saveState: ({ state }, page) => page.saveState(state),
    send: ({ text, attachments, now }, page) => {
      controller.send(text, page, attachments, now);
      page.post({ type: 'received' });
    },
    unqueue: ({ id, how }, page) => controller.unqueue(id, how, page),
    resend: ({ id, text, attachments }) => controller.resend(id, text, attachments),
    regenerate: ({ id }) => controller.regenerate(id),
    restore: ({ id }) => restoreCheckpoint(files, controller, id),
    duplicate: () => run(commands.duplicateConversation),
    stop: () => controller.stop(),
    newChat: () => controller.newChat(),
    compact: () => compact(controller, engine, models),
    earlier: ({ before, through }, page) => controller.sendEarlier(page, before, through),
    find: ({ request, text }, page) =>
      page.post({ type: 'found', request, places: findPlaces(controller.shown.items, text) }),
    answer: ({ id, reply }) => controller.asks.answer(id, reply),
    decide: ({ id, decision }) => controller.asks.approvals.reply(id, decision),
    decidePause: ({ id, decision }) => controller.asks.pauses.decide(id, decision),
    action: ({ action }, page) => {
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
          return runThenFocus(commands.selectModel, page);
        case 'selectTools':
          return runThenFocus(commands.selectTools, page);
        case 'useToolSet':
          return runThenFocus(commands.useToolSet, page);
        case 'allowTextCalls':
          // The chat must offer this, so that the page cannot switch it on by itself.
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
        case 'manageTrust':
          return run('workbench.trust.manage');
      }
    },
    openLink: ({ href }) => {
      if (href.startsWith(`${DIFF_SCHEME}:`)) return void files.diffs.open(href);
      // VS Code asks before it opens a host that the user has not trusted.
      void openExternal(href);
    },
    findFiles: ({ request, names }, page) =>
      existing(names).then((found) => page.post({ type: 'files', request, names: found })),
    openFile: ({ name }) => openNamed(name),
    openInstructions: ({ id, ...which }) => openInstructions(controller.shown.item(id), which, documents),
    openResource: ({ server, uri }) => run(commands.browseResources, { server, uri }),
    useToolSet: ({ name }) => {
      // The page gives the name, so it must be that of an existing set.
      if (readToolSets().some((set) => set.name === name)) controller.useToolSet(name);
    },
    attach: ({ what }, page) => run(attachCommands[what], controller.composer(page)),
    pickAttachment: async (_, page) => {
      const composer = controller.composer(page);
      const asked = await composing.pick(composer);
      if (asked) run(attachCommands[asked], composer);
    },
    openAttachment: ({ attachment }) =>
      composing
        .open(attachment)
        .catch(
          (error: Error) =>
            void showErrorMessage(t('The attachment could not be opened: {0}', error.message)),
        ),
    suggest: (question, page) => composing.suggest(question, page),
    hold: (file, page) => composing.hold(file, ofEdit(file.edit, controller.composer(page))),
    drop: (dropped, page) => composing.drop(dropped, ofEdit(dropped.edit, controller.composer(page))),
    runPrompt: ({ server, name, args }, page) =>
      controller
        .begin(async (signal) => (await engine()).promptExpansion.expandPrompt(server, name, args, signal))
        .then((problem) => page.post({ type: 'promptRan', problem })),
    complete: (question, page) => completing.answer(question, page),
    copy: ({ text }) => vscode.env.clipboard.writeText(text),
    insert: ({ text }) => insert(text),
    apply: ({ text, file }) => proposals.propose(text, file),
    changes: ({ id, ...request }) => actOnChanges(controller.shownConversation, files.diffs, id, request),
    changedLines: ({ request, ...what }, page) => {
      const diff = changedLinesOf(controller.shown, files.diffs, what);
      page.post({ type: 'changedLines', request, diff });
    },
    runAgain: ({ id }) => callAgain(controller, engine, id),
    showServer: ({ server }) => tree.reveal(server),
    copyAnswer: ({ id }) => vscode.env.clipboard.writeText(answerText(controller.shown.items, id)),
    copyConversation: () => vscode.env.clipboard.writeText(conversationText(controller.shown.items)),
    copyResult: ({ id }) => vscode.env.clipboard.writeText(toText(controller.shown.result(id) ?? [])),
    pickApprovalMode: async (_, page) => {
      const isChosen = await pickApprovalMode(modes, controller.shownConversation.id);
      controller.approvalModeChanged();
      await focusIfChosen(page, isChosen);
    },
    pickEffort: (_, page) => focusIfChosen(page, pickEffort(models, controller)),
    ...commandHandlers(controller, engine),
    openProposedEdit: ({ id }) => controller.asks.approvals.openEdit(id),
    showRequest: ({ id }) =>
      run(commands.showModelRequest, {
        conversation: controller.shownId,
        request: id === undefined ? undefined : (controller.shown.requestOf(id) ?? 'forgotten'),
      }),
    openCall: ({ id, what }) => {
      const call = controller.shown.call(id);
      if (call) void showCall(documents, { ...call, id, result: controller.shown.result(id) }, what);
    },
  };
  return (message, page) => {
    if (controller.isReadOnly && isChange(message)) return;
    void receive(chatMessages, handlers, message, page);
  };
}

/**
 * Messages that are refused in a read-only conversation, because they would change it or run something for it. Those
 * that begin a branch are allowed, because a branch is another conversation.
 */
const changes: ReadonlySet<unknown> = new Set<ChatMessage['type']>([
  'send',
  'unqueue',
  'useToolSet',
  'runPrompt',
  'runAgain',
  'restore',
  'changes',
  'answer',
  'decide',
  'decidePause',
  'action',
  'compact',
  'stopCall',
  'keepCommand',
  'stopCommand',
  'showCommand',
  'typeIntoCommand',
]);

function isChange(message: unknown): boolean {
  const { type, action } = (message ?? {}) as { readonly type?: unknown; readonly action?: unknown };
  return changes.has(type) && !(type === 'changes' && action === 'show');
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

type Complete = Extract<ChatMessage, { type: 'complete' }>;

class PromptCompleter {
  private readonly engine: () => Promise<Engine>;
  private running: AbortController | undefined;

  constructor(engine: () => Promise<Engine>) {
    this.engine = engine;
  }

  async answer(question: Complete, client: ChatClient): Promise<void> {
    this.running?.abort();
    const asking = new AbortController();
    this.running = asking;
    const { promptExpansion } = await this.engine();
    let values: readonly string[] = [];
    try {
      values = await promptExpansion.complete(question, asking.signal);
    } catch {
      // A server that fails has no values to suggest.
    }
    if (!asking.signal.aborted) client.post({ type: 'completions', request: question.request, values });
  }
}

/** Lets the user choose in the editor. The page cannot choose, because what it shows comes from others. */
/** Returns the target for attachments of a sent message that is being edited, if there is one. */
function ofEdit(edit: string | undefined, composer: ComposerTarget): ComposerTarget {
  return { compose: (content) => composer.compose({ ...content, edit }) };
}

async function pickApprovalMode(modes: ApprovalModes, conversation: string): Promise<boolean> {
  const now = modes.shownFor(conversation);
  const row = (mode: ApprovalMode, label: string, detail: string) => ({
    label,
    detail,
    mode,
    ...(mode === now && { description: t('(current)') }),
  });
  const chosen = await showQuickPick(
    [
      row('ask', t('Ask'), t('Calls need your approval, unless a saved permission covers them.')),
      row(
        'changes',
        t('Allow read-only tools'),
        t('Tools that servers mark read-only need no approval. Patchbay does not verify this.'),
      ),
      row(
        'free',
        t('Allow all tools'),
        t('Except sensitive and protected files and sending data. Commands can read any file.'),
      ),
    ],
    {
      title: t('Patchbay: Approval in This Conversation'),
      placeHolder: t('New conversations use the default in your settings'),
    },
  );
  if (chosen) modes.choose(conversation, chosen.mode);
  return chosen !== undefined;
}
