/** What the integration tests share: the extension's parts, its settings, and servers to connect. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { onEngineChange } from '../fixtures/engineChanges.ts';
import { needsConfirmation } from '../../src/editor/servers/confirmations.ts';
import type { TestAccess } from '../../src/extension.ts';
import type { Server, ServerState } from '../../src/mcp/index.ts';
import type { HostMessage, Item } from '../../src/protocol/index.ts';

const environment = (name: string): string => {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: start the tests with npm run test:integration.`);
  return value;
};

/** The folder with the workspace folders `one` (open) and `two` (not yet). */
export const scratch = environment('PATCHBAY_TEST_SCRATCH');

/** The extension as the editor knows it. */
export const extension = () => {
  const found = vscode.extensions.getExtension<TestAccess>('patchbay.patchbay');
  if (!found) throw new Error('The extension is not there.');
  return found;
};

/** The extension's parts, after activation. */
export async function parts() {
  const services = (await extension().activate()).services();
  const { engine, tree, chats, variables, context, globalState, confirmations, toolConfirmations } = services;
  return {
    engine,
    tree,
    controller: chats.main,
    variables,
    context,
    globalState,
    composing: () => services.composer,
    confirmations,
    toolConfirmations,
    files: () => services.files,
    models: services.models,
    diffs: services.files.diffs,
  };
}

/** A definition that starts one of test/fixtures/servers. */
export function fixture(name: string, ...args: readonly string[]): { command: string; args: string[] } {
  const path = join(environment('PATCHBAY_TEST_REPO'), 'test/fixtures/servers', `${name}.ts`);
  return { command: environment('PATCHBAY_TEST_NODE'), args: [path, ...args] };
}

/** A definition that starts a real server from npm. */
export function realServer(path: string, ...args: readonly string[]): { command: string; args: string[] } {
  const script = join(environment('PATCHBAY_TEST_REPO'), 'node_modules/@modelcontextprotocol', path);
  return { command: environment('PATCHBAY_TEST_NODE'), args: [script, ...args] };
}

/** Writes a setting of Patchbay into the user's settings and waits until it is in force. */
export async function configure(key: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('patchbay').update(key, value, vscode.ConfigurationTarget.Global);
}

/** Stands in for a user who allows whatever servers the workspace asks to start. Returns how to end that. */
export async function allowWhatIsAsked(): Promise<vscode.Disposable> {
  const { confirmations, engine } = await parts();
  const { manager } = await engine();
  return manager.onDidChange((names) => {
    const waiting = [...names].flatMap((name) => {
      const server = manager.server(name);
      return server && needsConfirmation(server) ? [server.definition] : [];
    });
    if (waiting.length > 0) void confirmations.decide(waiting, true, confirmations.everythingFor);
  });
}

/** Resolves with the first value that `look` finds, looking after each change of servers or switches. */
export async function when<T>(look: () => T | undefined): Promise<T> {
  const engine = await (await parts()).engine();
  return new Promise((resolve) => {
    const check = (): void => {
      const found = look();
      if (found === undefined) return;
      subscription.dispose();
      resolve(found);
    };
    const subscription = onEngineChange(engine, check);
    check();
  });
}

/** Resolves with the server once it is in that state. */
export async function serverIn<K extends ServerState['kind']>(
  name: string,
  kind: K,
): Promise<Server & { readonly state: Extract<ServerState, { kind: K }> }> {
  const engine = await (await parts()).engine();
  return when(() => {
    const server = engine.manager.server(name);
    return server?.state.kind === kind
      ? (server as Server & { readonly state: Extract<ServerState, { kind: K }> })
      : undefined;
  });
}

/** Calls a tool of a connected server and gives the text of its result. */
export async function callText(
  server: string,
  tool: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const { state } = await serverIn(server, 'connected');
  const found = state.catalog.tools.find(({ name }) => name === tool);
  if (!found) throw new Error(`${server} has no tool ${tool}.`);
  const engine = await (await parts()).engine();
  const result = await engine.manager
    .server(server)
    ?.callTool(found, args, { signal: new AbortController().signal, onProgress: () => undefined });
  return result?.content?.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '';
}

/**
 * Sends a message in a new chat and gives the items once the turn has ended. `until` stops it as soon as the
 * answer says that.
 */
export async function askInChat(
  text: string,
  { until, goesOn = false }: { readonly until?: RegExp; readonly goesOn?: boolean } = {},
): Promise<readonly Item[]> {
  const { controller } = await parts();
  if (!goesOn) controller.newChat();
  const ended = Promise.withResolvers<void>();
  let hasBegun = false;
  const said = (): boolean =>
    controller.shown.items.some((item) => item.kind === 'assistant' && until?.test(item.text) === true);
  const client = {
    post: (message: HostMessage) => {
      if (message.type !== 'patch') return;
      if (said()) controller.stop();
      for (const patch of message.patches) {
        if (patch.op !== 'status') continue;
        // A change before the message may still be on its way.
        if (patch.status.turn !== 'idle') hasBegun = true;
        else if (hasBegun) ended.resolve();
      }
    },
  };
  const leave = controller.attach(client);
  controller.send(text);
  await ended.promise;
  leave();
  return controller.shown.items;
}

/** Hovers are markdown: takes away the escapes that keep foreign text from being read as such. */
export function tooltip({ tooltip: text }: vscode.TreeItem): string {
  return (text instanceof vscode.MarkdownString ? text.value : String(text)).replace(/\\(.)/g, '$1');
}
