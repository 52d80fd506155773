import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CustomFile, UnconfirmedFile } from '../../tools/index.ts';
import { commands } from '../../contributions/index.ts';
import { showInformationMessage } from '../ui/index.ts';

/** Notifies once of each custom tool that waits for confirmation. */
export class ToolNotice {
  private readonly told = new Set<string>();

  show(files: readonly CustomFile[]): void {
    const news = files.filter((file): file is UnconfirmedFile => {
      if (file.kind !== 'unconfirmed') return false;
      // A tool that was declined is not asked about again.
      return file.before?.allowed !== false && !this.told.has(contentOf(file));
    });
    if (news.length === 0) return;
    for (const file of news) this.told.add(contentOf(file));
    const review = t('Review…');
    const names = news.map(({ file }) => `"${basename(file)}"`).join(', ');
    void showInformationMessage(
      news.length === 1
        ? t('Patchbay: a custom tool of this workspace is waiting for your confirmation: {0}.', names)
        : t('Patchbay: custom tools of this workspace are waiting for your confirmation: {0}.', names),
      review,
    ).then((choice) => {
      if (choice === review) void vscode.commands.executeCommand(commands.reviewTools);
    });
  }
}

function contentOf({ file, modules }: UnconfirmedFile): string {
  return JSON.stringify([file, modules.map(({ digest }) => digest)]);
}
