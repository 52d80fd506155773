/** Holds the services of a window. Each is made on first use, with the services that it needs. */
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { RateLimit, titleFor, type InstructionOptions, type SkillOptions } from '../agent/index.ts';
import { Emitter } from '../base/common/event.ts';
import { derived, fromEvent } from '../base/common/observable.ts';
import { ComposerService } from '../editor/attachments/composerService.ts';
import { createProposedEdit } from '../editor/builtInTools/proposedEdits.ts';
import { nativeTools } from '../editor/builtInTools/tools.ts';
import { ApprovalModes } from '../editor/chat/approvalModes.ts';
import type { ChatEvent, ConversationStorage } from '../editor/chat/chatHost.ts';
import { ChatController } from '../editor/chat/controller.ts';
import { engineOffer, engineStatus, type ModelStatus } from '../editor/chat/engineStatus.ts';
import { createInteraction } from '../editor/chat/interaction.ts';
import { OpenChats } from '../editor/chat/openChats.ts';
import { PendingCounts } from '../editor/chat/pendingCounts.ts';
import { createSampler } from '../editor/chat/sampler.ts';
import { runChatTurn } from '../editor/chat/chatTurn.ts';
import { showChatView } from '../editor/chatCommands.ts';
import { CodeProposals } from '../editor/chatPage/applyCode.ts';
import { CallDocuments } from '../editor/chatPage/callDocuments.ts';
import { createChatReceiver } from '../editor/chatPage/receiver.ts';
import { SavedTabs } from '../editor/chatPage/savedTabs.ts';
import { ChatViews } from '../editor/chatPage/views.ts';
import { WorkspaceFiles } from '../editor/checkpoints/workspaceFiles.ts';
import { showStorageProblem } from '../editor/common/storageNotice.ts';
import { Conversations } from '../editor/conversations/conversations.ts';
import { editorTools, followEditorTools } from '../editor/extensionTools/editorTools.ts';
import { followEngine } from '../editor/engineFollowers.ts';
import { SetupProgress } from '../editor/gettingStarted/setupProgress.ts';
import {
  instructionOptions,
  openingOptions,
  skillOptions,
} from '../editor/instructions/instructionOptions.ts';
import { LazyEngine, type EngineServices } from '../editor/lazyEngine.ts';
import { endpointLabel } from '../editor/modelSelection/modelService.ts';
import { ResourceFiles } from '../editor/resources/resourceFiles.ts';
import { SettingsDocuments } from '../editor/serverEditing/settingsDocuments.ts';
import { readConversationRetention, readSetting } from '../editor/settings/settings.ts';
import { ServersTree } from '../editor/tree/serversTree.ts';
import { openPage } from '../editor/ui/index.ts';
import type { Engine } from '../engine.ts';
import { fingerprint, type Interaction } from '../mcp/index.ts';
import { ConversationStore, SnapshotStore } from '../store/index.ts';
import { StateServices } from './stateServices.ts';

/** The services of a window. */
export class Services extends StateServices implements EngineServices {
  get lazyEngine(): LazyEngine {
    return this.once('lazyEngine', () => new LazyEngine(this.context, this.logs));
  }

  private readonly isTrusted = fromEvent(
    (listener) => vscode.workspace.onDidGrantWorkspaceTrust(listener),
    () => vscode.workspace.isTrusted,
  );

  /** Returns the engine, with its servers starting. */
  readonly engine = (): Promise<Engine> => this.lazyEngine.get();

  /** Questions of servers that wait for the user, by server. */
  get questions(): PendingCounts {
    return this.once('questions', () => new PendingCounts());
  }

  /** Calls that wait for an approval, by conversation. */
  get approvals(): PendingCounts {
    return this.once('approvals', () => new PendingCounts());
  }

  /** Approvals, questions and sampling requests that wait for the user, by conversation. */
  get waiting(): PendingCounts {
    return this.once('waiting', () => new PendingCounts());
  }

  get tree(): ServersTree {
    return this.once(
      'tree',
      () =>
        new ServersTree(this.engine, {
          questions: this.questions.state,
          approvals: this.approvals.state,
          model: fromEvent(this.onModelChange, () => ({
            name: this.models.name,
            contextWindow: this.models.contextWindow,
          })),
          order: this.serverOrder,
          extensionOf: this.confirmations.extensionOf,
          conversation: fromEvent(
            (listener) => this.views.activeConversation.onDidChange(listener),
            () => this.views.activeConversation.get(),
          ),
        }),
    );
  }

