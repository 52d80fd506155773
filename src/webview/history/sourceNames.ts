import { t } from '@vscode/l10n';
import type { ToolSource } from '../../protocol/index.ts';

/** The filter's value for a source: the server's name, or the kind of source if there is no server. */
export function serverOf(source: ToolSource): string {
  return source.kind === 'mcp' ? source.server : source.kind;
}

export function serverName(server: string): string {
  const names: Readonly<Record<string, string>> = {
    native: t('Built in'),
    custom: t('Custom tools'),
    unknown: t('No such tool'),
  };
  return Object.hasOwn(names, server) ? (names[server] ?? server) : server;
}
