import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { askedBy, type Server } from '../../mcp/index.ts';
import { commands } from '../../contributions/index.ts';
import { showInformationMessage } from '../ui/index.ts';
import { needsConfirmation, type Confirmations } from './confirmations.ts';

/** Notifies once of each request of a workspace to start a server. */
export class ReviewNotice {
  private readonly confirmations: Confirmations;
  private readonly told = new Set<string>();

  constructor(confirmations: Confirmations) {
    this.confirmations = confirmations;
  }

  show(servers: readonly Server[]): void {
    const news = servers.filter((server) => {
      if (!needsConfirmation(server)) return false;
      // A server that was declined is not asked about again.
      if (this.confirmations.trustOf(server.definition).kind === 'declined') return false;
      return !this.told.has(signOf(server));
    });
    if (news.length === 0) return;
    for (const server of news) this.told.add(signOf(server));
    const names = news.map(({ name }) => `"${name}"`).join(', ');
    const review = t('Review…');
    void showInformationMessage(
      news.length === 1
        ? t('Patchbay: this workspace asks to start the server {0}.', names)
        : t('Patchbay: this workspace asks to start the servers {0}.', names),
      review,
    ).then((choice) => {
      if (choice === review) void vscode.commands.executeCommand(commands.reviewServers);
    });
  }
}

function signOf({ name, definition }: Server): string {
  return `${name} ${JSON.stringify(askedBy(definition))}`;
}
