import { t } from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import type { ChatMessage } from '../../protocol/index.ts';
import type { Chat } from '../ui/chatContext.ts';
import { oneDecimal } from '../ui/language.ts';

/** Handles paste and drop for the whole page. Returns whether something droppable is dragged over it. */
export function useFiles({ post, view }: Pick<Chat, 'post' | 'view'>): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const take = ({ files, uris }: Transferred, edit: string | undefined): void => {
      if (uris.length > 0) post({ type: 'drop', uris, edit });
      for (const file of files)
        readFile(file).then(
          (held) => post({ ...held, edit }),
          (error: Error) => {
            view.problem.value = error.message;
          },
        );
    };
    const onPaste = (event: ClipboardEvent): void => {
      const found = transferred(event.clipboardData);
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (found.files.length === 0 || isTextMeant(text, found)) return;
      event.preventDefault();
      take({ files: found.files, uris: [] }, editAt(event));
    };
    const canDrop = ({ dataTransfer }: DragEvent): boolean =>
      dataTransfer?.types.some((type) => type === 'Files' || type.endsWith('uri-list')) === true;
    const onDragOver = (event: DragEvent): void => {
      if (!canDrop(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent): void => {
      // `relatedTarget` is null only when the pointer leaves the page, not when it moves between elements.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (!canDrop(event)) return;
      event.preventDefault();
      take(transferred(event.dataTransfer), editAt(event));
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

/** Returns the item of the sent message that is being edited there. */
function editAt({ target }: Event): string | undefined {
  const row =
    target instanceof Element ? target.closest('.editing')?.closest<HTMLElement>('[data-id]') : null;
  return row?.dataset['id'];
}

type Held = Extract<ChatMessage, { type: 'hold' }>;

/** Bytes; the host takes no larger file. */
const MAX_BYTES = 5_000_000;
const known = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** Pixels of the longer side of a shrunk image: models look at no more. */
const MAX_SIDE = 2_048;
/** Pixels of the longer side: twice the drawn size, for dense screens. */
const THUMBNAIL_SIDE = 96;

/** @throws Error with a message for the user. */
async function readFile(file: File): Promise<Held> {
  const bitmap = file.type.startsWith('image/')
    ? await createImageBitmap(file).catch(() => undefined)
    : undefined;
  const isFit = file.size <= MAX_BYTES && (known.has(file.type) || !bitmap);
  const blob = bitmap && !isFit ? await scaled(bitmap, MAX_SIDE, 'image/jpeg') : file;
  if (blob.size > MAX_BYTES)
    throw new Error(
      t(
        '"{0}" is too large ({1} MB). Up to {2} MB can be attached. To attach a file of the workspace, type #.',
        file.name,
        oneDecimal(blob.size / 1_000_000),
        MAX_BYTES / 1_000_000,
      ),
    );
  const [data, thumbnail] = await Promise.all([
    dataUrl(blob).catch(() => {
      // A folder of the file system looks like a file until it is read.
      throw new Error(t('"{0}" could not be read. To attach a folder of the workspace, type #.', file.name));
    }),
    bitmap && scaled(bitmap, THUMBNAIL_SIDE, 'image/png').then(dataUrl),
  ]);
  bitmap?.close();
  return {
    type: 'hold',
    name: file.name,
    data: data.slice(data.indexOf(',') + 1),
    thumbnail,
  };
}

async function scaled(bitmap: ImageBitmap, side: number, type: string): Promise<Blob> {
  const factor = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const size = (length: number): number => Math.max(1, Math.round(length * factor));
  const canvas = new OffscreenCanvas(size(bitmap.width), size(bitmap.height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t('The image cannot be displayed.'));
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type, quality: 0.9 });
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')));
    reader.readAsDataURL(blob);
  });
}

/** The pasted or dropped content: files with bytes, or addresses from the editor's own views. */
interface Transferred {
  readonly files: readonly File[];
  readonly uris: readonly string[];
}

/**
 * Returns whether the text says more than the files' names or paths. It does if an office program adds a picture of it.
 */
function isTextMeant(text: string, { files }: Pick<Transferred, 'files'>): boolean {
  const names = new Set(files.map(({ name }) => name));
  const lines = text.split(/\r?\n|\r/).filter((line) => line !== '');
  return lines.some((line) => !names.has(line.split(/[\\/]/).at(-1) ?? line));
}

/** A transfer without files or addresses is text, which the text field handles itself. */
function transferred(data: DataTransfer | null): Transferred {
  const uris = (data?.getData('application/vnd.code.uri-list') || data?.getData('text/uri-list') || '')
    .split(/\r?\n/)
    .filter((line) => /^(file|vscode-[\w-]+):/.test(line));
  return uris.length > 0 ? { files: [], uris } : { files: [...(data?.files ?? [])], uris: [] };
}
