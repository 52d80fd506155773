/** A request as a text to read: each part below a line that says what it is. */
import { t } from '@vscode/l10n';
import { locale } from '../../base/common/locale.ts';
import {
  leftOutWords,
  requestGroupLabel,
  requestPartLabel,
  type RequestOutline,
} from '../../protocol/index.ts';

/** `textOf` gets the place of a part. */
export function requestText(
  { tokens, isCounted, window, parts, leftOut }: RequestOutline,
  head: string,
  textOf: (place: number) => string,
): string {
  const count = (value: number): string => value.toLocaleString(locale());
  return [
    head,
    isCounted
      ? t('{0} of {1} tokens', count(tokens), count(window))
      : t('About {0} of {1} tokens', count(tokens), count(window)),
    ...(leftOut.length > 0 ? ['', `────── ${t('Left out or shortened')}`] : []),
    ...leftOut.map((each) => {
      const { what, why } = leftOutWords(each, count);
      return `${what}: ${why}`;
    }),
    ...parts.flatMap((part, place) => {
      const about = [
        requestGroupLabel(part.group),
        requestPartLabel(part),
        t('{0} tokens', count(part.tokens)),
        ...(part.path === '' ? [] : [part.path]),
      ];
      return ['', `────── ${about.join(' · ')}`, textOf(place)];
    }),
    '',
  ].join('\n');
}
