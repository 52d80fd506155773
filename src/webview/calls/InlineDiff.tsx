import { t } from '@vscode/l10n';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LineDiff } from '../../protocol/index.ts';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { wholeNumber } from '../ui/language.ts';
import { sanitise } from '../markdown/sanitise.ts';
import { colourHunk, type DrawnLine } from './diffColours.ts';
import { diffView, type DiffRow } from './diffLines.ts';
import { usualRoom, type Room } from './room.ts';

/** `file` names it and tells the language. `isWhole`: nothing is folded. `isPassage`: its line numbers mean nothing. */
export function InlineDiff(props: {
  diff: LineDiff;
  file: string;
  isWhole?: boolean | undefined;
  isPassage?: boolean | undefined;
  room?: Room | undefined;
  onUnfold?: (() => void) | undefined;
}) {
  const { diff, file, isWhole = false, isPassage = false, room = usualRoom, onUnfold } = props;
  const unfold = (): void => {
    setUnfolded(true);
    onUnfold?.();
  };
  const [isUnfolded, setUnfolded] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  const showsAll = isWhole || isUnfolded;
  const view = useMemo(() => diffView(diff, showsAll ? undefined : room), [diff, showsAll, room]);
  useLayoutEffect(() => {
    if (lines.current) draw(lines.current, view.rows, file);
  }, [view, file]);
  // The focus comes here, because the button that was pressed is gone.
  const showedAll = useRef(showsAll);
  useLayoutEffect(() => {
    if (showsAll && !showedAll.current) element.current?.focus();
    showedAll.current = showsAll;
  }, [showsAll]);
  return (
    <div
      ref={element}
      class={`inline-diff ${isPassage ? 'passage' : ''}`}
      role="group"
      aria-label={t(
        'Changes to {0}, lines added: {1}, removed: {2}',
        showHidden(file, 'exact'),
        wholeNumber(diff.added),
        wholeNumber(diff.removed),
      )}
      dir="ltr"
      tabIndex={0}
    >
      <div ref={lines} />
      {diff.hunks.length === 0 && <div class="diff-gap">{t('No line changes.')}</div>}
      {view.rest > 0 && (
        <div class="diff-more">
          <TextButton look="quiet" onClick={unfold}>
            <Icon name="unfold" />{' '}
            {view.rest === 1 ? t('Show 1 more line') : t('Show {0} more lines', wholeNumber(view.rest))}
          </TextButton>
        </div>
      )}
    </div>
  );
}

/** `+2 −1`, with words for screen readers. */
export function DiffCounts({ added, removed }: Pick<LineDiff, 'added' | 'removed'>) {
  return (
    <span class="diff-counts">
      <span class="sr-only">
        {t('Lines added: {0}, removed: {1}', wholeNumber(added), wholeNumber(removed))}
      </span>
      <span class="diff-added" aria-hidden="true">
        +{wholeNumber(added)}
      </span>{' '}
      <span class="diff-removed" aria-hidden="true">
        −{wholeNumber(removed)}
      </span>
    </span>
  );
}

/** The lines bypass the framework: there can be thousands, and they never change. */
function draw(into: Element, rows: readonly DiffRow[], file: string): void {
  const hunks: DrawnLine[][] = [[]];
  const elements = rows.map((row) => {
    if (row.kind === 'gap') {
      hunks.push([]);
      return gap(row.lines);
    }
    const code = document.createElement('code');
    code.replaceChildren(sanitise(row.html));
    hunks.at(-1)?.push({ kind: row.kind, text: row.text, code });
    const line = document.createElement('div');
    line.className = `diff-line ${row.kind}`;
    line.append(numbered('old', row.oldLine), numbered('new', row.newLine), sign(row.kind), code);
    return line;
  });
  into.replaceChildren(...elements);
  for (const hunk of hunks) colourHunk(hunk, file);
}

function gap(lines: number): HTMLElement {
  const element = document.createElement('div');
  element.className = 'diff-gap';
  element.textContent = lines === 1 ? t('1 unchanged line') : t('{0} unchanged lines', wholeNumber(lines));
  return element;
}

/** CSS draws the numbers, so that copies have none. */
function numbered(side: 'old' | 'new', line: number | undefined): HTMLElement {
  const number = document.createElement('span');
  number.className = `diff-number ${side}`;
  if (line !== undefined) number.dataset['line'] = String(line);
  return number;
}

function sign(kind: 'same' | 'added' | 'removed'): HTMLElement {
  const element = document.createElement('span');
  element.className = 'diff-sign';
  const words = { same: '', added: t('Added:'), removed: t('Removed:') }[kind];
  if (words !== '') {
    const label = document.createElement('span');
    label.className = 'sr-only';
    label.textContent = words;
    element.append(label);
  }
  return element;
}
