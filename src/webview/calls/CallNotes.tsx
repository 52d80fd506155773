import { t } from '@vscode/l10n';
import { type CallNote, type CallView } from '../../protocol/index.ts';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import { Icon } from '../ui/controls.tsx';
import { truncate } from '../../base/common/text.ts';

/** Longer names would push the arguments out of sight. */
const LONGEST_NAME = 100;

/** `isAsked`: the approval already says that the call was written as text. */
export function CallNotes({
  call: { notes = [] },
  isAsked,
}: {
  call: CallView;
  isAsked?: boolean | undefined;
}) {
  const shown = notes.filter(({ kind }) => kind !== 'textCall' || isAsked !== true);
  if (shown.length === 0) return null;
  return (
    <ul class="call-notes">
      {shown.map((note) => (
        <li key={JSON.stringify(note)}>
          <Icon name="info" /> <span>{describe(note)}</span>
        </li>
      ))}
    </ul>
  );
}

function describe(note: CallNote): string {
  switch (note.kind) {
    case 'name':
      return t('The model used the name "{0}", which matches only this tool.', nameOf(note.written));
    case 'textCall':
      return t('The model wrote this call into the text of its answer.');
    case 'argumentNames':
      return t(
        'The model used other names for arguments. They were matched as follows: {0}.',
        listed(note.names.map(({ written, taken }) => `${written} → ${taken}`)),
      );
    case 'converted':
      return t(
        'The model wrote these arguments in another form, such as a number as text: {0}.',
        listed(note.names),
      );
    case 'ignored':
      return t('The tool does not have these arguments, and they were ignored: {0}.', listed(note.names));
    case 'released':
      return note.by === 'mode'
        ? t('Allowed by the approval mode that you selected while the call was waiting.')
        : t('Allowed by the permission that you saved with another call.');
    case 'arguments':
      switch (note.form) {
        case 'text':
          return t('The model sent the arguments as text that contains JSON. The JSON was used.');
        case 'codeBlock':
          return t('The model sent the arguments as a code block. The content of the block was used.');
        case 'trailingComma':
          return t('The model sent the arguments with a trailing comma, which was ignored.');
      }
  }
}

function listed(names: readonly string[]): string {
  return names.map(nameOf).join(', ');
}

function nameOf(written: string): string {
  return truncate(showHidden(written, 'exact'), LONGEST_NAME);
}
