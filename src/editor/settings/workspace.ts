import * as vscode from 'vscode';
import type { SavedServer, ServerStorage, Workspace } from '../../mcp/index.ts';
import type { Preferences } from '../../tools/index.ts';
import { storedObject } from './stored.ts';
import { isRecord } from '../../base/common/guards.ts';

export const editorWorkspace: Workspace = {
  folders: () =>
    (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({
      uri: uri.toString(),
      name,
      path: uri.fsPath,
    })),
  onDidChangeFolders: (listener) => vscode.workspace.onDidChangeWorkspaceFolders(() => listener()),
};

/** Returns the URI of the workspace file or of the first folder, or an empty text. */
export function workspaceUri(): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString() ?? '';
}

/** Writes in the background; reads return the new value at once. */
export function createPreferences(state: vscode.Memento): Preferences {
  return {
    get: (key) => state.get(key),
    set: (key, value) => void state.update(key, value),
  };
}

const MEMORY_KEY = 'patchbay.servers';

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

/** Anything else that was saved is ignored, and learnt again at the next connection. */
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
