/** The bundle that is loaded right after activation: the services of the window and its features (decision 002). */
import type * as vscode from 'vscode';
import { useEditorLanguage } from './editor/common/language.ts';
import type { ExtensionServers } from './editor/servers/extensionServers.ts';
import { cacheSettings } from './editor/settings/settings.ts';
import { chatFeature, historyFeature } from './window/chat.ts';
import { firstStepsFeature, saveEfforts } from './window/firstSteps.ts';
import { serversFeature } from './window/servers.ts';
import { Services } from './window/services.ts';
import { toolsFeature } from './window/tools.ts';

export type { Services };

/** Called once, right after activation or when VS Code first asks for something that is here. */
export function start(context: vscode.ExtensionContext, extensionServers: ExtensionServers): Services {
  useEditorLanguage();
  context.subscriptions.push(cacheSettings());
  const services = new Services(context, extensionServers);
  saveEfforts(services);
  context.subscriptions.push(
    services.logs,
    serversFeature(services),
    toolsFeature(services),
    chatFeature(services),
    historyFeature(services),
    firstStepsFeature(services),
  );
  services.lazyEngine.startSoon(services);
  return services;
}
