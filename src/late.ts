/** The late bundle: all code that activation does not need. Builds and connects the parts (decision 002). */
import { useEditorLanguage } from './editor/common/language.ts';
import * as vscode from 'vscode';
import { Emitter } from './base/common/event.ts';
import { RateLimit, titleFor } from './agent/index.ts';
import { contextKeys } from './contributions/index.ts';
import { EditorAuthorization } from './editor/auth/authorization.ts';
import { ChatNotifications } from './editor/chatPage/notifications.ts';
import { CodeProposals } from './editor/chatPage/applyCode.ts';
import { CallDocuments } from './editor/chatPage/callDocuments.ts';
import { ApprovalModes } from './editor/chat/approvalModes.ts';
import type { Server } from './mcp/index.ts';
import type { ChatEvent, ConversationStorage } from './editor/chat/chatHost.ts';
import { ChatController } from './editor/chat/controller.ts';
import { createInteraction } from './editor/chat/interaction.ts';
import { OpenChats } from './editor/chat/openChats.ts';
import { createSampler } from './editor/chat/sampler.ts';
import { runChatTurn } from './editor/chat/chatTurn.ts';
import { SavedTabs } from './editor/chatPage/savedTabs.ts';
import { ChatViews } from './editor/chatPage/views.ts';
import { registerChatCommands, showChatView } from './editor/chatCommands.ts';
import { Conversations } from './editor/conversations/conversations.ts';
import { ToolConfirmations, toolsToReview } from './editor/customTools/toolConfirmations.ts';
import { isFirstStart } from './editor/gettingStarted/firstStart.ts';
import { SetupProgress } from './editor/gettingStarted/setupProgress.ts';
import { endpointLabel, ModelService } from './editor/modelSelection/modelService.ts';
import { LazyEngine } from './editor/lazyEngine.ts';
import { Logs } from './editor/common/logs.ts';
import { openPage } from './editor/ui/index.ts';
import { ResourceFiles } from './editor/resources/resourceFiles.ts';
import { registerServerCommands, registerTroubleshoot } from './editor/tree/serverCommands.ts';
import { ServerData } from './editor/serverEditing/serverData.ts';
import { Confirmations } from './editor/servers/confirmations.ts';
import type { ExtensionServers } from './editor/servers/extensionServers.ts';
import { LinkedServers } from './editor/servers/linkedServers.ts';
import { addedServerNotice, serverReviewNotice, toolReviewNotice } from './editor/reviewNotices.ts';
import { SettingsDocuments } from './editor/serverEditing/settingsDocuments.ts';
import { ComposerService } from './editor/attachments/composerService.ts';
import { registerAttachCommands } from './editor/attachments/attachCommands.ts';
import { editorTools, followEditorTools } from './editor/extensionTools/editorTools.ts';
import { registerConversations } from './editor/conversations/commands.ts';
import { registerCustomTools } from './editor/customTools/commands.ts';
import { registerToolReview } from './editor/customTools/review.ts';
import { registerFirstMinute } from './editor/gettingStarted/commands.ts';
import {
  instructionOptions,
  registerSkillCommands,
  skillOptions,
} from './editor/instructions/instructionOptions.ts';
import { registerHistory } from './editor/history/panel.ts';
import { registerCheckpoints } from './editor/checkpoints/checkpointCommands.ts';
import { createProposedEdit } from './editor/builtInTools/proposedEdits.ts';
import { nativeTools } from './editor/builtInTools/tools.ts';
import { createChatReceiver } from './editor/chatPage/receiver.ts';
import { registerPermissions } from './editor/permissionsPicker.ts';
import { registerRequestPage } from './editor/requestPage/panel.ts';
import { registerResourceCommands } from './editor/resources/resourceCommands.ts';
import { registerServerPages } from './editor/serverPage/panel.ts';
import { registerServerEditing } from './editor/serverEditing/commands.ts';
import { registerReview } from './editor/serverEditing/review.ts';
import { registerToolChoice } from './editor/toolSetsPicker.ts';
import { registerFilter } from './editor/tree/filterPicker.ts';
import { registerOrdering } from './editor/tree/ordering.ts';
import { keepEfforts } from './models/index.ts';
import { ConversationStore, SnapshotStore } from './store/index.ts';
import type { EditDiffs } from './editor/builtInTools/editDiffs.ts';
import { WorkspaceFiles } from './editor/checkpoints/workspaceFiles.ts';
import { registerForgetSampling, SamplingPermissions } from './editor/settings/samplingPermissions.ts';
import {
  affects,
  cacheSettings,
  readClientMetadataUrl,
  readConversationRetention,
  readModelSettings,
  readServers,
  readSetting,
  readToolSets,
} from './editor/settings/settings.ts';
import { showStorageProblem } from './editor/common/storageNotice.ts';
import { ServerOrder } from './editor/servers/serverOrder.ts';
import { ServersTree } from './editor/tree/serversTree.ts';
import { registerForget, valuePrompts } from './editor/settings/valuePrompts.ts';
import { SharedState } from './editor/settings/sharedState.ts';
import { EditorVariables } from './editor/settings/variables.ts';
import { PendingCounts } from './editor/chat/pendingCounts.ts';
import { createPreferences, createServerMemory, workspaceUri } from './editor/settings/workspace.ts';
import { fingerprint } from './mcp/index.ts';