  /** The steps of the walkthrough that are done. */
  get setupProgress(): SetupProgress {
    return this.once('setupProgress', () => new SetupProgress());
  }

  get settingsDocuments(): SettingsDocuments {
    return this.once('settingsDocuments', () => new SettingsDocuments(this.engine));
  }

  get resourceFiles(): ResourceFiles {
    return this.once('resourceFiles', () => new ResourceFiles(this.engine));
  }

  get callDocuments(): CallDocuments {
    return this.once('callDocuments', () => new CallDocuments());
  }

  get proposals(): CodeProposals {
    return this.once('proposals', () => new CodeProposals());
  }

  get conversations(): Conversations {
    return this.once(
      'conversations',
      () =>
        new Conversations({
          store: () =>
            new ConversationStore({
              folder: this.context.globalStorageUri.fsPath,
              workspace: this.workspace,
              retention: readConversationRetention,
              onProblem: (message) => showStorageProblem(this.logs, message),
              now: () => Date.now(),
            }),
          redact: this.lazyEngine.redact,
          titlesByModel: () => readSetting('chat.modelTitles'),
          titleFor: async (conversation, signal) => {
            const model = (await this.engine()).turns.metered(
              await this.models.current(signal),
              conversation,
            );
            return titleFor(model, conversation.messages, signal);
          },
          log: (message) => this.logs.patchbay.warn(message),
        }),
    );
  }

  get files(): WorkspaceFiles {
    return this.once(
      'files',
      () =>
        new WorkspaceFiles({
          changes: () => this.conversations.changes,
          store: () =>
            new SnapshotStore({
              folder: this.context.globalStorageUri.fsPath,
              onProblem: (message) => showStorageProblem(this.logs, message),
              conversations: () => this.conversations.ids(),
              now: () => Date.now(),
              monotonic: () => performance.now(),
            }),
          redact: this.lazyEngine.redact,
          onProblem: (message) => this.logs.patchbay.warn(message),
        }),
    );
  }

  get composer(): ComposerService {
    const { storageUri = this.context.globalStorageUri } = this.context;
    return this.once('composer', () => new ComposerService(storageUri, this.engine));
  }

  get modes(): ApprovalModes {
    return this.once('modes', () => new ApprovalModes());
  }

  /** Fires what happens in any chat. */
  readonly chatEvents = new Emitter<ChatEvent>();

  get chats(): OpenChats {
    return this.once(
      'chats',
      () =>
        new OpenChats(this.createChat(this.conversations.forSideBar()), (conversation) =>
          this.createChat(this.conversations.forTab(conversation)),
        ),
    );
  }

  get views(): ChatViews {
    return this.once(
      'views',
      () =>
        new ChatViews({
          extension: this.context.extensionUri,
          chats: this.chats,
          receiver: (chat) => createChatReceiver(chat, this),
          titleOf: (conversation) => this.conversations.titleOf(conversation),
          setUnread: (conversation, isUnread) => this.conversations.setUnread(conversation, isUnread),
          tabMemory: new SavedTabs(this.context.workspaceState),
          showSideBar: () => showChatView(),
        }),
    );
  }

  get interaction(): Interaction {
    return this.once('interaction', () =>
      createInteraction((question, from) => {
        const { id, userRequests } = this.chats.ofCall(from.call);
        return this.questions.during(from.server, this.waiting.during(id, userRequests.ask(question, from)));
      }, this.sampler()),
    );
  }

  // The following members are those that the engine takes from the editor.

  readonly follow: EngineServices['follow'] = (loaded, settings) => {
    this.tree.follow(loaded);
    const { chats, setupProgress: progress, settingsDocuments, confirmations } = this;
    const shown = this.views.activeConversation;
    return followEngine(loaded, { settings, chats, shown, progress, settingsDocuments, confirmations });
  };
  readonly followExtensionTools = followEditorTools;
  readonly instructions = (): InstructionOptions => instructionOptions;
  readonly opening = openingOptions;
  readonly skills = (): SkillOptions => skillOptions;
  readonly extensionTools: EngineServices['extensionTools'] = (onProblem) =>
    editorTools(this.context.extension.id, onProblem);
  readonly nativeTools: EngineServices['nativeTools'] = (provided) => nativeTools(this.files.diffs, provided);
  readonly proposedEdit: EngineServices['proposedEdit'] = (tool, args) =>
    createProposedEdit(this.files.diffs)(tool, args);
  readonly readAttachment: EngineServices['readAttachment'] = (attachment, signal) =>
    this.composer.read(attachment, signal);

