import { t } from '@vscode/l10n';
import type { ShortenedContext } from '../../protocol/index.ts';

/** Says what the model no longer gets, in the transcript and to screen readers. */
export function shortenedText({ removed, cut, images, tokens, isRefused }: ShortenedContext): string {
  const parts = [
    ...(removed > 0 ? [removed === 1 ? t('1 result') : t('{0} results', removed)] : []),
    ...(cut > 0 ? [cut === 1 ? t('a part of 1 result') : t('parts of {0} results', cut)] : []),
    ...(images > 0 ? [images === 1 ? t('1 image') : t('{0} images', images)] : []),
  ].join(', ');
  const count = tokens > 0 ? tokens.toLocaleString(document.documentElement.lang || 'en') : undefined;
  return [
    isRefused
      ? t('The endpoint refused the request because it was too long. A shorter request was sent.')
      : '',
    parts === '' && !isRefused ? '' : leftOut(parts, count),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Says what is left out, or only how much if the parts are not known. */
function leftOut(parts: string, count: string | undefined): string {
  if (parts === '') return count === undefined ? '' : t('About {0} tokens were omitted.', count);
  return count === undefined
    ? t('From here on, the model does not get: {0}.', parts)
    : t('From here on, the model does not get: {0} (about {1} tokens).', parts, count);
}
