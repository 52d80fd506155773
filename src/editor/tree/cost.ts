/** What tools take of the model's context window, in words. */

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
  if (tokens < 1_000) return `${tokens} tokens`;
  const thousands = tokens / 1_000;
  return `${thousands < 10 ? thousands.toFixed(1) : Math.round(thousands)}k tokens`;
}

/** `4.2 %`, `< 0.1 %`. */
export function formatShare(tokens: number, { size }: Window): string {
  const percent = (100 * tokens) / size;
  if (percent < 0.1) return '< 0.1 %';
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** A sentence for hovers. */
export function costSentence(tokens: number, window: Window): string {
  const whose = window.model === undefined ? 'a context window' : `the context window of ${window.model}`;
  const size = `${window.size.toLocaleString('en')} tokens${window.isAssumed ? ', which is assumed' : ''}`;
  return `About ${tokens.toLocaleString('en')} tokens of each request: ${formatShare(tokens, window)} of ${whose} (${size}).`;
}