  /** Ends turns and then servers. Resolves when everything is saved. */
  async dispose(): Promise<void> {
    // Chats end before servers, so that the end of servers is not saved as a part of a running turn.
    const ended = this.chats.dispose();
    if (this.made.has('files')) this.files.dispose();
    if (this.made.has('composer')) this.composer.dispose();
    this.conversations.dispose();
    await Promise.all([ended, this.lazyEngine.dispose()]);
    await this.globalState.saved();
  }

  private readonly onModelChange = (listener: () => void): vscode.Disposable =>
    this.models.onDidChange(listener);

  /** The state of the model that chats show. */
  private readonly modelStatus = fromEvent(this.onModelChange, (): ModelStatus => {
    const { name, effort, seesImages } = this.models;
    return {
      ...(name !== undefined && { model: name, endpoint: endpointLabel(), effort }),
      ...(!seesImages && { seesImages: false }),
    };
  });

  private createChat(storage: ConversationStorage): ChatController {
    const { models, modes } = this;
    return new ChatController({
      storage,
      runChatTurn: (...turn) => runChatTurn({ engine: this.engine, models, modes }, ...turn),
      onEvent: (event) => this.chatEvents.fire(event),
      pendingApprovals: {
        during: (id, verdict) => this.waiting.during(id, this.approvals.during(id, verdict)),
      },
      changes: {
        close: (...turn) => this.files.diffs.changes.close(...turn),
        knows: (turn) => this.files.diffs.changes.knows(turn),
      },
      onBranch: (from, to, items) => {
        modes.copy(from, to);
        this.lazyEngine.loaded.get()?.commands.move(from, to);
        this.files.snapshots.copyCheckpoints(from, to, items);
      },
      commands: {
        views: (conversation) =>
          derived((read) => {
            const views = read(this.lazyEngine.loaded)?.commands.views(conversation);
            return views ? read(views) : [];
          }, isDeepStrictEqual),
        takeNews: (conversation) => this.lazyEngine.loaded.get()?.commands.takeNews(conversation) ?? [],
      },
      followFiles: (conversation, item) => this.files.follow(conversation, item),
      status: (conversation) =>
        engineStatus(conversation, this.lazyEngine.loaded, this.modelStatus, this.isTrusted),
      approvalMode: (conversation) => modes.shownFor(conversation),
      offer: () => engineOffer(this.lazyEngine.loaded),
      expandMessage: async (...message) => (await this.engine()).promptExpansion.expandMessage(...message),
      openPage,
      newId: () => crypto.randomUUID(),
      now: () => Date.now(),
      monotonic: () => performance.now(),
    });
  }

  private sampler(): NonNullable<Interaction['sample']> {
    const { chats, models, questions, waiting, samplingPermissions: permissions } = this;
    const subjectOf = async (server: string): Promise<Parameters<typeof permissions.allows>[0]> => {
      const definition = (await this.engine()).manager.server(server)?.definition;
      return { server, fingerprint: definition && fingerprint(definition) };
    };
    return createSampler({
      limit: new RateLimit(
        () => readSetting('sampling.maxPerMinute'),
        () => performance.now(),
      ),
      permissions: {
        allows: async (server) => permissions.allows(await subjectOf(server)),
        allow: async (server) => permissions.allow(await subjectOf(server)),
      },
      show: (question, from, allowed) => {
        const { id, userRequests } = chats.ofCall(from.call);
        const card = userRequests.showSampling(question, from, allowed);
        return {
          ...card,
          consent: () => questions.during(from.server, waiting.during(id, card.consent())),
        };
      },
      model: async (hints, signal, call) =>
        (await this.engine()).turns.metered(
          await models.nearest(hints, signal),
          chats.ofCall(call).open.conversation,
        ),
      reviews: () => readSetting('sampling.reviewResult'),
      log: (server, text) => this.logs.forServer(server).append('warning', 'patchbay', text),
      newId: () => crypto.randomUUID(),
    });
  }
}
