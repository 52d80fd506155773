import type * as vscode from 'vscode';
import { EditorAuthorization } from '../editor/auth/authorization.ts';
import { Logs } from '../editor/common/logs.ts';
import { ToolConfirmations } from '../editor/customTools/toolConfirmations.ts';
import { ModelService } from '../editor/modelSelection/modelService.ts';
import { ServerData } from '../editor/serverEditing/serverData.ts';
import { Confirmations } from '../editor/servers/confirmations.ts';
import type { ExtensionServers } from '../editor/servers/extensionServers.ts';
import { LinkedServers } from '../editor/servers/linkedServers.ts';
import { ServerOrder } from '../editor/servers/serverOrder.ts';
import { SamplingPermissions } from '../editor/settings/samplingPermissions.ts';
import { readClientMetadataUrl } from '../editor/settings/settings.ts';
import { SharedState } from '../editor/settings/sharedState.ts';
import { valuePrompts } from '../editor/settings/valuePrompts.ts';
import { EditorVariables } from '../editor/settings/variables.ts';
import { createPreferences, createServerMemory, workspaceUri } from '../editor/settings/workspace.ts';

/** The services that hold what settings say and users have decided. None of them needs the engine or a chat. */
export class StateServices {
  readonly context: vscode.ExtensionContext;
  readonly extensionServers: ExtensionServers;
  protected readonly made = new Map<keyof this, unknown>();

  constructor(context: vscode.ExtensionContext, extensionServers: ExtensionServers) {
    this.context = context;
    this.extensionServers = extensionServers;
  }

  /** Returns the service of that name, which `make` makes the first time. */
  protected once<Service>(name: keyof this, make: () => Service): Service {
    if (!this.made.has(name)) this.made.set(name, make());
    return this.made.get(name) as Service;
  }

  get logs(): Logs {
    return this.once('logs', () => new Logs());
  }

  get globalState(): SharedState {
    return this.once('globalState', () => new SharedState(this.context.globalState));
  }

  /** The URI of the workspace, or empty. */
  get workspace(): string {
    return this.once('workspace', () => workspaceUri());
  }

  get linked(): LinkedServers {
    return this.once('linked', () => new LinkedServers((message) => this.logs.patchbay.warn(message)));
  }

  get confirmations(): Confirmations {
    return this.once(
      'confirmations',
      () =>
        new Confirmations(this.globalState, this.workspace, (...server) => this.linked.inputsFor(...server)),
    );
  }

  get variables(): EditorVariables {
    return this.once(
      'variables',
      () =>
        new EditorVariables({
          secrets: this.context.secrets,
          state: this.globalState,
          inputs: (server) =>
            this.linked.inputsFor(server, server !== undefined && this.confirmations.isOfWorkspace(server)),
          prompts: valuePrompts,
        }),
    );
  }

  get samplingPermissions(): SamplingPermissions {
    return this.once('samplingPermissions', () => new SamplingPermissions(this.globalState));
  }

  get toolConfirmations(): ToolConfirmations {
    return this.once('toolConfirmations', () => new ToolConfirmations(this.globalState));
  }

  get authorization(): EditorAuthorization {
    return this.once('authorization', () => new EditorAuthorization(this.context, readClientMetadataUrl));
  }

  get models(): ModelService {
    return this.once('models', () => new ModelService(this.context.secrets, this.variables));
  }

  get serverOrder(): ServerOrder {
    return this.once('serverOrder', () => new ServerOrder(createPreferences(this.globalState)));
  }

  get serverData(): ServerData {
    return this.once(
      'serverData',
      () =>
        new ServerData({
          memory: createServerMemory(this.globalState),
          sampling: this.samplingPermissions,
          order: this.serverOrder,
        }),
    );
  }
}
