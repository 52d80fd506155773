import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  askedBy,
  changesSince,
  describeNeed,
  digestsOf,
  envFilePath,
  joinCommandLine,
  needKey,
  readEnvFile,
  type Server,
  type ServerDefinition,
} from '../../mcp/index.ts';
import { plainLabel } from '../../base/common/text.ts';
import { commands } from '../../contributions/index.ts';
import { editorWorkspace } from '../settings/workspace.ts';
import {
  type Confirmations,
  canBeReviewed,
  type TrustState,
  type ServerNeeds,
} from '../servers/confirmations.ts';
import { entryNamed, type EditingServices } from './editingServices.ts';
import {
  registerRowCommand,
  showInformationMessage,
  showQuickPick,
  showWarningMessage,
} from '../ui/index.ts';

/** Longest text in the dialog, in characters. */
const MAX_TEXT = 2_000;
/** Servers shown in one dialog; more are listed to choose from. */
const MAX_SERVERS = 5;

export function registerReview(parts: EditingServices): vscode.Disposable {
  return registerRowCommand(commands.reviewServers, async (target?: unknown) => {
    const { confirmations } = parts;
    const { manager } = await parts.engine();
    const ofWorkspace = manager.servers.filter(({ name }) => confirmations.isOfWorkspace(name));
    const name = nameOf(target);
    const waiting = ofWorkspace.filter(
      (server) =>
        (name === undefined ? canBeReviewed(server) : server.name === name) &&
        confirmations.trustOf(server.definition).kind !== 'allowed',
    );
    if (ofWorkspace.length === 0) {
      void showInformationMessage(
        t('Patchbay: neither this workspace nor another extension defines servers.'),
      );
    } else if (waiting.length === 0 || waiting.length > MAX_SERVERS) await choose(parts, ofWorkspace);
    else await ask(parts, waiting, ofWorkspace);
  });
}

function nameOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null || !('server' in target)) return undefined;
  return (target.server as Server).name;
}

async function ask(
  parts: EditingServices,
  waiting: readonly Server[],
  all: readonly Server[],
): Promise<void> {
  // The files may change before the answer, so they are read once: what was shown is what is allowed.
  const requests = await Promise.all(waiting.map(({ definition }) => requestOf(parts, definition)));
  const denyLabel = t('Deny');
  const select = t('Choose…');
  const others = [...(requests.length === 1 ? [denyLabel] : []), ...(all.length > 1 ? [select] : [])];
  const answer = await show(parts, requests, ...others);
  if (answer === select) return choose(parts, all, requests);
  if (answer === denyLabel) await deny(parts, requests);
  if (answer === allowLabel(requests)) await allowWithGrants(parts, requests);
}

const allowLabel = ({ length }: readonly Request[]): string => (length === 1 ? t('Allow') : t('Allow All'));

async function show(
  parts: EditingServices,
  requests: readonly Request[],
  ...buttons: readonly string[]
): Promise<string | undefined> {
  const detail = [
    ...requests.map((request) => blockOf(parts, request)),
    t('The server runs on this machine with your permissions. You will be asked again when this changes.'),
  ].join('\n\n');
  return showWarningMessage(
    questionOf(
      requests.map(({ definition }) => definition),
      parts.confirmations,
    ),
    { modal: true, detail },
    allowLabel(requests),
    ...buttons,
  );
}

function questionOf([first, ...more]: readonly ServerDefinition[], { extensionOf }: Confirmations): string {
  const count = more.length + 1;
  const by = first && extensionOf(first.name);
  if (first && count === 1)
    return by === undefined
      ? t('Allow this workspace to start the server "{0}"?', first.name)
      : t('Allow the extension {0} to start the server "{1}"?', by, first.name);
  const all = [first, ...more];
  if (all.every((server) => server && extensionOf(server.name) === undefined))
    return t('Allow this workspace to start {0} servers?', count);
  return by !== undefined && all.every((server) => server && extensionOf(server.name) === by)
    ? t('Allow the extension {0} to start {1} servers?', by, count)
    : t('Allow this workspace and other extensions to start {0} servers?', count);
}

/** `shown` are the requests that the user has just seen in full. */
async function choose(
  parts: EditingServices,
  servers: readonly Server[],
  shown: readonly Request[] = [],
): Promise<void> {
  const { confirmations } = parts;
  const requests = await Promise.all(servers.map(({ definition }) => requestOf(parts, definition)));
  const picked = await showQuickPick(
    requests.map((request) => {
      const { definition } = request;
      const standing = confirmations.trustOf(definition);
      return {
        label: definition.name,
        description: [wordOf(standing.kind), ...fromWhom(definition, confirmations)].join(' · '),
        detail: factsOf(request).join(' · '),
        picked: standing.kind === 'allowed',
        request,
        isAllowed: standing.kind === 'allowed',
      };
    }),
    {
      canPickMany: true,
      title: t('Patchbay: Servers of This Workspace and of Other Extensions'),
      placeHolder: t('Select the servers that may start'),
      matchOnDetail: true,
      ignoreFocusOut: true,
    },
  );
  if (!picked) return;
  // A server that is already allowed keeps what it was granted.
  const allowed = picked
    .filter(({ isAllowed }) => !isAllowed)
    .map(({ request }) => shown.find(({ definition }) => definition === request.definition) ?? request);
  const marked = new Set(picked.map(({ request }) => request.definition));
  await deny(
    parts,
    requests.filter(({ definition }) => !marked.has(definition)),
  );
  // Rows of the list are cut, so requests that were not seen in full are shown in dialogs.
  const unseen = allowed.filter((request) => !shown.includes(request));
  for (let at = 0; at < unseen.length; at += MAX_SERVERS) {
    const some = unseen.slice(at, at + MAX_SERVERS);
    if ((await show(parts, some)) !== allowLabel(some)) return;
  }
  if (allowed.length > 0) await allowWithGrants(parts, allowed);
}

