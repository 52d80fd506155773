import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import type {
  ChangedFileView,
  ChangesAction,
  ChangeSource,
  ChangesState,
  DiffHunk,
  Item,
  LineDiff,
} from '../../protocol/index.ts';
import { FileName } from '../calls/AboutCall.tsx';
import { Words } from '../calls/Exact.tsx';
import { DiffCounts, InlineDiff } from '../calls/InlineDiff.tsx';
import { isUndone, wordsForChanges } from '../state/announce.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon, IconButton, TextButton } from '../ui/controls.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { deliberate } from '../ui/deliberate.ts';

const NAMED = 12;

export function Changes({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  const { post } = useChat();
  if (item.value.kind !== 'changes') return null;
  const { files, state, views = [], notCompared } = item.value;
  const button = (action: ChangesAction, label: string, title: string) => (
    <TextButton look="quiet" title={title} onClick={() => post({ type: 'changes', id, action })}>
      {label}
    </TextButton>
  );
  const label = (
    <span class="changes-text" title={showHidden(titleFor(files, state), 'turning')}>
      <Icon name={isUndone(state) ? 'discard' : 'diff-multiple'} />
      <Words text={wordsForChanges(item.value, state)} />
    </span>
  );
  const canKeep = views.some(({ standing }) => standing === 'made');
  // The turn leaves alone what only others changed: it is the user's own work.
  const canUndo =
    files.length > 0 &&
    (views.length === 0
      ? state.status === 'made'
      : state.status !== 'past' && views.some((view) => view.standing === 'made' && !isOfOthers(view)));
  const buttons = (
    <span class="changes-buttons" {...deliberate}>
      {files.length > 0 &&
        (state.status === 'made' || (state.status === 'undone' && state.left > 0)) &&
        button('show', t('Show'), t('Compares the files before the response with their current content'))}
      {state.status !== 'past' &&
        canKeep &&
        button('keep', t('Keep'), t('Accepts the changes. "Undo" no longer includes them.'))}
      {/* The buttons have no keys, so that the keyboard stays on the first when the other takes its place. */}
      {[
        canUndo && button('undo', t('Undo'), undoTitle()),
        state.status === 'undone' &&
          button(
            'redo',
            t('Redo'),
            t('Reapplies the changes to files that have not changed since they were undone'),
          ),
      ].filter(Boolean)}
    </span>
  );
  const note = notCompared && (
    <p class="changes-note">
      <Words text={wordsForNotCompared(notCompared)} />
    </p>
  );
  if (views.length === 0)
    return (
      <div class="changes">
        {label}
        {buttons}
        {note}
      </div>
    );
  return (
    <Disclosure
      id={`${id}.files`}
      class="changes"
      label={label}
      below={
        <>
          {buttons}
          {note}
        </>
      }
    >
      {() => (
        <ul class="changed-files">
          {views.map((view, index) => (
            <ChangedFile key={index} id={id} index={index} view={view} isPast={state.status === 'past'} />
          ))}
          {files.length > views.length && (
            <li class="changed-note">{t('and {0} more', files.length - views.length)}</li>
          )}
        </ul>
      )}
    </Disclosure>
  );
}

function isOfOthers({ by }: ChangedFileView): boolean {
  return by.length > 0 && by.every(({ kind }) => kind === 'outside');
}

const icons = { created: 'diff-added', deleted: 'diff-removed', edited: 'diff-modified' } as const;

function ChangedFile(props: { id: string; index: number; view: ChangedFileView; isPast: boolean }) {
  const { id, index, view, isPast } = props;
  const { label, change, standing, by } = view;
  const { post, view: folds, scroll } = useChat();
  const key = `${id}.${index}`;
  const isOpen = folds.isOpen(key).value;
  const unfold = (): void => {
    scroll.holdStill(isOpen);
    folds.toggle(key);
  };
  const act = (action: ChangesAction) => (): void => post({ type: 'changes', id, action, file: index });
  const kind = { created: t('Created'), deleted: t('Deleted'), edited: t('Edited') }[change];
  const has = !isPast && standing !== 'unkept';
  return (
    <li class={`changed-file ${standing}`}>
      {has ? (
        <button
          type="button"
          class="icon-button changed-fold"
          aria-expanded={isOpen}
          title={isOpen ? t('Hide the changed lines') : t('Show the changed lines')}
          aria-label={t('Changed lines of {0}', label)}
          onClick={unfold}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        </button>
      ) : (
        <span />
      )}
      <span class="changed-kind" title={kind}>
        <Icon name={icons[change]} />
        <span class="sr-only">{kind}</span>
      </span>
      {has ? (
        <button
          type="button"
          class="changed-name"
          title={t('Compare {0} before the response and now', label)}
          onClick={act('show')}
        >
          <FileName text={label} />
        </button>
      ) : (
        <span class="changed-name" title={showHidden(label, 'exact')}>
          <FileName text={label} />
        </span>
      )}
      {view.added !== undefined && view.removed !== undefined && (
        <DiffCounts added={view.added} removed={view.removed} />
      )}
      <span class="changed-by">
        {[wordsForSources(by), wordsForStanding(standing)].filter(Boolean).join(' · ')}
      </span>
      <span class="changed-buttons">
        {has && (standing === 'made' || standing === 'kept') && (
          <IconButton
            icon="check"
            label={t('Keep {0}', label)}
            pressed={standing === 'kept'}
            onClick={act('keep')}
          />
        )}
        {/* Both states share one place, so that the keyboard stays on the button. */}
        {has &&
          (standing === 'undone' ? (
            <IconButton icon="redo" label={t('Redo {0}', label)} onClick={act('redo')} />
          ) : (
            standing !== 'kept' && (
              <IconButton icon="discard" label={t('Undo {0}', label)} onClick={act('undo')} />
            )
          ))}
      </span>
      {has && isOpen && <ChangedParts id={id} index={index} view={view} />}
    </li>
  );
}

function ChangedParts({ id, index, view }: { id: string; index: number; view: ChangedFileView }) {
  const { post, changedLines } = useChat();
  const element = useRef<HTMLDivElement>(null);
  // Each decision makes another list of parts.
  useEffect(() => changedLines.ask(id, index), [view]);
  const lines = changedLines.of(id, index).value;
  if (lines === 'loading') return <div class="changed-parts changed-note">{t('Loading…')}</div>;
  if (lines === 'none')
    return <div class="changed-parts changed-note">{t('The changed lines are not available.')}</div>;
  const canDecide = view.standing === 'made' && view.change === 'edited';
  const { hunks } = lines;
  return (
    <div class="changed-parts" ref={element}>
      {!canDecide && <InlineDiff diff={lines} file={view.label} />}
      {canDecide &&
        hunks.map((hunk, place) => {
          const part = { oldStart: hunk.oldStart, newStart: hunk.newStart, lines: hunk.lines.length };
          const decide = (action: 'keep' | 'undo') => (): void => {
            // The button goes with its part.
            element.current?.closest('li')?.querySelector<HTMLElement>('.changed-fold')?.focus();
            post({ type: 'changes', id, action, file: index, part });
          };
          return (
            <div class="changed-part" key={`${hunk.oldStart}:${hunk.newStart}:${hunk.lines.join('\n')}`}>
              <InlineDiff diff={diffOf(hunk)} file={view.label} />
              <div class="actions">
                <TextButton look="quiet" onClick={decide('keep')}>
                  {t('Keep part {0}', place + 1)}
                </TextButton>
                <TextButton look="quiet" onClick={decide('undo')}>
                  {t('Undo part {0}', place + 1)}
                </TextButton>
              </div>
            </div>
          );
        })}
    </div>
  );
}

function diffOf(hunk: DiffHunk): LineDiff {
  const count = (sign: string): number => hunk.lines.filter((line) => line.startsWith(sign)).length;
  return { added: count('+'), removed: count('-'), hunks: [hunk] };
}

function wordsForSources(by: readonly ChangeSource[]): string {
  return by.map(wordsForSource).join(', ');
}

function wordsForSource(source: ChangeSource): string {
  switch (source.kind) {
    case 'tool':
      return source.server === undefined
        ? t('by {0}', source.title)
        : t('by {0} of {1}', source.title, source.server);
    case 'command':
      return t('by a command');
    case 'outside':
      return t('outside Patchbay');
  }
}

function wordsForStanding(standing: ChangedFileView['standing']): string {
  switch (standing) {
    case 'made':
      return '';
    case 'undone':
      return t('undone');
    case 'kept':
      return t('kept');
    case 'mixed':
      return t('also changed by another program');
    case 'unkept':
      return t('previous content not saved');
  }
}

function wordsForNotCompared(names: readonly string[]): string {
  if (names.length === 0)
    return t('Not all files of the workspace could be compared, so changes may be missing here.');
  const shown = names.slice(0, NAMED).join(', ');
  const list = names.length > NAMED ? `${shown}, …` : shown;
  return t('Not compared, so changes there are not listed: {0}', list);
}

function undoTitle(): string {
  return t(
    'Restores the files to their state before the response, except files that have changed since then or outside Patchbay.',
  );
}

function titleFor(files: readonly string[], state: ChangesState): string {
  const names = files.slice(0, NAMED);
  const more = files.length - names.length;
  return [
    ...names,
    more > 0 && t('and {0} more', more),
    state.status === 'past' &&
      t(
        'The previous content is not available. It was too large, contained a secret, is too old, or the conversation was imported.',
      ),
  ]
    .filter(Boolean)
    .join('\n');
}
