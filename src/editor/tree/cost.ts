import { t } from '@vscode/l10n';
import { locale } from '../../base/common/locale.ts';
import type { ToolPlace } from '../servers/serverLabels.ts';

export interface Window {
  /** Size of the context window in tokens. */
  readonly size: number;
  readonly model: string | undefined;
  readonly isAssumed: boolean;
}

/** Formats a number of tokens, such as `64 tokens`, `1.2k tokens`, `15k tokens` or `2.0M tokens`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1_000) return t('{0} tokens', tokens);
  if (tokens < 999_500) return t('{0}k tokens', rounded(tokens / 1_000));
  return t('{0}M tokens', rounded(tokens / 1_000_000));
}

/** Formats a share of the context window, such as `4.2%` or `< 0.1%`, in German `4,2 %`. */
export function formatShare(tokens: number, { size }: Window): string {
  const share = tokens / size;
  return share < 0.001 ? `< ${percentage(0.001)}` : percentage(share);
}

function percentage(share: number): string {
  return share.toLocaleString(locale(), { style: 'percent', ...oneDecimalBelow10(100 * share) });
}

function rounded(value: number): string {
  return value.toLocaleString(locale(), oneDecimalBelow10(value));
}

function oneDecimalBelow10(value: number): Intl.NumberFormatOptions {
  const decimals = value < 10 ? 1 : 0;
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

export function costSentence(tokens: number, window: Window, offer?: ToolPlace): string {
  const parts = [tokens.toLocaleString(locale()), formatShare(tokens, window), nameOf(window)] as const;
  return offer === 'searchable'
    ? t('About {0} tokens of each request after the model has found it: {1} of {2}.', ...parts)
    : t('About {0} tokens of each request: {1} of {2}.', ...parts);
}

export function serverCostSentence(tokens: number, window: Window): string {
  return t(
    'The tools use about {0} tokens of each request: {1} of {2}.',
    tokens.toLocaleString(locale()),
    formatShare(tokens, window),
    nameOf(window),
  );
}

/** Names the window so that the words can follow a share in any language: “4% of …”. */
function nameOf({ model, size, isAssumed }: Window): string {
  const tokens = size.toLocaleString(locale());
  if (model === undefined)
    return isAssumed
      ? t('a context window ({0} tokens, which is assumed)', tokens)
      : t('a context window ({0} tokens)', tokens);
  return isAssumed
    ? t('the context window of {0} ({1} tokens, which is assumed)', model, tokens)
    : t('the context window of {0} ({1} tokens)', model, tokens);
}
