import { useEffect, useState } from 'preact/hooks';
import type { Chat } from '../ui/chatContext.ts';
import { isTextMeant, readFile, transferred, type Transferred } from './files.ts';

/** Handles paste and drop for the whole page. Returns whether something droppable is dragged over it. */
export function useFiles({ post, view }: Pick<Chat, 'post' | 'view'>): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const take = ({ files, uris }: Transferred): void => {
      if (uris.length > 0) post({ type: 'drop', uris });
      for (const file of files)
        readFile(file).then(post, (error: Error) => {
          view.problem.value = error.message;
        });
    };
    const onPaste = (event: ClipboardEvent): void => {
      const found = transferred(event.clipboardData);
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (found.files.length === 0 || isTextMeant(text, found)) return;
      event.preventDefault();
      take({ files: found.files, uris: [] });
    };
    const canDrop = ({ dataTransfer }: DragEvent): boolean =>
      dataTransfer?.types.some((type) => type === 'Files' || type.endsWith('uri-list')) === true;
    const onDragOver = (event: DragEvent): void => {
      if (!canDrop(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent): void => {
      // Null only when the pointer leaves the page, not when it moves between elements.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (!canDrop(event)) return;
      event.preventDefault();
      take(transferred(event.dataTransfer));
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, [post, view]);
  return isOver;
}
