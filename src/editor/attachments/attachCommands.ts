import * as vscode from 'vscode';
import type { Attachable, Attachment } from '../../protocol/index.ts';
import type { ComposerTarget } from '../chat/chatHost.ts';
import { commands } from '../../contributions/index.ts';
import type { ComposerService } from './composerService.ts';

/** A chat that asks for an attachment passes its composer as the command's first argument. */
export const attachCommands: Readonly<Record<Attachable, string>> = {
  file: commands.attachFile,
  selection: commands.attachSelection,
  problems: commands.attachProblems,
  resource: commands.attachResource,
};

export function registerAttachCommands(
  composing: () => ComposerService,
  bringChat: () => Promise<ComposerTarget>,
): vscode.Disposable {
  const attach = async (attachments: readonly Attachment[], from: unknown): Promise<void> => {
    if (attachments.length === 0) return;
    const composer = isComposer(from) ? from : await bringChat();
    composer.compose({ text: '', attachments });
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.attachFile, async (from?: unknown, several?: unknown) => {
      // The explorer passes the file under the pointer and all selected files.
      const pointed = Array.isArray(several) ? (several as unknown[]) : [from];
      const uris = pointed.filter((each) => each instanceof vscode.Uri);
      const picked =
        uris.length > 0 ? uris.map((uri) => composing().pickFiles(uri)) : [composing().pickFiles()];
      await attach((await Promise.all(picked)).flat(), from);
    }),
    vscode.commands.registerCommand(commands.attachSelection, (from?: unknown) =>
      attach(composing().selection(), from),
    ),
    vscode.commands.registerCommand(commands.attachProblems, (from?: unknown) =>
      attach(composing().problems(), from),
    ),
  );
}

/** Tells a composer from what menus of the editor pass, such as URIs. */
function isComposer(from: unknown): from is ComposerTarget {
  return typeof from === 'object' && from !== null && 'compose' in from;
}
