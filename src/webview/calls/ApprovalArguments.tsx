import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CallView, ProposedEdit } from '../../protocol/index.ts';
import { hiddenPieces } from '../../base/common/hiddenCharacters.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { useEscape } from '../ui/escape.ts';
import { wholeNumber } from '../ui/language.ts';
import { colour } from '../markdown/colourCode.ts';
import { codePointName } from '../markdown/hiddenText.ts';
import { sanitise } from '../markdown/sanitise.ts';
import { colouredAs, exactHtml, paddingPieces } from './exactText.ts';
import { Exact } from './Exact.tsx';
import { headOf, type Remainder } from './headOf.ts';
import { DiffCounts, InlineDiff } from './InlineDiff.tsx';
import { isFolded } from './diffLines.ts';
import { namedValues, type NamedValue } from './json.ts';
import { JsonField } from '../ui/fields.tsx';
import { formattedText } from './parts.ts';
import type { Room } from './room.ts';
import { roomForCards } from './roomForCards.ts';

/** The arguments as the card shows them. A command and a change of a file each have a view of their own. */
interface ShownArguments {
  readonly command: string | undefined;
  readonly edit: ProposedEdit | undefined;
  /** The value is undefined if the arguments are shown as text: they are no object, or have a name twice. */
  readonly values: readonly NamedValue[] | undefined;
  readonly text: string;
  readonly head: string;
  readonly rest: Remainder | undefined;
  readonly isLong: boolean;
  readonly room: Room;
  readonly editable: string;
  readonly language: 'json' | '';
}

export function shownArguments({ argsText, approval }: CallView): ShownArguments {
  const room = roomForCards.value;
  const { text: editable, language } = formattedText(argsText);
  const all = namedValues(argsText);
  const edit = all && approval?.edit;
  const command = all?.find(({ name }) => name === 'command')?.string;
  const values = all?.filter(
    ({ name }) => !(name === 'command' && command !== undefined) && edit?.shows.includes(name) !== true,
  );
  const text = values ? values.map(lineOf).join('\n') : editable.trim();
  // A mark takes the place of padding, so that it is shown whole.
  const { head, rest } =
    paddingPieces(text).length > 1 ? { head: text, rest: undefined } : headOf(text, room);
  const isLong = rest !== undefined || (edit !== undefined && isFolded(edit.diff, room));
  return { command, edit, values, text, head, rest, isLong, room, editable, language };
}

function lineOf({ name, text }: NamedValue): string {
  return `${name}: ${text}`;
}

/** The values within the first `length` characters of all. */
function valuesWithin(values: readonly NamedValue[], length: number): readonly NamedValue[] {
  let left = length;
  return values.flatMap((value) => {
    const room = left - `${value.name}: `.length;
    left -= lineOf(value).length + 1;
    return room > 0 ? [{ ...value, text: headText(value.text, room) }] : [];
  });
}

