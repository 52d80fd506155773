import { t } from '@vscode/l10n';
import {
  requestGroupLabel,
  requestGroups,
  type RequestGroup,
  type RequestOutline,
} from '../../protocol/index.ts';
import { percentage, wholeNumber } from '../ui/language.ts';

interface Segment {
  readonly group: RequestGroup | 'free';
  readonly name: string;
  readonly tokens: number;
}

export function WindowPicture({ outline }: { outline: RequestOutline }) {
  const { tokens, window, isCounted, cachedTokens, storedTokens } = outline;
  const whole = Math.max(tokens, window, 1);
  const segments = segmentsOf(outline);
  const share = (count: number): string => `${(count / whole) * 100}%`;
  const shown = (count: number): string => {
    const rounded = Math.round((count / whole) * 100) / 100;
    return count > 0 && rounded < 0.01 ? `< ${percentage(0.01)}` : percentage(rounded);
  };
  const sum = isCounted
    ? t('{0} of {1} tokens ({2})', wholeNumber(tokens), wholeNumber(window), shown(tokens))
    : t('About {0} of {1} tokens ({2})', wholeNumber(tokens), wholeNumber(window), shown(tokens));
  return (
    <figure class="request-figure">
      <figcaption>{sum}</figcaption>
      <div class="request-picture" aria-hidden="true">
        {segments.map(({ group, name, tokens: count }) => (
          <span
            key={group}
            class={`request-segment group-${group}`}
            title={`${name}: ${wholeNumber(count)}`}
            style={{ width: share(count) }}
          />
        ))}
      </div>
      {cachedTokens !== undefined && (
        <div class="request-cache" aria-hidden="true">
          <span style={{ width: share(cachedTokens) }} />
        </div>
      )}
      <p class="page-quiet">{cacheText(cachedTokens, storedTokens)}</p>
      <table class="request-legend">
        <thead class="sr-only">
          <tr>
            <th scope="col">{t('Part')}</th>
            <th scope="col">{t('Tokens')}</th>
            <th scope="col">{t('Share of the context window')}</th>
          </tr>
        </thead>
        <tbody>
          {segments.map(({ group, name, tokens: count }) => (
            <tr key={group}>
              <th scope="row">
                <span class={`request-swatch group-${group}`} aria-hidden="true" />
                {name}
              </th>
              <td>{wholeNumber(count)}</td>
              <td>{shown(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function cacheText(cached: number | undefined, stored: number | undefined): string {
  const had = cachedText(cached);
  return stored === undefined ? had : `${had} ${t('{0} tokens stored in the cache.', wholeNumber(stored))}`;
}

function cachedText(cached: number | undefined): string {
  if (cached === undefined) return t('The endpoint does not say how many tokens came from the cache.');
  if (cached === 0) return t('The endpoint reported no tokens from the cache.');
  return t(
    '{0} tokens from the cache, as the endpoint reported: the beginning of the request.',
    wholeNumber(cached),
  );
}

function segmentsOf({ parts, tokens, window }: RequestOutline): readonly Segment[] {
  const sums = new Map<RequestGroup, number>();
  for (const part of parts) sums.set(part.group, (sums.get(part.group) ?? 0) + part.tokens);
  return [
    ...requestGroups.flatMap((group): Segment[] => {
      const count = sums.get(group) ?? 0;
      return count > 0 ? [{ group, name: requestGroupLabel(group), tokens: count }] : [];
    }),
    {
      group: 'free',
      name: t({ message: 'Free', comment: 'room that is left in the context window' }),
      tokens: Math.max(0, window - tokens),
    },
  ];
}
