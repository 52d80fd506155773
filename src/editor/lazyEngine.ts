import { Emitter } from '../base/common/event.ts';
import type * as vscode from 'vscode';
import { fromEvent, type Observable } from '../base/common/observable.ts';
import type { InstructionOptions, OpeningOptions, ReadOwnAttachment, SkillOptions } from '../agent/index.ts';
import { Engine } from '../engine.ts';
import type { Authorization, Interaction } from '../mcp/index.ts';
import type { ExtensionToolsOptions, NativeServices, NativeTool, ProposedEditOf } from '../tools/index.ts';
import { customFolders } from './customTools/folders.ts';
import type { ToolConfirmations } from './customTools/toolConfirmations.ts';
import { followIgnoredSettings } from './settings/ignoredSettings.ts';
import type { Logs } from './common/logs.ts';
import type { Confirmations } from './servers/confirmations.ts';
import { AddedServers } from './servers/addedServers.ts';
import type { ExtensionServers } from './servers/extensionServers.ts';
import type { LinkedServers } from './servers/linkedServers.ts';
import { engineSettings, followSettings } from './engineSettings.ts';
import { FollowedSettings } from './settings/followedSettings.ts';
import { readApprovalPolicy, readRetention, readSetting } from './settings/settings.ts';
import type { EditorVariables } from './settings/variables.ts';
import { showStorageProblem } from './common/storageNotice.ts';
import { createPreferences, createServerMemory, editorWorkspace } from './settings/workspace.ts';

export interface EngineServices {
  readonly globalState: vscode.Memento;
  readonly variables: EditorVariables;
  readonly interaction: Interaction;
  /** Called once, with the new engine: shows its servers and tools from then on. */
  readonly follow: (engine: Engine, settings: FollowedSettings) => vscode.Disposable;
  readonly extensionTools: (onProblem: (message: string) => void) => ExtensionToolsOptions;
  readonly followExtensionTools: (reload: () => void) => vscode.Disposable;
  readonly nativeTools: (services: NativeServices) => readonly NativeTool[];
  readonly proposedEdit: ProposedEditOf;
  readonly authorization: Authorization;
  readonly linked: LinkedServers;
  readonly extensionServers: ExtensionServers;
  readonly confirmations: Confirmations;
  readonly toolConfirmations: ToolConfirmations;
  readonly readAttachment: ReadOwnAttachment;
  readonly instructions: () => InstructionOptions;
  readonly opening: OpeningOptions;
  readonly skills: () => SkillOptions;
}

export class LazyEngine {
  private readonly context: vscode.ExtensionContext;
  private readonly logs: Logs;
  private readonly started = new Emitter();
  /** The engine; undefined until it is there. */
  readonly loaded: Observable<Engine | undefined> = fromEvent(this.started.event, () => this.engine);
  private readonly services = Promise.withResolvers<EngineServices>();
  private hasServices = false;
  private loading: Promise<Engine> | undefined;
  private engine: Engine | undefined;

  constructor(context: vscode.ExtensionContext, logs: Logs) {
    this.context = context;
    this.logs = logs;
  }

  /**
   * Returns the engine, which is created at the first call and then starts its servers. Waits for `startSoon`, because
   * VS Code already fills views during activation.
   */
  readonly get = (): Promise<Engine> => {
    this.loading ??= this.services.promise.then((services) => this.start(services));
    return this.loading;
  };

  startSoon(services: EngineServices): void {
    this.hasServices = true;
    setImmediate(() => {
      this.services.resolve(services);
      this.get().catch((error: Error) =>
        this.logs.patchbay.error(`Patchbay could not start: ${error.stack ?? error.message}`),
      );
    });
  }

  /** Returns the text without the values of variables. Until the engine is there, no variable has a value. */
  readonly redact = (text: string): string => this.engine?.redact(text) ?? text;

  async dispose(): Promise<void> {
    // The engine never loads without services, so waiting for it would not end.
    const engine = this.hasServices ? await this.loading?.catch(() => undefined) : undefined;
    await engine?.dispose();
  }

  private start(services: EngineServices): Engine {
    const { globalState } = services;
    const { workspaceState, subscriptions, extension } = this.context;
    const settings = new FollowedSettings();
    subscriptions.push(settings);
    const engine = new Engine({
      version: (extension.packageJSON as { version: string }).version,
      workspace: editorWorkspace,
      memory: createServerMemory(globalState),
      preferences: createPreferences(globalState),
      rules: { workspace: createPreferences(workspaceState), always: createPreferences(globalState) },
      approvalPolicy: readApprovalPolicy,
      variables: services.variables,
      installFolder: this.context.extensionPath,
      interaction: services.interaction,
      nativeTools: services.nativeTools,
      ...engineSettings(settings),
      proposedEdit: services.proposedEdit,
      customTools: {
        runner: this.context.asAbsolutePath('dist/customRunner.cjs'),
        folders: () => customFolders(),
        decisionOf: services.toolConfirmations.decisionOf,
      },
      extensionTools: services.extensionTools((message) => this.logs.patchbay.warn(message)),
      authorization: services.authorization,
      readAttachment: services.readAttachment,
      instructions: services.instructions,
      opening: services.opening,
      skills: services.skills,
      recordsMessages: () => readSetting('messages.record') === 'always',
      policy: () => readSetting('policy.servers'),
      unconfirmed: services.confirmations.unconfirmed,
      isOfWorkspace: services.confirmations.isOfWorkspace,
      extensionOf: services.confirmations.extensionOf,
      unconfirmedFile: services.confirmations.unconfirmedFile,
      openLog: (server) => this.logs.forServer(server),
      history: {
        folder: this.context.globalStorageUri.fsPath,
        retention: readRetention,
        onProblem: (message) => showStorageProblem(this.logs, message),
        now: () => Date.now(),
      },
    });
    this.engine = engine;
    this.started.fire();
    subscriptions.push(services.follow(engine, settings));
    const added = new AddedServers(services.extensionServers.all, (message) =>
      this.logs.patchbay.warn(message),
    );
    subscriptions.push(followSettings(engine, settings, services, added));
    subscriptions.push(services.followExtensionTools(() => engine.extensions?.reload()));
    subscriptions.push(followIgnoredSettings(this.context));
    return engine;
  }
}
