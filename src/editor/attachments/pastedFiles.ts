/** Saves pasted and dropped files on the disk. The page and the transcript only hold an id, so that both stay small. */
import { headText } from '../../base/common/cut.ts';
import { chmod } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { plainLabel } from '../../base/common/text.ts';
import { sha256 } from '../../base/node/hash.ts';
import type { Attachment } from '../../protocol/index.ts';
import { kindOf, type FileKind } from './imageTypes.ts';

/** Bytes. Endpoints refuse larger images, and of a text that long the model gets only the beginning. */
const MAX_BYTES = 5_000_000;
/** Most characters of a thumbnail's data URL. */
const MAX_THUMBNAIL = 50_000;
/** Milliseconds after which a file is deleted, because its draft was probably given up. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

export interface PastedFile {
  readonly name: string;
  /** Content of the file in base64. */
  readonly data: string;
  readonly thumbnail?: string | undefined;
}

export class PastedFiles {
  private readonly folder: vscode.Uri;
  private cleaned: Promise<void> | undefined;

  /** `folder` is the extension's own; it need not exist yet. */
  constructor(folder: vscode.Uri) {
    this.folder = folder;
  }

  /** @throws Error that says why the file cannot go with a message. */
  async hold({ name, data, thumbnail }: PastedFile): Promise<Attachment> {
    const shown = plainLabel(name, 120) ?? t('Pasted file');
    const bytes = Buffer.from(data.slice(0, MAX_BYTES * 2), 'base64');
    const id = sha256(bytes);
    try {
      if (bytes.length > MAX_BYTES)
        throw new Error(t('The file is larger than {0} MB.', MAX_BYTES / 1_000_000));
      await this.write(vscode.Uri.joinPath(this.folder, id), fileName(shown, kindOf(bytes)), bytes);
    } catch (error) {
      throw new Error(`${t('"{0}" cannot be attached.', shown)} ${(error as Error).message}`, {
        cause: error,
      });
    }
    this.cleaned ??= this.cleanUp();
    return { kind: 'data', id, name: shown, ...(isThumbnail(thumbnail) && { thumbnail }) };
  }

  /** @throws Error when the file is gone, or `id` is not one. */
  async find(id: string): Promise<vscode.Uri> {
    if (!/^[0-9a-f]{64}$/.test(id)) throw new Error(t('The file does not exist.'));
    const place = vscode.Uri.joinPath(this.folder, id);
    const [file] = await vscode.workspace.fs.readDirectory(place).then(undefined, () => []);
    if (!file) throw new Error(t('The file no longer exists. Remove the attachment and paste it again.'));
    return vscode.Uri.joinPath(place, file[0]);
  }

  private async write(place: vscode.Uri, name: string, bytes: Uint8Array): Promise<void> {
    const { fs } = vscode.workspace;
    await fs.createDirectory(place);
    await this.makePrivate();
    if ((await fs.readDirectory(place)).length > 0) return;
    try {
      await fs.writeFile(vscode.Uri.joinPath(place, name), bytes);
    } catch (error) {
      // The disk may be full. A partial file would count as the whole one next time.
      await fs.delete(place, { recursive: true }).then(undefined, () => undefined);
      throw error;
    }
  }

  private async makePrivate(): Promise<void> {
    if (this.folder.scheme !== 'file' || process.platform === 'win32') return;
    // Some file systems have no modes, so a failure is ignored.
    await chmod(this.folder.fsPath, 0o700).catch(() => undefined);
  }

  private async cleanUp(): Promise<void> {
    for (const [name] of await vscode.workspace.fs.readDirectory(this.folder)) {
      const uri = vscode.Uri.joinPath(this.folder, name);
      const { mtime } = await vscode.workspace.fs.stat(uri);
      if (Date.now() - mtime > KEPT_MS) await vscode.workspace.fs.delete(uri, { recursive: true });
    }
  }
}

/** Returns a name that every file system takes, with the extension by which VS Code recognizes an image. */
function fileName(name: string, kind: FileKind): string {
  const characters = name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').replace(/^\.+/, '');
  const plain = headText(characters, 80).trim() || 'file';
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
