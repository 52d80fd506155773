/** What tools take of the model's context window, in words. */
import { t } from '@vscode/l10n';
import { locale } from '../../base/common/locale.ts';

/** The window that a cost is a share of. */
export interface Window {
  /** In tokens. */
  readonly size: number;
  /** The model whose window it is, if one is chosen. */
  readonly model: string | undefined;
  /** Whether nobody has said so, and it is only what is usual. */
  readonly isAssumed: boolean;
}

/** `64 tokens`, `1.2k tokens`, `15k tokens`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1_000) return t('{0} tokens', tokens);
  return t('{0}k tokens', rounded(tokens / 1_000));
}

/** `4.2 %`, `< 0.1 %`. */
export function formatShare(tokens: number, { size }: Window): string {
  const percent = (100 * tokens) / size;
  return percent < 0.1 ? `< ${rounded(0.1)} %` : `${rounded(percent)} %`;
}

/** Below 10 with one decimal. */
function rounded(value: number): string {
  const decimals = value < 10 ? 1 : 0;
  return value.toLocaleString(locale(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** What a tool takes, as a sentence for hovers. */
export function costSentence(tokens: number, window: Window): string {
  return t(
    'About {0} tokens of each request: {1} of {2}.',
    tokens.toLocaleString(locale()),
    formatShare(tokens, window),
    nameOf(window),
  );
}

/** What all tools of a server take together, as a sentence for hovers. */
export function serverCostSentence(tokens: number, window: Window): string {
  return t(
    'Its tools take about {0} tokens of each request: {1} of {2}.',
    tokens.toLocaleString(locale()),
    formatShare(tokens, window),
    nameOf(window),
  );
}

/** The window with its size. In a translation it stands behind a share: “4 % of …”. */
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
