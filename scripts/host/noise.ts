/**
 * Tells what VS Code says of itself in this host from what an extension or a test says. Each pattern stands
 * for one message that was seen and understood; anything else is shown.
 */
const HARMLESS: RegExp[] = [
  // The window finds its server.
  /^Resolv(ing|ed) connection token \(/,
  /^Creating a socket \(renderer-(Management|ExtensionHost)-/,
  /^\[reconnection-grace-time\] Client received grace time/,
  // Features that would talk to the internet and are off, or are not served by this server.
  /^Updating additional builtin extensions cache$/,
  /^Ignoring fetching additional builtin extensions from gallery/,
  /^\[AgentHost:remote\] Initializing/,
  /^\[AccountPolicyGate\] apply: state=inactive/,
  /^\[Service Worker\] registration/,
  /^A bad HTTP response code \(404\) was received when fetching the script\.$/,
  /^Failed to load resource: .*404 \(Not Found\) http:\/\/\S+\/(update\/check|vsda(_bg)?\.(js|wasm))$/,
  // In another language it looks for translations of its own extensions there.
  /^Error: No extension gallery service configured\.\n(.*\n)*.*getBuiltInExtensionTranslationsUri/,
  // Its own chat asks for an account that a slow machine has not registered in time.
  /^(\[DefaultAccount\] Failed to get default account for provider: github )?(Error: )?Timed out waiting for authentication provider 'github' to register\./,
  // Its own parts that would like more time when the window reloads.
  /^\[lifecycle\] Long running operations during shutdown are unsupported in the web \(id: (join|workbench)\./,
  /Unable to write file 'vscode-log:.*IndexedDB database 'vscode-web-db' is closed/,
  // It reads a file for an editor that is closed, or a window that is loaded anew, before it is read.
  /Unable to read file '[^']+' \([^\n]*Canceled/,
  // Its chat looks for files with prompts when the window is loaded anew.
  /^Failed to resolve files at location: [^\n]*Canceled\n/,
  // On a slow machine its extension host does not say in time what is to be changed before a file is saved.
  /^Error: Aborted onWillSaveTextDocument-event after \d+ms\n/,
  // What a grant of workspace trust makes it say of extensions of its own.
  /^Error: Activating extension 'vscode\.[\w-]+' failed: Not Found\.$/,
  /^(\[Extension Host\] )?Extension `vscode\.[\w-]+` is already registered$/,
  // What the fixture's language models fail with, which is what the tests are about; the chat says it too.
  /^\[CHAT\] extension request ERRORED in STREAM .* patchbay\.patchbay \d+$/s,
  // Its own work that is cut off when short tests end; no frame of an extension is in the trace.
  /^(Canceled: )+Canceled(\n\s+at .*(workbench\.js|<anonymous>).*)+$/,
  /^Error: Throttler is disposed(\n\s+at .*workbench\.js.*)+$/,
];

/** Whether a message in the window's log is VS Code's own and means nothing for the extension under test. */
export function isHarmless(message: string): boolean {
  return HARMLESS.some((pattern) => pattern.test(message));
}
