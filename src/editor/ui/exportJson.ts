import { messageOf } from '../../base/common/message.ts';
import { writeExportedFile } from './exportedFile.ts';
import { showErrorMessage, showInformationMessage } from './notifications.ts';
import { showSaveDialog } from './open.ts';

/** Asks for a file, writes JSON into it, and says what came of it. */
export async function exportJson(options: {
  readonly title: string;
  readonly name: string;
  readonly content: () => Iterable<string>;
  readonly done: (path: string) => string;
  readonly failed: (why: string) => string;
}): Promise<void> {
  const { title, name, content, done, failed } = options;
  const file = await showSaveDialog({ title, name, extension: 'json', filters: { JSON: ['json'] } });
  if (!file) return;
  try {
    await writeExportedFile(file.fsPath, content);
    void showInformationMessage(done(file.fsPath));
  } catch (error) {
    void showErrorMessage(failed(messageOf(error).localized));
  }
}
