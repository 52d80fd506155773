import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { describeLaunch, type Catalog, type InvalidServer, type Server } from '../../mcp/index.ts';
import { labelOf, plainLabel } from '../../base/common/text.ts';
import { needsSignIn } from '../auth/commands.ts';
import { commands } from '../../contributions/index.ts';
import { isSample } from '../servers/sampleEntry.ts';
import { canBeReviewed, isDenied, needsConfirmation } from '../servers/confirmations.ts';
import type { BuiltInNode } from './builtInNodes.ts';
import type { CustomNode } from './customNodes.ts';
import type { ExtensionNode } from './extensionRows.ts';
import type { SkillNode } from './skillNodes.ts';
import { retryWords, type CauseNode } from './causeNodes.ts';
import type { FirstNode } from './firstNodes.ts';
import { actionLinks, type ActionNode } from './actionNodes.ts';
import type { ToolSetNode } from './toolSetNodes.ts';
import { serverCostSentence, type Window } from './cost.ts';
import { offerGroups, type OfferNode } from './offerNodes.ts';
import type { ServerTool } from '../servers/serverTools.ts';
import { treeItem, type HoverPart, type TreeItem } from '../ui/index.ts';
import {
  promptCount,
  resourceCount,
  stateLabel,
  timeOf,
  toolCount,
  toolShare,
} from '../servers/serverLabels.ts';

const MAX_DETAILS = 10;
const MAX_DETAIL = 200;

/** Nodes are reused, because VS Code identifies rows by object. */
export type Node =
  | { readonly kind: 'server'; readonly server: Server }
  | { readonly kind: 'invalid'; readonly entry: InvalidServer }
  | { readonly kind: 'tool'; readonly server: Server; readonly tool: ServerTool }
  | OfferNode
  | ActionNode
  | CauseNode
  | ToolSetNode
  | BuiltInNode
  | FirstNode
  | CustomNode
  | ExtensionNode
  | SkillNode;

export interface ServerFacts {
  readonly enabledTools: number;
  readonly totalTools: number;
  /** Number of tools without those that are only for the server's app. */
  readonly modelTools: number;
  /** Tokens that each request takes for tools that are enabled and not searchable. */
  readonly tokens: number;
  /** Number of tools that the model finds by search. */
  readonly searchable: number;
  readonly window: Window;
  readonly questions: number;
  readonly extension: string | undefined;
  readonly filter: { readonly isOpen: boolean } | undefined;
}

export function serverItem(server: Server, facts: ServerFacts): TreeItem {
  const { enabledTools, totalTools, modelTools, questions, extension, filter } = facts;
  const { state } = server;
  const hasChildren = totalTools > 0 || offerGroups(server).length > 0 || state.kind === 'error';
  const collapsibleState = !hasChildren
    ? vscode.TreeItemCollapsibleState.None
    : filter?.isOpen === true
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.Collapsed;
  const tools = enabledTools === modelTools ? toolCount(modelTools) : toolShare(enabledTools, modelTools);
  const asks = questions > 0 ? `${t('waiting for your answer')} · ` : '';
  const problems = state.kind === 'connected' ? missingCount(state.catalog.problems) : '';
  const from = extension === undefined ? [] : [t('from {0}', extension)];
  const cause = causeText(server);
  const shown = `${asks}${state.kind === 'connected' ? `${tools}${problems}` : (cause ?? stateText(server))}`;
  const account = server.account === undefined ? [] : [server.account];
  const needs = needOf(server, questions);
  return treeItem({
    label: server.name,
    collapsibleState,
    // VS Code remembers expanded rows by id, and filtering must not change that.
    id: filter ? `filtered ${filter.isOpen ? 'open' : 'closed'}:${server.name}` : `server:${server.name}`,
    contextValue: [
      `server.${state.kind}`,
      ...(server.definition.enabled ? [] : ['off']),
      ...(server.signedIn ? ['signedIn'] : []),
      ...(needsSignIn(server) ? ['signIn'] : []),
      ...(canBeReviewed(server) ? ['confirm'] : []),
    ].join('.'),
    icon: isDenied(server) ? 'circle-slash' : stateIcon(state.kind),
    ...(needs && { icon: [needs.icon, 'list.warningForeground'], command: needs.command }),
    // The extension that asks comes first, because the icon already says that the server waits.
    description: (canBeReviewed(server) ? [...from, shown] : [shown, ...account, ...from]).join(' · '),
    tooltip: serverTooltip(server, tools, facts),
    accessibilityInformation: {
      label: [`${server.name}, ${asks}${stateText(server)}, ${tools}${problems}`, ...account, ...from].join(
        ', ',
      ),
    },
  });
}

/** Returns what the server needs the user to do. A click on the row runs the command. */
function needOf(
  server: Server,
  questions: number,
): { readonly icon: string; readonly command: vscode.Command } | undefined {
  const args = [server.name];
  if (questions > 0)
    return { icon: 'question', command: { command: commands.openChat, title: t('Open Chat') } };
  if (needsConfirmation(server))
    return {
      icon: 'shield',
      command: { command: commands.reviewServers, title: t('Review and Allow…'), arguments: args },
    };
  if (needsSignIn(server))
    return { icon: 'key', command: { command: commands.signIn, title: t('Sign In'), arguments: args } };
  return undefined;
}

