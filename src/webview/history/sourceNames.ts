/** What the history's page calls the sources of tools. */
import { t } from '@vscode/l10n';
import type { ToolSource } from '../../protocol/index.ts';

/** By what a source is filtered: the server's name, or its kind where that is none. */
export function serverOf(source: ToolSource): string {
  return source.kind === 'mcp' ? source.server : source.kind;
}

/** What a user calls that: Patchbay's own tools come from no server. */
export function serverName(server: string): string {
  const names: Readonly<Record<string, string>> = {
    native: t('Built in'),
    custom: t('Custom tools'),
    unknown: t('No such tool'),
  };
  return Object.hasOwn(names, server) ? (names[server] ?? server) : server;
}
