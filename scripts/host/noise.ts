/**
 * Messages of VS Code itself in this host. Each pattern is for one message that was seen and understood; all others are
 * printed.
 */
const HARMLESS: RegExp[] = [
  // The window finds its server.
  /^Resolv(ing|ed) connection token \(/,
  /^Creating a socket \(renderer-(Management|ExtensionHost)-/,
  /^\[reconnection-grace-time\] Client received grace time/,
  // Features that need the internet, or that this server does not provide.
  /^Updating additional builtin extensions cache$/,
  /^Ignoring fetching additional builtin extensions from gallery/,
  /^\[AgentHost:remote\] Initializing/,
  /^\[AccountPolicyGate\] apply: state=inactive/,
  /^\[Service Worker\] registration/,
  /^A bad HTTP response code \(404\) was received when fetching the script\.$/,
  /^Failed to load resource: .*404 \(Not Found\) http:\/\/\S+\/(update\/check|vsda(_bg)?\.(js|wasm))$/,
  // VS Code looks there for translations of its own extensions, in any language but English.
  /^Error: No extension gallery service configured\.\n(.*\n)*.*getBuiltInExtensionTranslationsUri/,
  // Its own chat asks for an account that a slow machine has not registered in time.
  /^(\[DefaultAccount\] Failed to get default account for provider: github )?(Error: )?Timed out waiting for authentication provider 'github' to register\./,
  // Its own parts that want more time when the window reloads.
  /^\[lifecycle\] Long running operations during shutdown are unsupported in the web \(id: (join|workbench)\./,
  /Unable to write file 'vscode-log:.*IndexedDB database 'vscode-web-db' is closed/,
  // A read for an editor that was closed, or a window that was reloaded.
  /Unable to read file '[^']+' \([^\n]*Canceled/,
  // Its chat looks for prompt files when the window is reloaded.
  /^Failed to resolve files at location: [^\n]*Canceled\n/,
  // The extension host answers too late before a file is saved, on a slow machine.
  /^Error: Aborted onWillSaveTextDocument-event after \d+ms\n/,
  // VS Code's own extensions print it when workspace trust is granted.
  /^Error: Activating extension 'vscode\.[\w-]+' failed: Not Found\.$/,
  /^(\[Extension Host\] )?Extension `vscode\.[\w-]+` is already registered$/,
  // Failures of the fixture's language models, which the tests are about; the chat logs them, too.
  /^\[CHAT\] extension request ERRORED in STREAM .* patchbay\.patchbay \d+$/s,
  // Its own work, cut off by short tests; the trace has no frame of an extension.
  /^(Canceled: )+Canceled(\n\s+at .*(workbench\.js|<anonymous>).*)+$/,
  /^Error: Throttler is disposed(\n\s+at .*workbench\.js.*)+$/,
];

export function isHarmless(message: string): boolean {
  return HARMLESS.some((pattern) => pattern.test(message));
}
