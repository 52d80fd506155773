import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { controlKey } from '../ui/controlKey.ts';
import { useChat } from '../ui/chatContext.ts';
import { ownCommands } from '../prompts/ownCommands.ts';
import { IconButton } from '../ui/controls.tsx';

type Rows = readonly (readonly [what: string, keys: string])[];

function typed(): Rows {
  return [
    ...ownCommands().map(({ name, description }) => [description, `/${name}`] as const),
    [t('Run a prompt of a server'), '/'],
    [t('Add context'), '#'],
    [t('Use one server or tool set, or add context'), '@'],
  ];
}

function shortcuts(): Rows {
  const control = controlKey();
  const shift = t('Shift');
  const enter = t('Enter');
  const escape = t('Escape');
  return [
    [t('Send the message'), enter],
    [t('Send before the next step'), `${control}+${enter}`],
    [t('Start a new line in the message'), `${shift}+${enter}`],
    [t('Attach the active file or the selection'), `Alt+${enter}`],
    [t('Previous or next message you sent'), '↑, ↓'],
    [t('Stop response'), escape],
    [t('Find in the conversation'), `${control}+F`],
    [t('Next match, previous match'), `F3, ${shift}+F3`],
    [t('Go to pending approval'), 'Alt+↑'],
    [t('Allow or submit'), `${control}+${enter}`],
    [t('Deny'), `${control}+${t('Backspace')}`],
    [t('Go to the message box'), 'Alt+↓'],
    [t('Write from the conversation'), t('Any character')],
    [t('Go to your previous or next message'), `${control}+Alt+↑, ${control}+Alt+↓`],
    [t('Go to the latest message'), `${control}+${t({ message: 'End', comment: 'a key' })}`],
    [t('Scroll the conversation'), `${t('Page Up')}, ${t('Page Down')}`],
    [t('Expand or collapse a tool call, thinking or an image'), enter],
    [t('Zoom an opened image'), '+, −, 0'],
    [t('Close the list, dialog or image'), escape],
    [t('Show this list'), `${control}+/`],
  ];
}

export function Shortcuts() {
  const { help } = useChat();
  return help.value ? <ShortcutList onClose={() => (help.value = false)} /> : null;
}

function ShortcutList({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="shortcuts" aria-labelledby="shortcuts-title" onClose={onClose}>
      <div class="shortcuts-head">
        <h2 id="shortcuts-title">{t('Commands and Keyboard Shortcuts')}</h2>
        <IconButton icon="close" label={t('Close (Escape)')} onClick={() => dialog.current?.close()} />
      </div>
      <h3>{t('Type in the message')}</h3>
      <Table rows={typed()} />
      <h3>{t('Keys')}</h3>
      <Table rows={shortcuts()} />
    </dialog>
  );
}

function Table({ rows }: { rows: Rows }) {
  return (
    <table>
      <tbody>
        {rows.map(([what, keys]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>
              {keys.split(', ').map((key) => (
                <span key={key}>
                  {' '}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
