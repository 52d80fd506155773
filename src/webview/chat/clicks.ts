/** Clicks inside rendered markdown: links and the buttons of code blocks, which are HTML and not components. */
import type { Chat } from '../ui/chatContext.ts';
import { fileNameOf } from '../state/fileLinks.ts';

/**
 * Handles a click (or a middle click) on what `sanitise` let through. A link never navigates: the host is
 * asked to open it. The event goes no further, or else the editor's own link handler would open it again.
 */
export function handleContentClick(event: MouseEvent, { post, view }: Pick<Chat, 'post' | 'view'>): void {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest('a[href]');
  if (link) {
    event.preventDefault();
    event.stopPropagation();
    if (event.button <= 1) post({ type: 'openLink', href: link.getAttribute('href') ?? '' });
    return;
  }
  const name = event.target.closest<HTMLElement>('.file-link');
  // Who marks words with the mouse does not want to go anywhere.
  if (name && event.button === 0 && getSelection()?.isCollapsed !== false)
    return post({ type: 'openFile', name: fileNameOf(name) });
  const button = event.target.closest<HTMLElement>('button[data-code]');
  const block = button?.closest('.code-block');
  const text = block?.querySelector('code')?.textContent;
  if (!button || text === undefined || event.button !== 0) return;
  switch (button.dataset['code']) {
    case 'wrap':
      return view.toggleWrap();
    case 'apply': {
      const file = block?.querySelector('.code-file')?.textContent ?? '';
      return post({ type: 'apply', text, ...(file !== '' && { file }) });
    }
    case 'insert':
      post({ type: 'insert', text });
      return confirm(button);
    default:
      post({ type: 'copy', text });
      return confirm(button);
  }
}

/** Enter follows the name of a file, which is no link to the browser. */
export function handleContentKey(event: KeyboardEvent, { post }: Pick<Chat, 'post'>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return;
  if (!event.target.matches('.file-link')) return;
  event.preventDefault();
  post({ type: 'openFile', name: fileNameOf(event.target) });
}

/** Shows for a moment that it was done. */
function confirm(button: HTMLElement): void {
  const icon = button.querySelector('.codicon');
  if (!icon) return;
  const before = icon.className;
  if (before.includes('codicon-check')) return;
  icon.className = 'codicon codicon-check';
  setTimeout(() => (icon.className = before), 1500);
}
