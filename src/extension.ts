/**
 * The activation registers all that VS Code may ask for, and nothing more. The rest is in a bundle of its own, which is
 * loaded right after activation, or when VS Code asks first (decision 002).
 */
import * as vscode from 'vscode';
import type { PatchbayApi } from '../api/patchbay.d.ts';
import { commands } from './contributions/index.ts';
import { registerChatPlaces } from './editor/chatPage/places.ts';
import { registerDocuments } from './editor/common/onDemandDocuments.ts';
import { CALL_SCHEME, DIFF_SCHEME, PROPOSAL_SCHEME } from './editor/common/schemes.ts';
import { registerStandIns } from './editor/common/standIns.ts';
import { registerResourceFiles } from './editor/resources/registerResourceFiles.ts';
import { ExtensionServers } from './editor/servers/extensionServers.ts';
import type { Services } from './late.ts';

let started: Services | undefined;

/** The API that integration tests get. */
export interface TestAccess extends PatchbayApi {
  readonly services: () => Services;
}

export function activate(context: vscode.ExtensionContext): PatchbayApi | TestAccess {
  // An extension that was disabled and is enabled again is not loaded anew.
  started = undefined;
  let failure: { readonly cause: unknown } | undefined;
  const services = (): Services => {
    if (started) return started;
    // A second attempt would only say that the commands of the first one exist.
    if (failure) throw failure.cause;
    try {
      const { start } = require('./late.cjs') as typeof import('./late.ts');
      standIns.dispose();
      started = start(context, extensionServers);
      return started;
    } catch (cause) {
      failure = { cause };
      throw cause;
    }
  };
  const standIns = registerStandIns(Object.values(commands), services);
  const extensionServers = new ExtensionServers(context.extension.id);
  context.subscriptions.push(
    standIns,
    extensionServers.follow(),
    registerChatPlaces(context.extensionUri, () => services().views),
    registerResourceFiles(() => services().resourceFiles),
    registerDocuments(CALL_SCHEME, () => services().callDocuments),
    registerDocuments(DIFF_SCHEME, () => services().files),
    registerDocuments(PROPOSAL_SCHEME, () => services().proposals),
  );
  setImmediate(() => services().views.restoreTabs());
  const isTest = context.extensionMode === vscode.ExtensionMode.Test;
  return isTest ? { ...extensionServers.api, services } : extensionServers.api;
}

export async function deactivate(): Promise<void> {
  await started?.dispose();
}
