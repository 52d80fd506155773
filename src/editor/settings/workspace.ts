/** The editor's workspace and memory, as the core asks for them. */
import * as vscode from 'vscode';
import type { SavedServer, ServerStorage, Workspace } from '../../mcp/index.ts';
import type { Preferences } from '../../tools/index.ts';
import { storedObject } from './stored.ts';
import { isRecord } from '../../base/common/guards.ts';

/** The workspace folders of this window. */
export const editorWorkspace: Workspace = {
  folders: () =>
    (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({
      uri: uri.toString(),
      name,
      path: uri.fsPath,
    })),
  onDidChangeFolders: (listener) => vscode.workspace.onDidChangeWorkspaceFolders(() => listener()),
};

/** What this window works on: the URI of its workspace file or folder, or nothing. */
export function workspaceUri(): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString() ?? '';
}

/** Preferences in globalState. Writing goes on in the background; reading sees it at once. */
export function createPreferences(state: vscode.Memento): Preferences {
  return {
    get: (key) => state.get(key),
    set: (key, value) => void state.update(key, value),
  };
}

const MEMORY_KEY = 'patchbay.servers';

/** What is remembered of servers, in globalState. */
export function createServerMemory(state: vscode.Memento): ServerStorage {
  const all = (): Readonly<Record<string, unknown>> => storedObject(state, MEMORY_KEY);
  return {
    recall: (server) => {
      const remembered = all()[server];
      return isSavedServer(remembered) ? remembered : undefined;
    },
    remember: (server, what) => {
      const { [server]: _, ...others } = all();
      void state.update(MEMORY_KEY, what ? { ...others, [server]: what } : others);
    },
  };
}

/** Anything else is learnt again at the next connection. */
function isSavedServer(value: unknown): value is SavedServer {
  if (!isRecord(value)) return false;
  const { fingerprint, era, at, tools } = value;
  return (
    typeof fingerprint === 'string' &&
    (era === 'legacy' || era === 'modern') &&
    typeof at === 'number' &&
    Array.isArray(tools) &&
    tools.every((tool) => isRecord(tool) && typeof tool['name'] === 'string')
  );
}
