import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import { type ServerView, type ServerToolView } from '../../protocol/index.ts';
import { locale } from '../../base/common/locale.ts';
import { describeLaunch, type Catalog, type SavedTool, type Server } from '../../mcp/index.ts';
import { inheritedEnvironment } from '../../base/node/environment.ts';
import { labelOf, plainLabel, markedText } from '../../base/common/text.ts';
import { presentAction } from '../serverEditing/failureActions.ts';
import { hintsOf } from '../servers/serverTools.ts';
import { promptCount, resourceCount, templateCount, toolCount } from '../servers/serverLabels.ts';

const MAX_INSTRUCTIONS = 50_000;
const MAX_DESCRIPTION = 2_000;
const MAX_CAPABILITIES = 20_000;

export interface ServerSetting {
  readonly scope: 'user' | 'workspace';
  readonly host: string;
  readonly now: number;
  readonly isEnabled: (tool: string) => boolean;
  readonly tokensOf: (tool: string) => number | undefined;
}

export function serverView(server: Server, setting: ServerSetting): ServerView {
  const { state, definition } = server;
  const catalog = state.kind === 'connected' ? state.catalog : undefined;
  const past = server.past.toReversed();
  const { kind, words, at } = past[0] ?? {
    kind: 'disconnected',
    words: definition.enabled ? t('Not connected yet.') : t('Disabled in the settings.'),
    at: setting.now,
  };
  const instructions = markedText(catalog?.instructions, MAX_INSTRUCTIONS);
  return {
    name: server.name,
    state: { kind, words, at },
    signedIn: server.signedIn,
    ...failureOf(server),
    problems: catalog?.problems.map(({ localized }) => localized) ?? [],
    facts: factsOf(server, catalog, setting),
    environment: environmentOf(server),
    ...(catalog && {
      capabilities: headText(JSON.stringify(catalog.capabilities, null, 2), MAX_CAPABILITIES),
    }),
    ...(instructions !== undefined && { instructions }),
    tools: (catalog?.tools ?? server.remembered?.tools ?? []).map((tool) => toolView(tool, setting)),
    toolsAreRemembered: catalog === undefined,
    past,
  };
}

function failureOf({ state }: Server): Pick<ServerView, 'failure'> {
  if (state.kind !== 'error') return {};
  const { failure, retry } = state;
  const { message, next, details, actions } = failure;
  return {
    failure: {
      message: message.localized,
      next: next.localized,
      ...(details && { details: details.localized }),
      actions: actions.map((action) => presentAction(action).label),
      ...(retry && { retry }),
    },
  };
}

function factsOf(
  server: Server,
  catalog: Catalog | undefined,
  { scope, host }: ServerSetting,
): [string, string][] {
  const { definition, pid, state } = server;
  const { launch, timeout, maxTimeout, setupTimeout } = definition;
  const isLocal = launch.kind === 'stdio';
  const product = [catalog?.server && labelOf(catalog.server), plainLabel(catalog?.server?.version, 40)];
  const facts: [string, string | undefined][] = [
    [t('Server'), product.filter(Boolean).join(' ') || undefined],
    [t('Protocol'), catalog && protocolOf(catalog)],
    [
      t('Transport'),
      { stdio: 'stdio', http: 'Streamable HTTP', sse: t('HTTP with SSE'), auto: 'HTTP' }[launch.kind],
    ],
    [isLocal ? t('Command') : 'URL', describeLaunch(definition)],
    [t('Folder'), isLocal ? launch.cwd : undefined],
    [t('Process'), pid === undefined ? undefined : String(pid)],
    [t('Runs on'), isLocal ? host : hostOf(launch.url)],
    [t('Headers'), isLocal ? undefined : Object.keys(launch.headers).join(', ') || undefined],
    [t('Connected in'), state.kind === 'connected' ? t('{0} ms', Math.round(state.setupMs)) : undefined],
    [
      t('Offers'),
      catalog &&
        [
          toolCount(catalog.tools.length),
          promptCount(catalog.prompts.length),
          resourceCount(catalog.resources.length),
          templateCount(catalog.templates.length),
        ].join(', '),
    ],
    [
      t('Time limits'),
      t(
        '{0} to start, {1} for a call, {2} with progress',
        seconds(setupTimeout),
        seconds(timeout),
        seconds(maxTimeout),
      ),
    ],
    [t('Saved in'), scope === 'user' ? t('User settings') : t('Workspace settings')],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

function protocolOf({ protocolVersion }: Catalog): string {
  return t('MCP {0}', protocolVersion);
}

function hostOf(url: string): string | undefined {
  // A definition may have variables in place of a host.
  return URL.canParse(url) ? new URL(url).host : undefined;
}

function seconds(ms: number): string {
  return ms < 1_000
    ? t('{0} ms', ms)
    : t('{0} s', (Math.round(ms / 100) / 10).toLocaleString(locale(), { useGrouping: false }));
}

function environmentOf({ definition: { launch } }: Server): ServerView['environment'] {
  if (launch.kind !== 'stdio') return [];
  const own = Object.entries(launch.env);
  const removed = own.filter(([, value]) => value === null).map(([name]) => name);
  const set = own.filter(([, value]) => value !== null).map(([name]) => name);
  const inherited = Object.keys(inheritedEnvironment(process.env, launch.inheritEnv)).filter(
    (name) => !(name in launch.env),
  );
  return [
    { source: t('Set in the server definition'), names: set },
    { source: t('Removed in the server definition'), names: removed },
    { source: t('Read from a file'), names: launch.envFile === undefined ? [] : [launch.envFile] },
    { source: t('From the editor'), names: inherited.toSorted() },
  ].filter(({ names }) => names.length > 0);
}

function toolView(
  tool: Catalog['tools'][number] | SavedTool,
  { isEnabled, tokensOf }: ServerSetting,
): ServerToolView {
  const description = markedText(tool.description, MAX_DESCRIPTION);
  const tokens = tokensOf(tool.name);
  return {
    name: tool.name,
    label: labelOf(tool),
    ...(description !== undefined && { description }),
    hints: 'annotations' in tool ? hintsOf(tool.annotations) : [],
    enabled: isEnabled(tool.name),
    ...(tokens !== undefined && { tokens }),
  };
}
