import { t } from '@vscode/l10n';
import type { ToolOfferState } from '../../engine.ts';
import { locale } from '../../base/common/locale.ts';
import type { ServerState } from '../../mcp/index.ts';

export function toolCount(count: number): string {
  return count === 1 ? t('1 tool') : t('{0} tools', count);
}

export function promptCount(count: number): string {
  return count === 1 ? t('1 prompt') : t('{0} prompts', count);
}

export function resourceCount(count: number): string {
  return count === 1 ? t('1 resource') : t('{0} resources', count);
}

export function templateCount(count: number): string {
  return count === 1 ? t('1 resource template') : t('{0} resource templates', count);
}

export function toolShare(on: number, all: number): string {
  return all === 1 ? t('{0} of 1 tool', on) : t('{0} of {1} tools', on, all);
}

export function stateLabel(kind: ServerState['kind']): string {
  switch (kind) {
    case 'connected':
      return t({ message: 'connected', comment: 'a state' });
    case 'connecting':
      return t({ message: 'connecting…', comment: 'a state' });
    case 'error':
      return t({ message: 'error', comment: 'a state' });
    case 'disconnected':
      return t({ message: 'disconnected', comment: 'a state' });
  }
}

/** The part that a tool had in the last request to the model; `outside` if the tool set in use leaves it out. */
export type ToolPlace = ToolOfferState | 'outside';

/** Returns undefined for a tool that is sent because all are. */
export function placeLabel(place: ToolPlace | undefined): string | undefined {
  switch (place) {
    case 'outside':
      return t('not in the tool set in use');
    case 'sent':
      return t({ message: 'sent', comment: 'a tool, to the model' });
    case 'found':
      return t('found in this conversation');
    case 'searchable':
      return t('searchable');
    case undefined:
      return undefined;
  }
}

export function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString(locale());
}