export function ApprovalArguments(props: {
  shown: ShownArguments;
  isCollapsed: boolean;
  /** The user has asked for all of it. */
  isWhole: boolean;
  edited: string | undefined;
  problem: string | undefined;
  onEdit: (text: string | undefined) => void;
  onOpenDiff: () => void;
  onShowAll: () => void;
}) {
  const { shown, edited, problem, onEdit } = props;
  const [isJson, setJson] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isEdited = edited !== undefined;
  const wasEdited = useRef(isEdited);
  // Escape loses nothing that was written.
  const left = useRef<string | undefined>(undefined);
  useEscape(isEdited, () => {
    left.current = edited;
    if (document.activeElement === field.current) field.current?.closest<HTMLElement>('.approval')?.focus();
    onEdit(undefined);
  });
  useLayoutEffect(() => {
    // An edit that was restored with the page takes no focus: the user has pressed nothing.
    if (isEdited && !wasEdited.current) field.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  if (edited === undefined)
    return (
      <div class="approval-arguments">
        <Arguments {...props} />
        {isJson && (
          <ExactBlock label={t('Arguments as JSON')} text={shown.editable} language={shown.language} />
        )}
        <div class="approval-tools">
          {shown.editable !== '{}' && shown.language === 'json' && (
            <TextButton look="quiet" onClick={() => setJson(!isJson)}>
              {isJson ? t('Hide JSON') : t('Show JSON')}
            </TextButton>
          )}
          <TextButton look="quiet" onClick={() => onEdit(left.current ?? shown.editable)}>
            {t('Edit arguments')}
          </TextButton>
        </div>
      </div>
    );
  return (
    <div class="approval-arguments">
      <JsonField element={field} value={edited} invalid={problem !== undefined} onChange={onEdit} />
      <HiddenNote text={edited} />
      {problem !== undefined && (
        <div class="field-problem" role="alert">
          <Icon name="error" /> {problem}
        </div>
      )}
      <TextButton
        look="quiet"
        onClick={() => {
          left.current = undefined;
          onEdit(undefined);
        }}
      >
        {t('Cancel editing')}
      </TextButton>
    </div>
  );
}

function Arguments(props: {
  shown: ShownArguments;
  isCollapsed: boolean;
  isWhole: boolean;
  onOpenDiff: () => void;
  onShowAll: () => void;
}) {
  const { shown, isCollapsed, isWhole, onOpenDiff, onShowAll } = props;
  const { command, edit, values, text, head, rest, isLong, room } = shown;
  const takesFocus = rest !== undefined && isWhole;
  return (
    <>
      {edit && (
        <>
          <div class="edit-head">
            <span class="edit-file">
              <Exact text={edit.file} />
            </span>
            <DiffCounts {...edit.diff} />
            <TextButton look="quiet" class="edit-open" title={t('Open Diff Editor')} onClick={onOpenDiff}>
              <Icon name="diff" />
              <span class="edit-open-words">{t('Open Diff Editor')}</span>
            </TextButton>
          </div>
          <InlineDiff
            diff={edit.diff}
            file={edit.file}
            isPassage={edit.isPassage === true}
            isWhole={isWhole}
            room={room}
            onUnfold={onShowAll}
          />
        </>
      )}
      {command !== undefined && (
        <ExactBlock label={t('Command')} class="command" text={command} language="" />
      )}
      {text === '' && command === undefined && !edit && <div class="call-none">{t('No arguments')}</div>}
      {text !== '' && !values && (
        <ExactBlock
          label={t('Arguments')}
          text={isCollapsed ? head : text}
          language={isCollapsed ? colouredAs(text, shown.language) : shown.language}
          takesFocus={takesFocus}
        />
      )}
      {values && values.length > 0 && (
        <NamedValues
          values={isCollapsed && rest ? valuesWithin(values, head.length) : values}
          takesFocus={takesFocus}
        />
      )}
      {isLong && (
        <div class="approval-rest" role="status">
          {isCollapsed ? (
            rest && (
              <>
                <Icon name="fold-down" /> {remainderText(rest)}
              </>
            )
          ) : (
            <span class="sr-only">{t('The complete text is now shown. The Allow button follows it.')}</span>
          )}
        </div>
      )}
    </>
  );
}

function NamedValues({ values, takesFocus }: { values: readonly NamedValue[]; takesFocus: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  useFocus(element, takesFocus);
  return (
    <div
      ref={element}
      class="call-text approval-text"
      role="group"
      aria-label={t('Arguments')}
      dir="ltr"
      tabIndex={0}
    >
      <dl class="named-values">
        {values.map(({ name, text, string }) => (
          <div key={name} class={text.includes('\n') ? 'long-value' : undefined}>
            <dt>
              <Exact text={name} />:
            </dt>{' '}
            <dd>
              <ExactText text={text} language={text === string ? '' : colouredAs(text, 'json')} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function ExactText({ text, language }: { text: string; language: string }) {
  const element = useRef<HTMLSpanElement>(null);
  useExactText(element, text, language);
  return <span ref={element} />;
}

function useExactText(element: RefObject<HTMLElement | null>, text: string, language: string): void {
  useLayoutEffect(() => {
    element.current?.replaceChildren(sanitise(exactHtml(text)));
    if (element.current && colouredAs(text, language) !== '') colour(element.current, language, 'exact');
  }, [text, language]);
}

/** The user reads on here after "Show all"; the buttons come next in tab order. */
function useFocus(element: RefObject<HTMLElement | null>, takesFocus: boolean): void {
  useLayoutEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
}

export function remainderText({ lines, characters }: Remainder): string {
  const count = wholeNumber(characters);
  return lines === 1
    ? t('{0} more characters below', count)
    : t('{0} more lines below ({1} characters)', wholeNumber(lines), count);
}

/** Nothing in it is clipped or scrolls out of sight. */
function ExactBlock(props: {
  label: string;
  text: string;
  language: string;
  class?: string | undefined;
  takesFocus?: boolean | undefined;
}) {
  const { label, text, language, takesFocus = false } = props;
  const element = useRef<HTMLPreElement>(null);
  useExactText(element, text, language);
  useFocus(element, takesFocus);
  return (
    <pre
      class={`call-text approval-text ${props.class ?? ''}`}
      role="group"
      aria-label={label}
      dir="ltr"
      tabIndex={0}
      ref={element}
    />
  );
}

/** A text field cannot mark hidden characters, so they are named below it. */
function HiddenNote({ text }: { text: string }) {
  const names = new Set(
    hiddenPieces(text, 'prose').flatMap((piece) => (piece.kind === 'hidden' ? [codePointName(piece)] : [])),
  );
  if (names.size === 0) return null;
  return (
    <div class="field-problem" role="status">
      <Icon name="warning" />
      <span>{t('The text contains invisible characters: {0}', [...names].slice(0, 20).join(', '))}</span>
    </div>
  );
}
