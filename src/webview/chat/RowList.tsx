import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ReadonlySignal } from '@preact/signals';
import type { Item } from '../../protocol/index.ts';
import { Words } from '../calls/Exact.tsx';
import { Call } from '../calls/Call.tsx';
import { QuestionCard } from '../questions/QuestionCard.tsx';
import { shortenedText } from '../state/shortenedText.ts';
import { shortWordsForCalls, wordsForCalls } from '../state/stepWords.ts';
import { rowPlace, type RowPlace, type ShownRow, type StepsRow } from '../state/rows.ts';
import { AssistantMessage } from './AssistantMessage.tsx';
import { useChat } from '../ui/chatContext.ts';
import { isAll, selectAll } from './copySelection.ts';
import { Changes } from './Changes.tsx';
import { Instructions } from './Instructions.tsx';
import { PauseCard } from './PauseCard.tsx';
import { UserMessage } from './UserMessage.tsx';
import { ActionButtons } from './actions.tsx';
import { TextWithSettings } from './TextWithSettings.tsx';
import { Icon } from '../ui/controls.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { formatDuration } from '../ui/format.ts';

export function RowList() {
  const { store, steps, scroll } = useChat();
  const conversation = store.conversation.value;
  const rows = steps.rows.value;
  const earlier = store.earlier.value;
  const pieces: ComponentChildren[] = [];
  let next = 0;
  const addSpacer = (end: number): void => {
    if (end > next) pieces.push(<Spacer key={`spacer ${next}`} height={scroll.heightOf(next, end)} />);
  };
  for (const index of scroll.drawn.value) {
    const row = rows[index];
    if (!row) continue;
    addSpacer(index);
    const key = `${conversation} ${row.id}`;
    const numbers = { position: earlier + index + 1, count: earlier + rows.length };
    const place = rowPlace(rows, index);
    // More items precede the first loaded row, and its gap must not change when they come.
    const gap = place.gap === 'first' && earlier > 0 ? 'normal' : place.gap;
    pieces.push(<RowView key={key} row={row} {...numbers} {...place} gap={gap} />);
    next = index + 1;
  }
  addSpacer(rows.length);
  const list = useCallback(
    (element: HTMLElement | null) => void (scroll.list = element ?? undefined),
    [scroll],
  );
  useLayoutEffect(() => scroll.rowsChanged(), [rows]);
  // Rows that are drawn anew belong to a selection of all.
  useLayoutEffect(() => {
    if (scroll.list && isAll(scroll.list)) selectAll(scroll.list);
  });
  return (
    <div role="list" ref={list}>
      {pieces}
    </div>
  );
}

function Spacer({ height }: { height: number }) {
  return <div class="spacer" role="presentation" style={{ height: `${height}px` }} />;
}

/** `position` and `count` are of the whole conversation (aria-posinset, aria-setsize). */
function RowView(props: { row: ShownRow; position: number; count: number } & RowPlace) {
  const { row, position, count, joinsPrevious, joinsNext, gap, endsTurn } = props;
  const { store, scroll } = useChat();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (element.current ? scroll.watch(element.current) : undefined), [scroll]);
  // The keyboard goes to the row that takes this one's place.
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (current?.contains(document.activeElement)) scroll.keepFocus(row.id);
    };
  }, []);
  const item = store.item(row.id);
  if (!item && row.kind !== 'steps') return null;
  const joins = `${joinsPrevious ? 'joins-previous' : ''} ${joinsNext ? 'joins-next' : ''}`;
  return (
    <div
      ref={element}
      class={`row ${row.kind}-row gap-${gap} ${joins}`}
      role="listitem"
      aria-posinset={position}
      aria-setsize={count}
      data-id={row.id}
    >
      {row.kind === 'steps' && <Steps row={row} />}
      {item && <ItemView row={row} item={item} endsTurn={endsTurn} />}
    </div>
  );
}

