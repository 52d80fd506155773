import { t } from '@vscode/l10n';
import { useId, useState } from 'preact/hooks';
import {
  requestGroupLabel,
  requestGroups,
  requestPartLabel,
  type RequestGroup,
  type RequestOutline,
  type RequestPart,
} from '../../protocol/index.ts';
import { Exact } from '../calls/Exact.tsx';
import { CodeText, CutNote } from '../calls/ResultPart.tsx';
import { Icon, TextButton } from '../ui/controls.tsx';
import { Choice } from '../ui/fields.tsx';
import { moveFocus } from '../ui/focus.ts';
import { formatCount } from '../ui/format.ts';
import { wholeNumber } from '../ui/language.ts';
import type { PageProps } from './state.ts';

/** Rows of a group at a time. */
const PAGE = 100;

interface Placed {
  readonly part: RequestPart;
  /** The place in the request; undefined if only the step before had the part. */
  readonly place?: number | undefined;
}

export function Parts({ outline, state, post }: PageProps & { readonly outline: RequestOutline }) {
  const { parts, gone } = outline;
  const isNarrow = state.filter.value === 'changed' && gone !== undefined;
  const all = parts.map((part, place): Placed => ({ part, place }));
  const shown = isNarrow
    ? [...all.filter(({ part }) => part.change !== 'same'), ...gone.map((part): Placed => ({ part }))]
    : all;
  return (
    <section class="request-section" onKeyDown={(event) => moveFocus(event, '.request-row')}>
      <div class="request-heading">
        <h2>{t('Parts')}</h2>
        {gone === undefined ? (
          <span class="page-quiet">
            {state.steps.value?.older === 0
              ? t('There is no previous step in this window.')
              : t('The previous step is no longer available.')}
          </span>
        ) : (
          <Choice
            label={t('Show parts')}
            value={state.filter.value}
            options={[
              ['all', t('All parts')],
              ['changed', t('Changed since the previous step')],
            ]}
            onChoose={(filter) => (state.filter.value = filter)}
          />
        )}
      </div>
      {shown.length === 0 && <p class="page-quiet">{t('Nothing has changed since the previous step.')}</p>}
      {requestGroups.map((group) => {
        const of = shown.filter(({ part }) => part.group === group);
        return of.length > 0 && <Group key={group} {...{ group, of, outline, state, post }} />;
      })}
    </section>
  );
}

function Group(
  props: PageProps & {
    readonly group: RequestGroup;
    readonly of: readonly Placed[];
    readonly outline: RequestOutline;
  },
) {
  const { group, of, outline, state, post } = props;
  const [most, setMost] = useState(PAGE);
  const bodyId = useId();
  const isFolded = state.isFolded(group, of.length);
  const tokens = of.reduce((sum, { part, place }) => sum + (place === undefined ? 0 : part.tokens), 0);
  return (
    <div class="request-group">
      <h3>
        <button
          type="button"
          class="request-row request-group-row"
          aria-expanded={!isFolded}
          aria-controls={isFolded ? undefined : bodyId}
          onClick={() => state.fold(group, !isFolded)}
        >
          <Icon name="chevron-right" class="chevron" />
          <span class={`request-swatch group-${group}`} aria-hidden="true" />
          <span class="request-name">{requestGroupLabel(group)}</span>
          <span class="request-count">{wholeNumber(of.length)}</span>
          <Tokens tokens={tokens} />
        </button>
      </h3>
      {!isFolded && (
        <div id={bodyId}>
          <ul>
            {of.slice(0, most).map(({ part, place }, index) => (
              <li key={place ?? `gone ${index}`}>
                {place === undefined ? (
                  <div class="request-row request-gone">
                    <Facts
                      part={part}
                      change={t({ message: 'Removed', comment: 'a part that the step before had' })}
                    />
                  </div>
                ) : (
                  <Row {...{ part, place, outline, state, post }} />
                )}
              </li>
            ))}
          </ul>
          {of.length > most && (
            <TextButton look="quiet" onClick={() => setMost(most + PAGE)}>
              {t('Show more')}
            </TextButton>
          )}
        </div>
      )}
    </div>
  );
}

function Row({
  part,
  place,
  outline: { id },
  state,
  post,
}: PageProps & { readonly part: RequestPart; readonly place: number; readonly outline: RequestOutline }) {
  const bodyId = useId();
  const isOpen = state.open.value.has(place);
  const text = state.texts.value.get(place);
  const openAll = (): void => post({ type: 'openPart', id, part: place });
  return (
    <>
      <button
        type="button"
        class="request-row"
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={() => state.toggle(place)}
      >
        <Icon name="chevron-right" class="chevron" />
        <Facts part={part} change={changeName(part.change)} />
      </button>
      {isOpen && (
        <div class="request-text" id={bodyId} aria-busy={!text}>
          <p class="page-facts">
            {part.path !== '' && <code>{part.path}</code>}
            <span>{t('{0} characters', wholeNumber(part.characters))}</span>
            {part.cached !== undefined && <span>{cachedText(part.cached)}</span>}
            <TextButton look="quiet" onClick={openAll}>
              {t('Open in editor')}
            </TextButton>
          </p>
          {text && (
            <>
              <CodeText text={text.text} language={text.isJson ? 'json' : ''} />
              {text.more > 0 && <CutNote bytes={text.more} onOpen={openAll} />}
            </>
          )}
        </div>
      )}
    </>
  );
}

function Facts({ part, change }: { part: RequestPart; change: string | undefined }) {
  const { start, tokens, isShortened, cached } = part;
  return (
    <>
      <span class="request-name">
        <Exact text={requestPartLabel(part)} />
      </span>
      <span class="request-start">
        <Exact text={start} />
      </span>
      <span class="request-marks">
        {change !== undefined && <span class="request-mark">{change}</span>}
        {isShortened && <span class="request-mark">{t('Shortened')}</span>}
        {(cached === 'whole' || cached === 'partly') && (
          <span class="request-mark quiet">
            {cached === 'whole'
              ? t({ message: 'Cached', comment: 'a part that came from the cache' })
              : t('Partly cached')}
          </span>
        )}
      </span>
      <Tokens tokens={tokens} />
    </>
  );
}

function Tokens({ tokens }: { tokens: number }) {
  return (
    <span class="request-tokens" title={t('{0} tokens', wholeNumber(tokens))}>
      {formatCount(tokens)}
    </span>
  );
}

function changeName(change: RequestPart['change']): string | undefined {
  switch (change) {
    case 'new':
      return t({ message: 'New', comment: 'a part that the step before did not have' });
    case 'changed':
      return t({ message: 'Changed', comment: 'a part that was another one in the step before' });
    case 'same':
    case undefined:
      return undefined;
  }
}

function cachedText(cached: NonNullable<RequestPart['cached']>): string {
  switch (cached) {
    case 'whole':
      return t('From the cache');
    case 'partly':
      return t('Partly from the cache');
    case 'no':
      return t('Not from the cache');
  }
}
