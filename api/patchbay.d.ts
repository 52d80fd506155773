/**
 * What Patchbay's `activate` returns: `await vscode.extensions.getExtension<PatchbayApi>('patchbay.patchbay')?.activate()`.
 * Copy this file into your extension.
 */

export interface PatchbayApi {
  /** Of this interface. A later one with the same number has all that is here. */
  readonly version: 1;

  /**
   * Adds servers to Patchbay. Each is shown with the id of your extension, and starts only after the user has confirmed
   * exactly this definition; once it changes, they are asked again. Nothing is told back: neither what the user decides
   * nor what a server does.
   *
   * @param extension Your extension: `context.extension`.
   * @param servers By name: up to 100 letters, digits, `_` and `-`. A server of the user or the workspace with the same name
   *   takes the place of yours. Definitions are copied; one that is not valid is left out, and the log says why.
   * @throws TypeError if `extension` is not an installed extension, or `servers` is no object of objects.
   * @throws RangeError for more than 20 servers, more than 100 of all extensions, or more than 65,536 characters of JSON.
   */
  registerServerDefinitions(extension: ExtensionIdentity, servers: ServerDefinitions): ServerRegistration;
}

/** `vscode.Extension`, of which the id is used. */
export interface ExtensionIdentity {
  readonly id: string;
}

export interface ServerRegistration {
  /** Puts these in the place of the servers of this registration. @throws As `registerServerDefinitions`. */
  update(servers: ServerDefinitions): void;
  /** Removes the servers, and ends those that run. Push the registration to `context.subscriptions`. */
  dispose(): void;
}

export type ServerDefinitions = Readonly<Record<string, ServerDefinition>>;

export type ServerDefinition = StdioServerDefinition | HttpServerDefinition;

/**
 * As an entry of the setting `patchbay.servers`, which has more fields. Texts may hold variables: `${workspaceFolder}`,
 * `${env:NAME}`, `${input:ID}`, `${secret:NAME}`. What is the user's own is granted by them, one by one.
 */
interface CommonDefinition {
  /** For one call, in ms; progress restarts it. 60,000 if absent. */
  readonly timeout?: number;
  /** For starting the server, in ms. 30,000 if absent. */
  readonly setupTimeout?: number;
}

export interface StdioServerDefinition extends CommonDefinition {
  readonly type?: 'stdio';
  readonly command: string;
  readonly args?: readonly string[];
  /** `null` removes a variable. */
  readonly env?: Readonly<Record<string, string | null>>;
  readonly cwd?: string;
}

export interface HttpServerDefinition extends CommonDefinition {
  readonly type: 'http' | 'sse';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}
