import { t } from '@vscode/l10n';
import type { ToolOfferState } from '../../engine.ts';
import type { ServerState } from '../../mcp/index.ts';

export function toolCount(count: number): string {
  return count === 1 ? t('1 tool') : t('{0} tools', count);
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

/** Returns how a tool stood in the last request to the model, if tools are found by search. */
export function offerLabel(offer: ToolOfferState | undefined): string | undefined {
  switch (offer) {
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

export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