export function invalidItem({ name, problems }: InvalidServer): TreeItem {
  const first = problems[0];
  const field = first?.path.replace(`patchbay.servers.${name}`, '').replace(/^\./, '');
  return treeItem({
    label: name === '' ? t('(no name)') : name,
    id: `invalid:${name}`,
    collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    contextValue: 'server.invalid',
    icon: stateIcon('error'),
    description: t('invalid: {0}', [field, first?.message].filter(Boolean).join(' ')),
    tooltip: [
      [{ strong: t('This entry of the settings is not valid.') }],
      ...problems.map(({ path, message }) => [`• ${path}: ${message}`]),
      [t('Correct the entry in the settings. It is reloaded automatically.')],
    ],
  });
}

function serverTooltip(
  server: Server,
  tools: string,
  { tokens, searchable, window, questions, extension }: ServerFacts,
): (readonly HoverPart[])[] {
  const { state } = server;
  const paragraphs: (readonly HoverPart[])[] = [[{ strong: server.name }, ` · ${stateName(server)}`]];
  if (questions > 0)
    paragraphs.push([{ icon: 'question' }, t('The server is waiting for your answer in the chat.')]);
  if (state.kind === 'error') {
    const icon = needsSignIn(server) ? 'key' : canBeReviewed(server) ? 'shield' : 'error';
    paragraphs.push([{ icon }, state.failure.message.localized]);
    if (state.retry) paragraphs.push([{ icon: 'sync' }, retryWords(state.retry)]);
    paragraphs.push([state.failure.next.localized], actionLinks(server));
  }
  if (state.kind === 'connecting' && state.installing)
    paragraphs.push([t('Last output: {0}', state.installing)]);
  if (state.kind === 'connecting' && state.after)
    paragraphs.push(
      [{ icon: 'warning' }, state.after.message.localized],
      [t('The server is being restarted.')],
    );
  if (state.kind === 'connected') {
    const { catalog, setupMs } = state;
    const version = [catalog.server && labelOf(catalog.server), plainLabel(catalog.server?.version, 40)]
      .filter(Boolean)
      .join(' ');
    paragraphs.push(
      [`${version || t('Unnamed server')}, MCP ${catalog.protocolVersion}`],
      [[tools, promptCount(catalog.prompts.length), resourceCount(catalog.resources.length)].join(', ')],
      ...(tokens > 0 ? [[serverCostSentence(tokens, window)]] : []),
      ...(searchable > 0
        ? [[t('The model finds {0} of the tools of the server by search.', searchable)]]
        : []),
      [t('Connected in {0} ms', Math.round(setupMs))],
      ...catalog.problems.map(({ localized }) => [{ icon: 'warning' }, localized]),
      ...(catalog.problems.length > 0 ? [actionLinks(server)] : []),
    );
  }
  if (extension !== undefined) paragraphs.push([t('The extension {0} added this server.', extension)]);
  if (isSample(server)) paragraphs.push([t('This server is included with Patchbay.')]);
  if (server.account !== undefined) paragraphs.push([t('Signed in as {0}', server.account)]);
  paragraphs.push([describeLaunch(server.definition)]);
  // The details come last, because they may be long.
  if (state.kind === 'error' && state.failure.details !== undefined)
    paragraphs.push([detailsOf(state.failure.details.localized)]);
  return paragraphs;
}

function missingCount(problems: Catalog['problems']): string {
  if (problems.length === 0) return '';
  return ` · ⚠ ${problems.length === 1 ? t('1 problem') : t('{0} problems', problems.length)}`;
}

/** Shortens details such as the folders of PATH, one a line. The log has the rest. */
function detailsOf(details: string): string {
  const lines = details.split('\n');
  const shown = lines.slice(0, MAX_DETAILS).map((line) => plainLabel(line, MAX_DETAIL) ?? '');
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [t('… and {0} more. See the log', more)] : [])].join('\n');
}

function stateText(server: Server): string {
  const { state } = server;
  if (state.kind === 'connecting' && state.installing !== undefined)
    return [stateName(server), state.installing].filter(Boolean).join(' ');
  if (state.kind === 'connecting' && state.after)
    return t('reconnecting… after: {0}', state.after.message.localized);
  const cause = causeText(server);
  return cause === undefined ? stateName(server) : t('error: {0}', cause);
}

/**
 * Returns why the server is broken, for a row whose icon says that it is. The cause comes first and is whole: the editor
 * cuts it where the row ends. The time is not in seconds from now, because the row is not drawn again while they pass.
 */
function causeText(server: Server): string | undefined {
  const { state } = server;
  if (state.kind !== 'error' || needsSignIn(server) || canBeReviewed(server)) return undefined;
  const why = state.failure.message.localized;
  return state.retry
    ? t('{0} · reconnecting at {1} (attempt {2})', why, timeOf(state.retry.at), state.retry.attempt)
    : why;
}

function stateName(server: Server): string {
  const { state, definition } = server;
  if (needsSignIn(server)) return t('sign-in needed');
  if (needsConfirmation(server)) return t('waiting for your confirmation');
  if (isDenied(server)) return t('denied by you');
  if (state.kind === 'disconnected' && !definition.enabled) return t('disabled');
  if (state.kind === 'connecting' && state.installing !== undefined) return t('Installing…');
  return stateLabel(state.kind);
}

function stateIcon(kind: Server['state']['kind']): string | readonly [string, string] {
  switch (kind) {
    case 'connected':
      return ['pass-filled', 'testing.iconPassed'];
    case 'connecting':
      return 'loading~spin';
    case 'error':
      return ['error', 'testing.iconFailed'];
    case 'disconnected':
      return 'circle-outline';
  }
}
