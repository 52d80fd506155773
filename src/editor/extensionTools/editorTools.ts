/** The tools that other extensions give the editor (`vscode.lm.tools`), and their calls. */
import * as vscode from 'vscode';
import { isRecord } from '../../base/common/guards.ts';
import type { ExtensionToolsOptions, FoundExtensionTool } from '../../tools/index.ts';
import { readSetting } from '../settings/settings.ts';

/**
 * Pause in ms before the list is read again: the editor updates it 750 ms after a change, and has no event for that.
 */
const SETTLED_MS = 1_500;

/** `own` is the id of Patchbay, whose own tools are left out. `onProblem` is as in the options. */
export function editorTools(own: string, onProblem: (message: string) => void): ExtensionToolsOptions {
  return {
    list: () => (vscode.workspace.isTrusted ? contributedTools(own) : []),
    invoke: async (name, args, signal) => {
      const source = new vscode.CancellationTokenSource();
      const cancel = (): void => source.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        // Invocation tokens come only with requests of the editor's own chat.
        const options = { input: { ...args }, toolInvocationToken: undefined };
        return (await vscode.lm.invokeTool(name, options, source.token)).content;
      } finally {
        signal.removeEventListener('abort', cancel);
        source.dispose();
      }
    },
    timeoutMs: () => readSetting('tools.extensionTimeout') * 1_000,
    onProblem,
  };
}

/**
 * Lists tools that manifests declare. The editor's own tools need its chat and ask nobody, and tools of its MCP servers
 * are available in Patchbay without it.
 */
function contributedTools(own: string): FoundExtensionTool[] {
  const declared = new Map(
    vscode.extensions.all.flatMap(({ id, packageJSON }) =>
      id.toLowerCase() === own.toLowerCase()
        ? []
        : declaredIn(packageJSON).map(([name, title]) => [name, { extension: id, title }] as const),
    ),
  );
  return vscode.lm.tools.flatMap(({ name, description, inputSchema }) => {
    const by = declared.get(name);
    return by ? [{ name, ...by, description, inputSchema }] : [];
  });
}

function declaredIn(manifest: unknown): (readonly [name: string, title: unknown])[] {
  const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
  const tools = isRecord(contributes) ? contributes['languageModelTools'] : undefined;
  return Array.isArray(tools)
    ? tools.flatMap((tool: unknown) =>
        isRecord(tool) && typeof tool['name'] === 'string'
          ? [[tool['name'], tool['displayName']] as const]
          : [],
      )
    : [];
}

/** Calls `reload` when the editor's list may have changed: at once, and when the editor has gathered the changes. */
export function followEditorTools(reload: () => void): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    reload();
    clearTimeout(timer);
    timer = setTimeout(reload, SETTLED_MS);
  };
  changed();
  return vscode.Disposable.from(
    vscode.extensions.onDidChange(changed),
    vscode.workspace.onDidGrantWorkspaceTrust(changed),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('chat.extensionTools.enabled')) changed();
    }),
    { dispose: () => clearTimeout(timer) },
  );
}
