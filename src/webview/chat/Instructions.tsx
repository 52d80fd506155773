import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import type { InstructionUse, Item } from '../../protocol/index.ts';
import { Words } from '../calls/Exact.tsx';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';
import { formatCount } from '../ui/format.ts';

export function Instructions({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  if (item.value.kind !== 'instructions') return null;
  const { files, isNested } = item.value;
  if (files.length === 0)
    return (
      <div class="instructions">
        <Icon name="book" />
        <span>{t('No instructions are used from here on.')}</span>
      </div>
    );
  return (
    <div class="instructions">
      <Icon name="book" />
      <span>{headingOf(files, isNested)}</span>
      <ul class="instruction-files">
        {files.map((file, index) => (
          <InstructionFile key={index} id={id} index={index} file={file} />
        ))}
      </ul>
    </div>
  );
}

function headingOf([first]: readonly InstructionUse[], isNested: true | undefined): string {
  if (first?.isSkill) return t('Skill');
  return isNested ? t('More instructions') : t('Instructions');
}

function InstructionFile(props: { id: string; index: number; file: InstructionUse }) {
  const { id, index, file } = props;
  const { name, path, tokens, hidden, notes } = file;
  const { post } = useChat();
  const open = (marked: boolean) => (): void => post({ type: 'openInstructions', id, file: index, marked });
  return (
    <li>
      {path === undefined ? (
        <span class="instruction-name">
          <Words text={name} />
        </span>
      ) : (
        <button
          type="button"
          class="instruction-name instruction-link"
          title={t('Open {0}', name)}
          aria-label={t('Open {0}', name)}
          onClick={open(false)}
        >
          <Words text={name} />
        </button>
      )}
      <span>{tokens === undefined ? t('not used') : t('{0} tokens', formatCount(tokens))}</span>
      {hidden !== undefined && (
        <div class="instruction-note">
          <Icon name="warning" class="instruction-warning" />
          <span>
            {hidden === 1
              ? t('Contains 1 invisible character.')
              : t('Contains {0} invisible characters.', hidden)}{' '}
            {path !== undefined && (
              <button type="button" class="instruction-link instruction-shows" onClick={open(true)}>
                {t('Show characters')}
              </button>
            )}
          </span>
        </div>
      )}
      {notes.map((note) => (
        <div key={note} class="instruction-note">
          <Icon name={tokens === undefined ? 'circle-slash' : 'info'} />
          <span class="instruction-why">{note}</span>
        </div>
      ))}
    </li>
  );
}
