/** Notifies once of each server and tool of a workspace, and each server of an extension, that waits for a review. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { commands } from '../contributions/index.ts';
import { showInformationMessage } from './ui/index.ts';

/** Names of servers or tools by the content to review, so that changed content is announced again. */
export type ToReview = ReadonlyMap<string, string>;

export function serverReviewNotice(): (pending: ToReview) => void {
  return reviewNotice(commands.reviewServers, (names, count) =>
    count === 1
      ? t('Patchbay: this workspace asks to start the server {0}.', names)
      : t('Patchbay: this workspace asks to start the servers {0}.', names),
  );
}

/** Announces servers that other extensions have added. */
export function addedServerNotice(): (pending: ToReview) => void {
  return reviewNotice(commands.reviewServers, (names, count) =>
    count === 1
      ? t('Patchbay: another extension asks to start the server {0}.', names)
      : t('Patchbay: other extensions ask to start the servers {0}.', names),
  );
}

export function toolReviewNotice(): (pending: ToReview) => void {
  return reviewNotice(commands.reviewTools, (names, count) =>
    count === 1
      ? t('Patchbay: a custom tool of this workspace is waiting for your confirmation: {0}.', names)
      : t('Patchbay: custom tools of this workspace are waiting for your confirmation: {0}.', names),
  );
}

function reviewNotice(
  command: string,
  messageOf: (names: string, count: number) => string,
): (pending: ToReview) => void {
  const told = new Set<string>();
  return (pending) => {
    const news = [...pending].filter(([content]) => !told.has(content));
    if (news.length === 0) return;
    for (const [content] of news) told.add(content);
    const names = news.map(([, name]) => `"${name}"`).join(', ');
    const review = t('Review…');
    void showInformationMessage(messageOf(names, news.length), review).then((choice) => {
      if (choice === review) void vscode.commands.executeCommand(command);
    });
  };
}
