import { t } from '@vscode/l10n';
import type { ShortenedContext } from '../../protocol/index.ts';

/** Says what the model no longer gets, in the transcript and to screen readers. */
export function shortenedText({ removed, cut, images, tokens, isRefused }: ShortenedContext): string {
  const parts = [
    ...(removed > 0 ? [removed === 1 ? t('1 result') : t('{0} results', removed)] : []),
    ...(cut > 0 ? [cut === 1 ? t('a part of 1 result') : t('parts of {0} results', cut)] : []),
    ...(images > 0 ? [images === 1 ? t('1 image') : t('{0} images', images)] : []),
  ].join(', ');
  const about =
    tokens > 0
      ? ` (${t('about {0} tokens', tokens.toLocaleString(document.documentElement.lang || 'en'))})`
      : '';
  return [
    isRefused
      ? t(
          'The endpoint refused the request because of its length. It was sent again with less{0}.',
          parts === '' ? about : '',
        )
      : '',
    parts === '' ? '' : t('From here on, the model does not get: {0}{1}.', parts, about),
  ]
    .filter(Boolean)
    .join(' ');
}