/** The parts that the activation and integration tests reach. */
export interface Late {
  readonly logs: Logs;
  readonly views: ChatViews;
  readonly callDocuments: CallDocuments;
  readonly proposals: CodeProposals;
  readonly resourceFiles: ResourceFiles;
  readonly engine: LazyEngine['get'];
  readonly tree: ServersTree;
  readonly controller: ChatController;
  readonly variables: EditorVariables;
  readonly context: vscode.ExtensionContext;
  readonly globalState: vscode.Memento;
  readonly composing: () => ComposerService;
  readonly confirmations: Confirmations;
  readonly toolConfirmations: ToolConfirmations;
  readonly diffs: EditDiffs;
  readonly files: () => WorkspaceFiles;
  readonly models: Pick<ModelService, 'current'>;
  /** Ends turns, then servers, and resolves when everything is saved. */
  dispose(): Promise<void>;
}

/** Called once, right after activation or when VS Code first needs a part. */
export function start(context: vscode.ExtensionContext, extensionServers: ExtensionServers): Late {
  useEditorLanguage();
  context.subscriptions.push(cacheSettings());
  const globalState = new SharedState(context.globalState);
  keepEfforts(globalState.get('patchbay.efforts'), (all) => {
    void globalState.update('patchbay.efforts', all);
  });
  const logs = new Logs();
  const lazy = new LazyEngine(context, logs);
  const linked = new LinkedServers((message) => logs.patchbay.warn(message));
  const workspace = workspaceUri();
  const confirmations = new Confirmations(globalState, workspace, (...of) => linked.inputsFor(...of));
  const variables = new EditorVariables({
    secrets: context.secrets,
    state: globalState,
    inputs: (server) => linked.inputsFor(server, server !== undefined && confirmations.isOfWorkspace(server)),
    prompts: valuePrompts,
  });
  const permissions = new SamplingPermissions(globalState);
  const toolConfirmations = new ToolConfirmations(globalState);
  const authorization = new EditorAuthorization(context, readClientMetadataUrl);
  const storage = context.storageUri ?? context.globalStorageUri;
  let composed: ComposerService | undefined;
  const composing = (): ComposerService => (composed ??= new ComposerService(storage, () => lazy.get()));
  /** Questions by server, approvals by conversation. */
  const [questions, approvals] = [new PendingCounts(), new PendingCounts()];
  const models = new ModelService(context.secrets, variables);
  const progress = new SetupProgress();
  progress.onModelChanged(models.name);
  const order = new ServerOrder(createPreferences(globalState));
  const tree = new ServersTree(lazy.get, {
    questions: (server) => questions.of(server),
    approvals: () => approvals.total,
    model: () => ({ name: models.name, contextWindow: readModelSettings().contextWindow }),
    order,
    extensionOf: confirmations.extensionOf,
    conversation: () => views.active.openConversation,
  });
  const conversations = new Conversations({
    store: () =>
      new ConversationStore({
        folder: context.globalStorageUri.fsPath,
        workspace,
        retention: readConversationRetention,
        onProblem: (message) => showStorageProblem(logs, message),
        now: () => Date.now(),
      }),
    redact: lazy.redact,
    titlesByModel: () => readSetting('chat.modelTitles'),
    titleFor: async (conversation, signal) => {
      const model = (await lazy.get()).metered(await models.current(signal), conversation);
      return titleFor(model, conversation.messages, signal);
    },
    log: (message) => logs.patchbay.warn(message),
  });
  let madeFiles: WorkspaceFiles | undefined;
  const files = (): WorkspaceFiles =>
    (madeFiles ??= new WorkspaceFiles({
      changes: () => conversations.changes,
      store: () =>
        new SnapshotStore({
          folder: context.globalStorageUri.fsPath,
          onProblem: (message) => showStorageProblem(logs, message),
          conversations: () => conversations.ids(),
          now: () => Date.now(),
          monotonic: () => performance.now(),
        }),
      redact: lazy.redact,
      onProblem: (message) => logs.patchbay.warn(message),
    }));
  const modes = new ApprovalModes();
  const chatEvents = new Emitter<ChatEvent>();
  const createChat = (saved: ConversationStorage): ChatController =>
    new ChatController({
      storage: saved,
      runChatTurn: (...turn) => runChatTurn({ engine: lazy.get, models, modes }, ...turn),
      onEvent: (event) => chatEvents.fire(event),
      pendingApprovals: approvals,
      changes: {
        close: (...turn) => files().diffs.changes.close(...turn),
        knows: (turn) => files().diffs.changes.knows(turn),
      },
      onBranch: (...branch) => files().snapshots.copyCheckpoints(...branch),
      followFiles: (conversation, item) => files().follow(conversation, item),
      status: (conversation) => ({
        ...(models.name !== undefined && {
          model: models.name,
          endpoint: endpointLabel(),
          effort: models.effort === undefined ? undefined : (conversation.effort ?? models.effort),
        }),
        ...(!models.seesImages && { seesImages: false }),
        servers: lazy.summary(conversation),
      }),
      approvalMode: (conversation) => modes.shownFor(conversation),
      offer: () => lazy.offer(),
      expandMessage: async (...message) => (await lazy.get()).promptExpansion.expandMessage(...message),
      openPage,
      newId: () => crypto.randomUUID(),
      now: () => Date.now(),
      monotonic: () => performance.now(),
    });
  const chats = new OpenChats(createChat(conversations.forSideBar()), (conversation) =>
    createChat(conversations.forTab(conversation)),
  );
  const services = {
    engine: lazy.get,
    variables,
    serverData: new ServerData({
      memory: createServerMemory(globalState),
      sampling: permissions,
      order,
    }),
    authorization,
    linked,
    confirmations,
  };
  const fingerprintOf = async (server: string): Promise<string | undefined> => {
    const definition = (await lazy.get()).manager.server(server)?.definition;
    return definition && fingerprint(definition);
  };
  const sampler = createSampler({
    limit: new RateLimit(
      () => readSetting('sampling.maxPerMinute'),
      () => performance.now(),
    ),
    permissions: {
      allows: async (server) => permissions.allows({ server, fingerprint: await fingerprintOf(server) }),
      allow: async (server) => permissions.allow({ server, fingerprint: await fingerprintOf(server) }),
    },
    show: (question, from, allowed) => {
      const card = chats.ofCall(from.call).userRequests.showSampling(question, from, allowed);
      return { ...card, consent: () => questions.during(from.server, card.consent()) };
    },
    model: async (hints, signal, call) =>
      (await lazy.get()).metered(await models.nearest(hints, signal), chats.ofCall(call).open.conversation),
    reviews: () => readSetting('sampling.reviewResult'),
    log: (server, text) => logs.forServer(server).append('warning', 'patchbay', text),
    newId: () => crypto.randomUUID(),
  });
  const interaction = createInteraction(
    (question, from) =>
      questions.during(from.server, chats.ofCall(from.call).userRequests.ask(question, from)),
    sampler,
  );
  const settingsDocuments = new SettingsDocuments(services);
  const documents = new CallDocuments();
  const proposals = new CodeProposals();
  const views = new ChatViews({
    extension: context.extensionUri,
    chats,
    receiver: (chat) =>
      createChatReceiver(chat, { documents, proposals, tree, modes, models }, files(), lazy.get, composing()),
    titleOf: (conversation) => conversations.titleOf(conversation),
    setUnread: (conversation, isUnread) => conversations.setUnread(conversation, isUnread),
    tabMemory: new SavedTabs(context.workspaceState),
    showSideBar: () => showChatView(),
    onActiveChanged: () => tree.redraw(),
  });
  const bringChat = () => views.revealLastUsed();
  const notifications = new ChatNotifications((conversation) => conversations.titleOf(conversation), views);
  chatEvents.event((event) => {
    switch (event.kind) {
      case 'turnChanged': {
        const isRunning = chats.sessions.some((session) => session.isRunning);
        return void vscode.commands.executeCommand('setContext', contextKeys.turnRunning, isRunning);
      }
      case 'turnEvent':
        return progress.onTurnEvent(event.event);
      case 'needsUser': {
        if (!event.isShown) return notifications.onNeedsUser(event.conversation);
        const chat = chats.find(event.conversation) ?? chats.main;
        // The chat gets no focus, because the user may be typing elsewhere.
        if (!views.isVisible(chat) && !views.reveal(chat, true)) void showChatView({ preserveFocus: true });
        return;
      }
      case 'turnEnded':
        return notifications.onTurnEnded(event);
    }
  });
  order.onDidChange(() => tree.redraw());
  questions.onDidChange(
    (server) => void lazy.get().then((loaded) => tree.refresh(loaded, new Set([server]))),
  );
  approvals.onDidChange(() => tree.statusChanged());
  const [notifyOfServers, notifyOfTools] = [serverReviewNotice(), toolReviewNotice()];
  const notifyOfAddedServers = addedServerNotice();
  lazy.onDidChange(({ engine: loaded, servers }) => {
    tree.refresh(loaded, servers);
    progress.onServersChanged(loaded);
    settingsDocuments.refresh();
    const isAdded = (server: Server): boolean => confirmations.extensionOf(server.name) !== undefined;
    const { servers: all } = loaded.manager;
    notifyOfServers(confirmations.toReview(all.filter((server) => !isAdded(server))));
    notifyOfAddedServers(confirmations.toReview(all.filter(isAdded)));
    notifyOfTools(toolsToReview(loaded.custom?.files ?? []));
    for (const chat of chats.all) {
      chat.statusChanged();
      chat.offerChanged();
    }
  });
  conversations.onDidChange(() => views.updateTitles());
  const dispose = async (): Promise<void> => {
    // The chats end before the servers, so that the end of servers is not saved as a part of a running turn.
    const ended = chats.dispose();
    madeFiles?.dispose();
    composed?.dispose();
    conversations.dispose();
    await Promise.all([ended, lazy.dispose()]);
    await globalState.saved();
  };
  context.subscriptions.push(
    logs,
    tree,
    tree.register(),
    registerFilter(tree),
    registerOrdering(lazy.get, tree, order),
    models.onDidChange(() => {
      tree.redraw();
      progress.onModelChanged(models.name);
    }),
    documents.register(),
    proposals.register(),
    registerCheckpoints(files(), () => views.active),
    models.onDidChange(() => chats.all.forEach((chat) => chat.statusChanged())),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (affects(event, 'tools.approval')) chats.all.forEach((chat) => chat.approvalModeChanged());
    }),
    registerServerCommands(lazy.get, logs, authorization),
    registerServerEditing(services),
    registerFirstMinute(services, models, tree),
    settingsDocuments.register(),
    authorization.register(),
    registerForget(variables),
    registerForgetSampling(permissions),
    registerPermissions(lazy.get),
    registerToolChoice(lazy.get, chats, views),
    registerAttachCommands(composing, bringChat),
    registerCustomTools(lazy.get, toolConfirmations),
    registerSkillCommands(),
    registerToolReview({ engine: lazy.get, confirmations: toolConfirmations }),
    registerResourceCommands(lazy.get, bringChat),
    registerChatCommands(chats, views, models),
    registerConversations({ chats, views, conversations, workspace }),
    registerHistory(context.extensionUri, lazy.get, documents),
    registerRequestPage({
      extension: context.extensionUri,
      engine: lazy.get,
      documents,
      session: (id) => chats.sessions.find((each) => each.id === (id ?? views.active.shownId)),
      titleOf: (conversation) => conversations.titleOf(conversation),
    }),
    registerServerPages(context.extensionUri, services),
    registerTroubleshoot(services),
    registerReview(services),
  );
  lazy.startSoon({
    globalState,
    variables,
    interaction,
    toolSets: () => readToolSets(),
    extensionTools: (onProblem) => editorTools(context.extension.id, onProblem),
    followExtensionTools: (reload) => followEditorTools(reload),
    nativeTools: (provided) => nativeTools(files().diffs, provided),
    proposedEdit: (tool, args) => createProposedEdit(files().diffs)(tool, args),
    authorization,
    linked,
    extensionServers,
    confirmations,
    toolConfirmations,
    readAttachment: (attachment, signal) => composing().read(attachment, signal),
    instructions: () => instructionOptions,
    skills: () => skillOptions,
  });
  setImmediate(() => views.restoreTabs());
  const testing = context.extensionMode === vscode.ExtensionMode.Test;
  const isSetUp = models.name !== undefined || readServers() !== undefined;
  // A user who wants no walkthrough after an installation wants no chat either.
  const opens = vscode.workspace.getConfiguration('workbench').get('welcomePage.walkthroughs.openOnInstall');
  if (!testing && isFirstStart(globalState, isSetUp) && opens !== false)
    setImmediate(() => void showChatView({ preserveFocus: true }));
  return {
    logs,
    views,
    callDocuments: documents,
    proposals,
    resourceFiles: new ResourceFiles(lazy.get),
    engine: lazy.get,
    tree,
    controller: chats.main,
    variables,
    context,
    globalState,
    composing,
    confirmations,
    toolConfirmations,
    files,
    models,
    get diffs() {
      return files().diffs;
    },
    dispose,
  };
}
