/**
 * Pasted and dropped files that go with a message: the page gives their bytes once and keeps only an id, so that
 * neither its small memory nor the transcript carries them about.
 */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { plainLabel, sha256 } from '../../mcp/index.ts';
import type { Attachment } from '../../protocol/index.ts';
import { kindOf, type FileKind } from './imageTypes.ts';

/** The largest file that is taken, in bytes; of a text that long the model gets a part. */
const MAX_BYTES = 5_000_000;
/** A thumbnail is an inch of the page; characters of its address. */
const MAX_THUMBNAIL = 50_000;
/** What nobody has touched for so long, in ms, goes: it was in a draft that was given up. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** What a page says of a file. */
export interface PastedFile {
  readonly name: string;
  /** base64 */
  readonly data: string;
  readonly thumbnail?: string;
}

export class HeldFiles {
  private readonly folder: vscode.Uri;
  private cleaned: Promise<void> | undefined;

  /** `folder` is the extension's own; it need not be there yet. */
  constructor(folder: vscode.Uri) {
    this.folder = folder;
  }

  /** Keeps the file. @throws Error that says why it cannot go with a message. */
  async hold({ name, data, thumbnail }: PastedFile): Promise<Attachment> {
    const shown = plainLabel(name, 120) ?? t('Pasted file');
    const bytes = Buffer.from(data.slice(0, MAX_BYTES * 2), 'base64');
    let kind: FileKind;
    try {
      if (bytes.length > MAX_BYTES)
        throw new Error(t('It is larger than the {0} MB that can be attached.', MAX_BYTES / 1_000_000));
      kind = kindOf(bytes);
    } catch (error) {
      throw new Error(`${t('"{0}" cannot be attached.', shown)} ${(error as Error).message}`, {
        cause: error,
      });
    }
    const id = sha256(bytes, 'hex');
    const place = vscode.Uri.joinPath(this.folder, id);
    await vscode.workspace.fs.createDirectory(place);
    const known = await vscode.workspace.fs.readDirectory(place);
    if (known.length === 0)
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(place, fileName(shown, kind)), bytes);
    this.cleaned ??= this.cleanUp();
    return { kind: 'data', id, name: shown, ...(isThumbnail(thumbnail) && { thumbnail }) };
  }

  /** The file. @throws Error when it is gone, or the id is none. */
  async find(id: string): Promise<vscode.Uri> {
    if (!/^[0-9a-f]{64}$/.test(id)) throw new Error(t('There is no such file.'));
    const place = vscode.Uri.joinPath(this.folder, id);
    const [file] = await vscode.workspace.fs.readDirectory(place).then(undefined, () => []);
    if (!file) throw new Error(t('It is no longer there. Remove it and paste it again.'));
    return vscode.Uri.joinPath(place, file[0]);
  }

  private async cleanUp(): Promise<void> {
    for (const [name] of await vscode.workspace.fs.readDirectory(this.folder)) {
      const uri = vscode.Uri.joinPath(this.folder, name);
      const { mtime } = await vscode.workspace.fs.stat(uri);
      if (Date.now() - mtime > KEPT_MS) await vscode.workspace.fs.delete(uri, { recursive: true });
    }
  }
}

/** A name that every file system takes, with the ending by which the editor shows an image as one. */
function fileName(name: string, kind: FileKind): string {
  const plain =
    name
      .replaceAll(/[^\p{L}\p{N} ._-]/gu, '_')
      .replace(/^\.+/, '')
      .slice(0, 80)
      .trim() || 'file';
  if (kind.kind === 'text') return plain;
  const ending = kind.mimeType.replace('image/', '.');
  return plain.toLowerCase().endsWith(ending) ? plain : `${plain}${ending}`;
}

function isThumbnail(text: string | undefined): text is string {
  return (
    text !== undefined &&
    text.length <= MAX_THUMBNAIL &&
    /^data:image\/(png|jpeg|webp);base64,[\w+/=]+$/.test(text)
  );
}