function fromWhom({ name }: ServerDefinition, { extensionOf }: Confirmations): readonly string[] {
  const extension = extensionOf(name);
  return extension === undefined ? [] : [t('from {0}', extension)];
}

interface Request extends ServerNeeds {
  readonly definition: ServerDefinition;
}

async function requestOf({ confirmations }: EditingServices, definition: ServerDefinition): Promise<Request> {
  const folders = editorWorkspace.folders();
  const path = envFilePath(definition, folders);
  // An unreadable file is reported when the server starts.
  const file = path === undefined ? undefined : await readEnvFile(path, folders).catch(() => undefined);
  return { definition, ...confirmations.wantedBy(definition, file) };
}

async function deny({ confirmations }: EditingServices, requests: readonly Request[]): Promise<void> {
  await confirmations.decide(
    requests.map(({ definition }) => definition),
    false,
    () => ({ granted: [] }),
  );
}

async function allowWithGrants(
  { confirmations }: EditingServices,
  requests: readonly Request[],
): Promise<void> {
  const rows = requests.flatMap(({ definition, needs }) =>
    needs.map((need) => ({
      label: describeNeed(need).localized,
      description: t('for {0} of "{1}"', need.fields.join(', '), definition.name),
      detail: readable(destinationOf(definition)),
      definition,
      key: needKey(need),
    })),
  );
  const picked =
    rows.length === 0
      ? []
      : await showQuickPick(rows, {
          canPickMany: true,
          title: t('Patchbay: What may these servers use?'),
          placeHolder: t(
            'Select the access to grant. A server starts only when it has all access that it requests.',
          ),
          ignoreFocusOut: true,
        });
  if (!picked) return;
  await confirmations.decide(
    requests.map(({ definition }) => definition),
    true,
    (definition) => {
      const file = requests.find((request) => request.definition === definition)?.envFile;
      return {
        granted: picked.filter((row) => row.definition === definition).map(({ key }) => key),
        ...(file && { envFile: digestsOf(file) }),
      };
    },
  );
}

function destinationOf(definition: ServerDefinition): string {
  const { runs } = askedBy(definition);
  return definition.launch.kind === 'stdio' ? t('Runs: {0}', runs) : t('Connects to: {0}', runs);
}

function wordOf(kind: TrustState['kind']): string {
  switch (kind) {
    case 'allowed':
      return t('allowed');
    case 'denied':
      return t({ message: 'denied', comment: 'a server or tool of the workspace' });
    case 'new':
      return t({ message: 'new', comment: 'a server that this workspace asks for' });
    case 'changed':
    case 'file':
      return t('changed since you decided');
    case 'ungranted':
      return t('requires access that you have not granted');
  }
}

function blockOf({ linked, confirmations }: EditingServices, request: Request): string {
  const { definition, envFile } = request;
  const { name } = definition;
  const file = linked.fileOf(name);
  const isLinked = !entryNamed(name) && file;
  const [from] = fromWhom(definition, confirmations);
  const where = from ?? (isLinked ? vscode.workspace.asRelativePath(file) : t('workspace settings'));
  const standing = confirmations.trustOf(definition);
  const changes = [
    ...(standing.kind === 'changed'
      ? changesSince(standing.before, askedBy(definition)).map(({ localized }) => localized)
      : []),
    ...(envFile ? confirmations.fileChanges(definition, envFile) : []).map((variable) =>
      t('{0} in the file has changed.', variable),
    ),
  ];
  return [
    `${name} (${where})`,
    ...factsOf(request),
    ...(changes.length === 0 ? [] : [t('Changed since you decided:')]),
    ...changes.map((change) => `• ${readable(change)}`),
  ].join('\n');
}

/** Returns every text as it is written, but of a file with variables only their names. */
function factsOf({ definition: { launch }, needs, envFile }: Request): string[] {
  const asksFor =
    needs.length === 0
      ? []
      : [t('Requests: {0}', readable(needs.map((need) => describeNeed(need).localized).join(', ')))];
  if (launch.kind !== 'stdio') {
    const { url, headers, oauth } = launch;
    return [
      t('Connects to: {0}', readable(url)),
      ...Object.entries(headers).map(([name, value]) => t('Sends: {0}', readable(`${name}: ${value}`))),
      ...(oauth ? [t('Signs in as a registered client: {0}', readable(JSON.stringify(oauth)))] : []),
      ...asksFor,
    ];
  }
  const { command, args, cwd, env, envFile: file, inheritEnv } = launch;
  return [
    t('Runs: {0}', readable(joinCommandLine([command, ...args]))),
    ...(cwd === undefined ? [] : [t('In the folder: {0}', readable(cwd))]),
    ...Object.entries(env).map(([name, value]) =>
      value === null ? t('Removes: {0}', readable(name)) : t('Sets: {0}', readable(`${name}=${value}`)),
    ),
    ...(file === undefined
      ? []
      : [
          envFile
            ? t(
                'With the variables in {0}: {1} (their values are not shown)',
                readable(envFile.path),
                readable(Object.keys(envFile.values).join(', ')),
              )
            : t('With the variables in: {0} (its content is shown when it can be read)', readable(file)),
        ]),
    ...(inheritEnv === undefined
      ? []
      : [t('Inherits: {0}', readable(inheritEnv === 'all' ? '*' : inheritEnv.join(', ')))]),
    ...asksFor,
  ];
}

/** Removes characters that would hide a part of the text. */
function readable(text: string): string {
  const shown = plainLabel(text, MAX_TEXT) ?? '';
  return text.length > MAX_TEXT ? t('{0} ({1} characters in total)', shown, text.length) : shown;
}
