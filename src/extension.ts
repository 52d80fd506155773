/** The composition root: builds and connects the parts. The engine's bundle is loaded on first use. */
import { withTranslations } from './editor/common/language.ts';
import * as vscode from 'vscode';
import type { PatchbayApi } from '../api/patchbay.d.ts';
import { Emitter } from './base/common/event.ts';
import { fromEvent } from './base/common/observable.ts';
import { RateLimit } from './agent/index.ts';
import { commands, contextKeys } from './contributions/index.ts';
import { EditorAuthorization } from './editor/auth/authorization.ts';
import { ChatNotifications } from './editor/chatPage/notifications.ts';
import { CodeProposals } from './editor/chatPage/applyCode.ts';
import { CallDocuments } from './editor/chatPage/callDocuments.ts';
import { ApprovalModes } from './editor/chat/approvalModes.ts';
import type { ModelStatus } from './editor/chat/engineStatus.ts';
import type { ChatEvent, ConversationStorage } from './editor/chat/chatHost.ts';
import { ChatController } from './editor/chat/controller.ts';
import { createInteraction } from './editor/chat/interaction.ts';
import { OpenChats } from './editor/chat/openChats.ts';
import { createSampler } from './editor/chat/sampler.ts';
import { runTurn } from './editor/chat/turns.ts';
import { SavedTabs } from './editor/chatPage/savedTabs.ts';
import { ChatViews } from './editor/chatPage/views.ts';
import { registerChatCommands, showChatView } from './editor/chatCommands.ts';
import { Conversations } from './editor/conversations/conversations.ts';
import { ToolConfirmations } from './editor/customTools/toolConfirmations.ts';
import { isFirstStart } from './editor/gettingStarted/firstStart.ts';
import { SetupProgress } from './editor/gettingStarted/setupProgress.ts';
import { endpointLabel, ModelService } from './editor/modelSelection/modelService.ts';
import { LazyEngine } from './editor/lazyEngine.ts';
import { Logs } from './editor/common/logs.ts';
import { onFirstUse } from './editor/common/onFirstUse.ts';
import { openPage } from './editor/ui/index.ts';
import { ResourceFiles } from './editor/resources/resourceFiles.ts';
import { registerServerCommands } from './editor/tree/serverCommands.ts';
import { ServerData } from './editor/serverEditing/serverData.ts';
import { Confirmations } from './editor/servers/confirmations.ts';
import { ExtensionServers } from './editor/servers/extensionServers.ts';
import { LinkedServers } from './editor/servers/linkedServers.ts';
import { SettingsDocuments } from './editor/serverEditing/settingsDocuments.ts';
import type { ComposerService } from './editor/attachments/composerService.ts';

import { DIFF_SCHEME } from './editor/builtInTools/diffScheme.ts';
import type { EditDiffs } from './editor/builtInTools/editDiffs.ts';
import type { WorkspaceFiles } from './editor/checkpoints/workspaceFiles.ts';
import { SamplingPermissions } from './editor/settings/samplingPermissions.ts';
import {
  cacheSettings,
  readClientMetadataUrl,
  readConversationRetention,
  readModelSettings,
  readServers,
  readSetting,
} from './editor/settings/settings.ts';
import { showStorageProblem } from './editor/common/storageNotice.ts';
import { ServerOrder } from './editor/servers/serverOrder.ts';
import { ServersTree } from './editor/tree/serversTree.ts';
import { valuePrompts } from './editor/settings/valuePrompts.ts';
import { SharedState } from './editor/settings/sharedState.ts';
import { EditorVariables } from './editor/settings/variables.ts';
import { PendingCounts } from './editor/chat/pendingCounts.ts';
import { createPreferences, createServerMemory, workspaceUri } from './editor/settings/workspace.ts';
import { fingerprint } from './mcp/index.ts';

let finish: (() => Promise<void>) | undefined;

/** Only for integration tests. */
export interface TestAccess extends PatchbayApi {
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
}

