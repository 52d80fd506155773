import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CallView } from '../../protocol/index.ts';
import { hiddenPieces } from '../../base/common/hiddenCharacters.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { wholeNumber } from '../ui/language.ts';
import { nameOf } from '../markdown/hiddenText.ts';
import { sanitise } from '../markdown/sanitise.ts';
import { colouredAs, exactHtml } from './exactText.ts';
import { headOf, type Remainder } from './headOf.ts';
import { JsonField } from '../ui/fields.tsx';
import { readable } from './parts.ts';

/** What is shown of the arguments. A command is shown apart, unescaped and always whole. */
interface ShownArguments {
  readonly command: string | undefined;
  readonly text: string;
  readonly language: 'json' | '';
  readonly head: string;
  readonly rest: Remainder | undefined;
  readonly editable: string;
}

export function shownArguments({ argsText }: CallView): ShownArguments {
  const editable = readable(argsText);
  const { command, others } = commandIn(argsText);
  const { text, language } = others === undefined ? editable : readable(others);
  const isNone = text.trim() === '' || text === '{}';
  return {
    command,
    language,
    editable: editable.text,
    text: isNone ? '' : text,
    ...headOf(isNone ? '' : text),
  };
}

function commandIn(argsText: string): { readonly command?: string; readonly others?: string } {
  try {
    const args: unknown = JSON.parse(argsText);
    if (typeof args !== 'object' || args === null || !('command' in args)) return {};
    const { command, ...others } = args;
    return typeof command === 'string' ? { command, others: JSON.stringify(others) } : {};
  } catch {
    return {};
  }
}

export function ApprovalArguments(props: {
  shown: ShownArguments;
  isCollapsed: boolean;
  edited: string | undefined;
  problem: string | undefined;
  onEdit: (text: string | undefined) => void;
}) {
  const { shown, isCollapsed, edited, problem, onEdit } = props;
  const { command, text, head, rest, language, editable } = shown;
  const field = useRef<HTMLTextAreaElement>(null);
  const isEdited = edited !== undefined;
  const wasEdited = useRef(isEdited);
  useLayoutEffect(() => {
    // Not where the edit was restored with the page: the user has pressed nothing.
    if (isEdited && !wasEdited.current) field.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  if (edited === undefined)
    return (
      <div class="approval-arguments">
        {command !== undefined && <ExactBlock label={t('Command')} text={command} language="" />}
        {text === '' && command === undefined && <div class="call-none">{t('No arguments')}</div>}
        {text !== '' && (
          <ExactBlock
            label={t('Arguments')}
            text={isCollapsed ? head : text}
            language={isCollapsed ? colouredAs(text, language) : language}
            takesFocus={rest !== undefined && !isCollapsed}
          />
        )}
        {rest && (
          <div class="approval-rest" role="status">
            {isCollapsed ? (
              <>
                <Icon name="fold-down" /> {remainderText(rest)}
              </>
            ) : (
              <span class="sr-only">{t('The complete text is now shown. The Allow button follows it.')}</span>
            )}
          </div>
        )}
        <TextButton look="quiet" onClick={() => onEdit(editable)}>
          {t('Edit arguments')}
        </TextButton>
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
      <TextButton look="quiet" onClick={() => onEdit(undefined)}>
        {t('Cancel editing')}
      </TextButton>
    </div>
  );
}

export function remainderText({ lines, characters }: Remainder): string {
  const count = wholeNumber(characters);
  return lines === 1
    ? t('{0} more characters below', count)
    : t('{0} more lines below ({1} characters)', wholeNumber(lines), count);
}

/** Nothing in it is clipped or scrolls out of sight. */
function ExactBlock(props: { label: string; text: string; language: string; takesFocus?: boolean }) {
  const { label, text, language, takesFocus = false } = props;
  const element = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    element.current?.replaceChildren(sanitise(exactHtml(text, language)));
  }, [text, language]);
  // After "Show all" the user reads on here; the buttons come next in tab order.
  useLayoutEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  return (
    <pre
      class="call-text approval-text"
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
    hiddenPieces(text, 'prose').flatMap((piece) => (piece.kind === 'hidden' ? [nameOf(piece)] : [])),
  );
  if (names.size === 0) return null;
  return (
    <div class="field-problem" role="status">
      <Icon name="warning" />
      <span>{t('The text contains invisible characters: {0}', [...names].slice(0, 20).join(', '))}</span>
    </div>
  );
}
