/** The keys of the chat, and the list of them. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useChat } from './context.ts';
import { IconButton } from './controls.tsx';

const isMac = /Mac/.test(navigator.userAgent);
const control = isMac ? '⌘' : 'Ctrl';

/** What each does, and the keys for it. */
const shortcuts: readonly (readonly [string, string])[] = [
  ['Send the message', 'Enter'],
  ['Start a new line in the message', 'Shift+Enter'],
  ['Run a prompt of a server', '/'],
  ['Stop the turn', 'Escape'],
  ['Find in the conversation', `${control}+F`],
  ['Next match, previous match', 'F3, Shift+F3'],
  ['Go to the conversation', 'Alt+↑'],
  ['Go to the message', 'Alt+↓'],
  ['Go to the latest message', `${control}+End`],
  ['Scroll the conversation', 'Page Up, Page Down'],
  ['Open or close a tool call, its thoughts, an image', 'Enter'],
  ['Zoom an opened image', '+, −, 0'],
  ['Close what is open', 'Escape'],
  ['Show this list', `${control}+/`],
];

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
        <h2 id="shortcuts-title">Keyboard Shortcuts</h2>
        <IconButton icon="close" label="Close (Escape)" onClick={() => dialog.current?.close()} />
      </div>
      <table>
        <tbody>
          {shortcuts.map(([what, keys]) => (
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
    </dialog>
  );
}
