/** What a workspace asks to start, shown to the user, who allows it or not, and can take that back. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { askedBy, changesSince, plainLabel, type Server, type ServerDefinition } from '../../mcp/index.ts';
import { commands } from '../ids.ts';
import { needsConfirmation } from './confirmations.ts';
import { entryNamed, type Desk } from './desk.ts';

/** What reviewing works with. */
export type ReviewParts = Pick<Desk, 'engine' | 'linked' | 'confirmations'>;

/** The longest that one thing may be in the dialog, in characters; more is said to be missing. */
const MAX_TEXT = 2_000;
/** So many servers are shown in one dialog; more are a list to choose from. */
const MAX_SERVERS = 5;

/** Registers the command. With a server's name it is about that one. The result takes it away again. */
export function registerReview(parts: ReviewParts): vscode.Disposable {
  return vscode.commands.registerCommand(commands.reviewServers, async (target?: unknown) => {
    const { confirmations } = parts;
    const { manager } = await parts.engine();
    const ofWorkspace = manager.servers.filter(({ name }) => confirmations.isOfWorkspace(name));
    const name = nameOf(target);
    const waiting = ofWorkspace.filter(
      (server) =>
        (name === undefined ? needsConfirmation(server) : server.name === name) &&
        confirmations.standingOf(server.definition).kind !== 'allowed',
    );
    if (ofWorkspace.length === 0) {
      void vscode.window.showInformationMessage(t('Patchbay: this workspace defines no servers.'));
    } else if (waiting.length === 0 || waiting.length > MAX_SERVERS) await choose(parts, ofWorkspace);
    else await ask(parts, waiting, ofWorkspace);
  });
}

/** A row of the tree, or a name. */
function nameOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null || !('server' in target)) return undefined;
  return (target.server as Server).name;
}

/** Shows all that is asked for in one dialog. */
async function ask(parts: ReviewParts, waiting: readonly Server[], all: readonly Server[]): Promise<void> {
  const { confirmations } = parts;
  const allow = waiting.length === 1 ? t('Allow') : t('Allow All');
  const select = t('Choose…');
  const only = waiting.length === 1 ? waiting[0] : undefined;
  const answer = await vscode.window.showWarningMessage(
    only
      ? t('Allow this workspace to start the server "{0}"?', only.name)
      : t('Allow this workspace to start {0} servers?', waiting.length),
    {
      modal: true,
      detail: [
        ...waiting.map((server) => blockOf(parts, server)),
        t('It runs on this machine with your rights. You are asked again when this changes.'),
      ].join('\n\n'),
    },
    allow,
    ...(all.length > 1 ? [select] : []),
  );
  if (answer === select) return choose(parts, all);
  // Between question and answer the file may have changed: what was shown is what is allowed.
  if (answer === allow)
    await confirmations.decide(
      waiting.map(({ definition }) => definition),
      true,
    );
}

/** Which of them may start: those that are marked, and no others. */
async function choose({ confirmations }: ReviewParts, servers: readonly Server[]): Promise<void> {
  const shown = servers.map(({ definition }) => definition);
  const picked = await vscode.window.showQuickPick(
    shown.map((definition) => {
      const standing = confirmations.standingOf(definition);
      return {
        label: definition.name,
        description: wordOf(standing.kind),
        detail: factsOf(definition)
          .map((fact) => fact.replaceAll('$(', '$ ('))
          .join(' · '),
        picked: standing.kind === 'allowed',
        definition,
      };
    }),
    {
      canPickMany: true,
      title: t('Patchbay: Servers of This Workspace'),
      placeHolder: t('Those that are marked may start; the others stay down'),
      matchOnDetail: true,
      ignoreFocusOut: true,
    },
  );
  if (!picked) return;
  const allowed = new Set(picked.map(({ definition }) => definition));
  await confirmations.decide([...allowed], true);
  await confirmations.decide(
    shown.filter((definition) => !allowed.has(definition)),
    false,
  );
}

function wordOf(kind: 'allowed' | 'declined' | 'new' | 'changed'): string {
  switch (kind) {
    case 'allowed':
      return t('allowed');
    case 'declined':
      return t('not allowed');
    case 'new':
      return t({ message: 'new', comment: 'a server that this workspace asks for' });
    case 'changed':
      return t('changed since you decided');
  }
}

/** One server in the dialog: where it is written, what it does, and what is different. */
function blockOf({ linked, confirmations }: ReviewParts, { name, definition }: Server): string {
  const file = linked.fileOf(name);
  const isLinked = !entryNamed(name) && file;
  const where = isLinked ? vscode.workspace.asRelativePath(file) : t('workspace settings');
  const standing = confirmations.standingOf(definition);
  const changes =
    standing.kind === 'changed'
      ? [
          t('Changed since you decided:'),
          ...changesSince(standing.before, askedBy(definition)).map((change) => `• ${readable(change)}`),
        ]
      : [];
  return [`${name} (${where})`, ...factsOf(definition), ...changes].join('\n');
}

/** What a definition runs, in lines. No values of variables or headers. */
function factsOf(definition: ServerDefinition): string[] {
  const { runs, cwd, envFile, values, oauth } = askedBy(definition);
  const isLocal = definition.launch.kind === 'stdio';
  const names = Object.keys(values).join(', ');
  return [
    isLocal ? t('Runs: {0}', readable(runs)) : t('Connects to: {0}', readable(runs)),
    ...(cwd === undefined ? [] : [t('In the folder: {0}', readable(cwd))]),
    ...(envFile === undefined ? [] : [t('With the variables in: {0}', readable(envFile))]),
    ...(names === '' ? [] : [isLocal ? t('Sets: {0}', readable(names)) : t('Sends: {0}', readable(names))]),
    ...(oauth === undefined ? [] : [t('Signs in as a registered client')]),
  ];
}

/** The text without anything that would hide a part of it. */
function readable(text: string): string {
  const shown = plainLabel(text, MAX_TEXT) ?? '';
  return text.length > MAX_TEXT ? t('{0} ({1} characters in all)', shown, text.length) : shown;
}