function ItemView(props: { row: ShownRow; item: ReadonlySignal<Item>; endsTurn: boolean }) {
  const { row, item, endsTurn } = props;
  return (
    <>
      {row.kind === 'user' && <UserMessage id={row.id} item={item} />}
      {row.kind === 'assistant' && <AssistantMessage id={row.id} item={item} endsTurn={endsTurn} />}
      {row.kind === 'call' && <Call id={row.id} item={item} />}
      {row.kind === 'question' && <QuestionCard id={row.id} item={item} />}
      {row.kind === 'pause' && <PauseCard id={row.id} item={item} />}
      {row.kind === 'changes' && <Changes id={row.id} item={item} />}
      {row.kind === 'instructions' && <Instructions id={row.id} item={item} />}
      {row.kind === 'shortened' && <Shortened id={row.id} item={item} />}
      {row.kind === 'summary' && <Summary id={row.id} item={item} />}
      {row.kind === 'notice' && <Notice id={row.id} item={item} />}
    </>
  );
}

function Notice({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  if (item.value.kind !== 'notice') return null;
  const { level, text, detail, actions, isPast } = item.value;
  return (
    <div class={`notice ${level} ${isPast ? 'past' : ''}`}>
      <Icon name={level} class="notice-icon" />
      <div class="notice-content">
        <div class="notice-text">
          <TextWithSettings text={text} />
        </div>
        {detail && (
          <Disclosure id={`${id} detail`} class="notice-detail" label={t('Details')}>
            {() => (
              <pre tabIndex={0}>
                <Words text={detail} />
              </pre>
            )}
          </Disclosure>
        )}
        <ActionButtons actions={actions} urgent={level !== 'info'} />
      </div>
    </div>
  );
}

/** The model gets a summary of what is above this row. */
function Summary({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  if (item.value.kind !== 'summary') return null;
  const { state } = item.value;
  switch (state.status) {
    case 'running':
      return (
        <div class="summary" role="status">
          <span class="summary-line shimmer">{t('Summarizing earlier messages…')}</span>
        </div>
      );
    case 'failed':
      return (
        <div class="summary">
          <span class="summary-line">
            <Icon name="warning" /> {t('The conversation could not be summarized')}
          </span>
        </div>
      );
    case 'done':
      return (
        <Disclosure
          id={`${id} summary`}
          class="summary"
          label={t('Earlier messages summarized')}
          title={t('The messages above stay. The model receives this summary instead.')}
        >
          {() => <Markdown text={state.text} complete />}
        </Disclosure>
      );
  }
}

/** This row stands in place of finished steps, or above them. */
function Steps({ row: { id, calls, failed, ms, folds } }: { row: StepsRow }) {
  const { store, view, scroll } = useChat();
  const open = view.isOpen(id).value;
  // Finished calls do not change any more.
  const [did, short] = useMemo(() => {
    const folded = folds.flatMap((each) => {
      const item = store.item(each)?.peek();
      return item?.kind === 'call' ? [item.call] : [];
    });
    return [wordsForCalls(folded), shortWordsForCalls(folded)];
  }, [folds.join(' ')]);
  const time = formatDuration(ms);
  const toggle = (): void => {
    scroll.holdStill(open, folds.at(-1));
    if (open) view.forgetOpened(folds);
    view.toggle(id);
  };
  return (
    <div class={`steps disclosure ${open ? 'open' : ''}`}>
      <button
        type="button"
        class="disclosure-button"
        aria-expanded={open}
        title={did === '' ? undefined : `${did}\n${sumOf(calls, time)}`}
        onClick={toggle}
      >
        <Icon name="chevron-right" class="chevron" />
        <span class="steps-sum">
          <span class="steps-did">{did === '' ? sumOf(calls, time) : short}</span>
          {did !== '' && <span class="steps-time">, {time}</span>}
        </span>
        {failed > 0 && (
          <span class="steps-failed">
            <Icon name="error" /> {t('{0} failed', failed)}
          </span>
        )}
      </button>
    </div>
  );
}

function sumOf(calls: number, time: string): string {
  return calls === 1 ? t('1 call, {0}', time) : t('{0} calls, {1}', calls, time);
}

/** The model gets less of what is above this row. */
function Shortened({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  const { post } = useChat();
  if (item.value.kind !== 'shortened') return null;
  return (
    <div class="shortened">
      <Icon name="fold" />
      <span>
        <span title={t('Nothing is removed from the chat. The model can read the results again.')}>
          {shortenedText(item.value)}
        </span>{' '}
        <button type="button" class="instruction-link" onClick={() => post({ type: 'showRequest', id })}>
          {t('Show model request')}
        </button>
      </span>
    </div>
  );
}