export function activate(context: vscode.ExtensionContext): PatchbayApi | TestAccess {
  context.subscriptions.push(cacheSettings());
  const onDemand = withTranslations(() => require('./onDemand.cjs') as typeof import('./onDemand.ts'));
  const globalState = new SharedState(context.globalState);
  const loadCore = withTranslations(() => {
    const core = require('./engine.cjs') as typeof import('./engine.ts');
    core.keepEfforts(globalState.get('patchbay.efforts'), (all) => {
      void globalState.update('patchbay.efforts', all);
    });
    return core;
  });
  const logs = new Logs();
  const lazy = new LazyEngine(context, logs, loadCore);
  const linked = new LinkedServers((message) => logs.patchbay.warn(message));
  const extensionServers = new ExtensionServers(context.extension.id, (message) =>
    logs.patchbay.warn(message),
  );
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
  const composing = (): ComposerService =>
    (composed ??= new (onDemand().ComposerService)(storage, () => lazy.get()));
  /** Questions by server, approvals by conversation. */
  const [questions, approvals] = [new PendingCounts(), new PendingCounts()];
  const models = new ModelService(context.secrets, variables, loadCore);
  const onModelChange = (listener: () => void) => models.onDidChange(listener);
  const progress = new SetupProgress();
  progress.onModelChanged(models.name);
  const order = new ServerOrder(createPreferences(globalState));
  const tree = new ServersTree(
    lazy.get,
    {
      questions: questions.state,
      approvals: approvals.state,
      model: fromEvent(onModelChange, () => ({
        name: models.name,
        contextWindow: readModelSettings().contextWindow,
      })),
      order,
      extensionOf: confirmations.extensionOf,
      conversation: fromEvent(
        (listener) => views.activeConversation.onDidChange(listener),
        () => views.activeConversation.get(),
      ),
    },
    onDemand,
  );
  const conversations = new Conversations({
    store: () =>
      new (loadCore().ConversationStore)({
        folder: context.globalStorageUri.fsPath,
        workspace,
        retention: readConversationRetention,
        onProblem: (message) => showStorageProblem(logs, message),
        now: () => Date.now(),
      }),
    redact: lazy.redact,
    titlesByModel: () => readSetting('chat.modelTitles'),
    titleFor: async (conversation, signal) => {
      const model = (await lazy.get()).turns.metered(await models.current(signal), conversation);
      return loadCore().titleFor(model, conversation.messages, signal);
    },
    log: (message) => logs.patchbay.warn(message),
  });
  let madeFiles: WorkspaceFiles | undefined;
  const files = (): WorkspaceFiles =>
    (madeFiles ??= new (onDemand().WorkspaceFiles)({
      changes: () => conversations.changes,
      store: () =>
        new (loadCore().SnapshotStore)({
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
  const modelStatus = fromEvent(onModelChange, (): ModelStatus => ({
    ...(models.name !== undefined && {
      model: models.name,
      endpoint: endpointLabel(),
      effort: models.effort,
    }),
    ...(!models.seesImages && { seesImages: false }),
  }));
  const createChat = (saved: ConversationStorage): ChatController =>
    new ChatController({
      storage: saved,
      runTurn: (conversation, signal, asks, onEvent, beforeChange) =>
        runTurn(conversation, signal, lazy.get, models, {
          ask: (...asked) => asks.approve(...asked),
          chosenMode: () => modes.chosenFor(conversation.id),
          waitedMs: (call) => asks.waitedMs(call),
          onEvent,
          beforeChange,
        }),
      onEvent: (event) => chatEvents.fire(event),
      pendingApprovals: approvals,
      changes: {
        close: (...turn) => files().diffs.changes.close(...turn),
        knows: (turn) => files().diffs.changes.knows(turn),
      },
      onBranch: (...branch) => files().snapshots.copyCheckpoints(...branch),
      followFiles: (conversation, item) => files().follow(conversation, item),
      status: (conversation) => onDemand().engineStatus(conversation, lazy.loaded, modelStatus),
      approvalMode: (conversation) => modes.shownFor(conversation),
      offer: () => onDemand().engineOffer(lazy.loaded),
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
    core: loadCore,
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
      (await lazy.get()).turns.metered(
        await models.nearest(hints, signal),
        chats.ofCall(call).open.conversation,
      ),
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
  const proposals = new CodeProposals(onDemand);
  const views = new ChatViews({
    extension: context.extensionUri,
    chats,
    receiver: (chat) =>
      onDemand().createChatReceiver(
        chat,
        { documents, proposals, tree, modes, models },
        files(),
        lazy.get,
        composing(),
      ),
    titleOf: (conversation) => conversations.titleOf(conversation),
    setUnread: (conversation, isUnread) => conversations.setUnread(conversation, isUnread),
    tabMemory: new SavedTabs(context.workspaceState),
    showSideBar: () => showChatView(),
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
        // Without focus: the user may be typing elsewhere.
        if (!views.isVisible(chat) && !views.reveal(chat, true)) void showChatView({ preserveFocus: true });
        return;
      }
      case 'turnEnded':
        return notifications.onTurnEnded(event);
    }
  });
  conversations.onDidChange(() => views.updateTitles());
  finish = async () => {
    // Before the servers end: what then happens to a running turn is not saved.
    const ended = chats.dispose();
    madeFiles?.dispose();
    composed?.dispose();
    conversations.dispose();
    await Promise.all([ended, lazy.dispose()]);
    await globalState.saved();
  };
  context.subscriptions.push(
    logs,
    extensionServers.follow(),
    tree,
    tree.register(),
    onFirstUse([commands.filterServers, commands.clearFilter], () => onDemand().registerFilter(tree)),
    onFirstUse([commands.moveServerUp, commands.moveServerDown], () =>
      onDemand().registerOrdering(lazy.get, tree, order),
    ),
    models.onDidChange(() => progress.onModelChanged(models.name)),
    views.register(),
    documents.register(),
    proposals.register(),
    vscode.workspace.registerTextDocumentContentProvider(DIFF_SCHEME, {
      provideTextDocumentContent: (uri) => files().provideTextDocumentContent(uri),
    }),
    onFirstUse([commands.restoreCheckpoint, commands.undoRestore], () =>
      onDemand().registerCheckpoints(files(), () => views.active),
    ),
    registerServerCommands(lazy.get, logs, authorization),
    onFirstUse(
      [
        commands.addServer,
        commands.pasteServers,
        commands.importServers,
        commands.editServer,
        commands.renameServer,
        commands.duplicateServer,
        commands.enableServer,
        commands.disableServer,
        commands.removeServer,
      ],
      () => onDemand().registerServerEditing(services),
    ),
    onFirstUse([commands.selectModel, commands.setUpModel, commands.addSample, commands.getStarted], () =>
      onDemand().registerFirstMinute(services, models, tree),
    ),
    settingsDocuments.register(),
    authorization.register(),
    onFirstUse([commands.forgetInputs], () => onDemand().registerForget(variables)),
    onFirstUse([commands.forgetSampling], () => onDemand().registerForgetSampling(permissions)),
    onFirstUse([commands.permissions], () => onDemand().registerPermissions(lazy.get)),
    onFirstUse(
      [
        commands.selectTools,
        commands.toggleAlwaysSend,
        commands.useToolSet,
        commands.saveToolSet,
        commands.clearToolSet,
      ],
      () => onDemand().registerToolChoice(lazy.get, chats, views),
    ),
    onFirstUse([commands.attachFile, commands.attachSelection, commands.attachProblems], () =>
      onDemand().registerAttachCommands(composing(), bringChat),
    ),
    onFirstUse([commands.newCustomTool, commands.openCustomTool, commands.reloadCustomTools], () =>
      onDemand().registerCustomTools(lazy.get, toolConfirmations),
    ),
    onFirstUse([commands.openSkill], () => onDemand().registerSkillCommands()),
    onFirstUse([commands.reviewTools], () =>
      onDemand().registerToolReview({ engine: lazy.get, confirmations: toolConfirmations }),
    ),
    new ResourceFiles(lazy.get, (text, path) => onDemand().hasRemoteSchema(text, path)).register(),
    onFirstUse([commands.browseResources, commands.attachResource, commands.runPrompt], () =>
      onDemand().registerResourceCommands(lazy.get, loadCore, bringChat),
    ),
    registerChatCommands(chats, views, models),
    onFirstUse(
      [
        commands.showConversations,
        commands.renameConversation,
        commands.duplicateConversation,
        commands.deleteConversation,
        commands.exportConversation,
        commands.importConversation,
      ],
      () => onDemand().registerConversations({ chats, views, conversations, core: loadCore, workspace }),
    ),
    onFirstUse([commands.showHistory, commands.deleteHistory], () =>
      onDemand().registerHistory(context.extensionUri, lazy.get, documents),
    ),
    onFirstUse([commands.showModelRequest], () =>
      onDemand().registerRequestPage({
        extension: context.extensionUri,
        engine: lazy.get,
        documents,
        session: (id) => chats.sessions.find((each) => each.id === (id ?? views.active.shownId)),
        titleOf: (conversation) => conversations.titleOf(conversation),
      }),
    ),
    onFirstUse([commands.showServer], () => onDemand().registerServerPages(context.extensionUri, services)),
    onFirstUse([commands.troubleshoot], () => onDemand().registerTroubleshoot(services)),
    onFirstUse([commands.reviewServers], () => onDemand().registerReview(services)),
  );
  lazy.startSoon({
    globalState,
    variables,
    interaction,
    late: onDemand,
    follow: (loaded, settings) => {
      tree.follow(loaded);
      return onDemand().followEngine(loaded, { settings, chats, progress, settingsDocuments, confirmations });
    },
    extensionTools: (onProblem) => onDemand().editorTools(context.extension.id, onProblem),
    followExtensionTools: (reload) => onDemand().followEditorTools(reload),
    nativeTools: (provided) => onDemand().nativeTools(files().diffs, provided),
    proposedEdit: (tool, args) => onDemand().createProposedEdit(files().diffs)(tool, args),
    authorization,
    linked,
    extensionServers,
    confirmations,
    toolConfirmations,
    readAttachment: (attachment, signal) => composing().read(attachment, signal),
    instructions: () => onDemand().instructionOptions,
    skills: () => onDemand().skillOptions,
  });
  setImmediate(() => views.restoreTabs());
  const testing = context.extensionMode === vscode.ExtensionMode.Test;
  const isSetUp = models.name !== undefined || readServers() !== undefined;
  // Who wants no walkthrough after an installation wants no chat either.
  const opens = vscode.workspace.getConfiguration('workbench').get('welcomePage.walkthroughs.openOnInstall');
  if (!testing && isFirstStart(globalState, isSetUp) && opens !== false)
    setImmediate(() => void showChatView({ preserveFocus: true }));
  return testing
    ? {
        ...extensionServers.api,
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
      }
    : extensionServers.api;
}

export async function deactivate(): Promise<void> {
  await finish?.();
}
