/** Events in rendered markdown, whose links and buttons are HTML and not components. */
import type { Chat } from '../ui/chatContext.ts';
import { toggleSize, toggleSource } from '../markdown/drawDiagram.ts';
import { fileNameOf } from '../state/fileLinks.ts';

/** The host opens links; the event stops here, or the editor would open them a second time. */
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
  // A click that ends a selection of text opens nothing.
  if (name && event.button === 0 && getSelection()?.isCollapsed !== false)
    return post({ type: 'openFile', name: fileNameOf(name) });
  const diagram = event.target.closest('.diagram');
  if (diagram && event.button === 0) return toggleSize(diagram);
  const button = event.target.closest<HTMLElement>('button[data-code]');
  const block = button?.closest('.code-block');
  const text = block?.querySelector('code')?.textContent;
  if (!button || text === undefined || event.button !== 0) return;
  switch (button.dataset['code']) {
    case 'source':
      if (block) toggleSource(block, button);
      return;
    case 'size':
      for (const each of block?.querySelectorAll('.diagram') ?? []) toggleSize(each);
      return;
    case 'wrap':
      return view.toggleWrap();
    case 'apply': {
      const file = block?.querySelector('.code-file')?.textContent ?? '';
      return post({ type: 'apply', text, file: file === '' ? undefined : file });
    }
    case 'insert':
      post({ type: 'insert', text });
      return confirm(button);
    default:
      // A shell would run the last line at its end.
      post({ type: 'copy', text: text.replace(/\r?\n$/, '') });
      return confirm(button);
  }
}

/** A file name is no link to the browser, so Enter is handled here. */
export function handleContentKey(event: KeyboardEvent, { post }: Pick<Chat, 'post'>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return;
  if (event.target.matches('.diagram')) return toggleSize(event.target);
  if (!event.target.matches('.file-link')) return;
  event.preventDefault();
  post({ type: 'openFile', name: fileNameOf(event.target) });
}

function confirm(button: HTMLElement): void {
  const icon = button.querySelector('.codicon');
  if (!icon) return;
  const before = icon.className;
  if (before.includes('codicon-check')) return;
  icon.className = 'codicon codicon-check';
  setTimeout(() => (icon.className = before), 1500);
}
