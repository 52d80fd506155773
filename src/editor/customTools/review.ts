import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { ToolModule, UnconfirmedFile } from '../../tools/index.ts';
import { commands } from '../../contributions/index.ts';
import { openDiff, separator, showInformationMessage, showQuickPick, type PickItem } from '../ui/index.ts';
import type { SavedDecision, ToolConfirmations } from './toolConfirmations.ts';

const SCHEME = 'patchbay-tool';

type Choice = PickItem & { readonly choice?: 'allow' | 'decline' | ToolModule };

export function registerToolReview(
  engine: () => Promise<Engine>,
  confirmations: ToolConfirmations,
): vscode.Disposable {
  const texts = new ReviewedTexts();
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, texts),
    vscode.commands.registerCommand(commands.reviewTools, async (target?: unknown) => {
      const { custom } = await engine();
      await custom?.reload();
      const waiting = (custom?.files ?? []).filter((file) => file.kind === 'unconfirmed');
      const named = typeof target === 'string' ? waiting.filter(({ file }) => file === target) : waiting;
      if (named.length === 0) {
        void showInformationMessage(t('Patchbay: no custom tools are waiting for your confirmation.'));
        return;
      }
      const file = named.length === 1 ? named[0] : await chooseFile(named);
      if (file) await review(file, confirmations, texts);
    }),
  );
}

async function chooseFile(files: readonly UnconfirmedFile[]): Promise<UnconfirmedFile | undefined> {
  const picked = await showQuickPick(
    files.map((file) => ({
      label: basename(file.file),
      description: wordOf(file),
      detail: vscode.workspace.asRelativePath(file.file),
      file,
    })),
    {
      title: t('Patchbay: Custom Tools of This Workspace'),
      placeHolder: t('Select the tool to review'),
    },
  );
  return picked?.file;
}

function wordOf({ before }: UnconfirmedFile): string {
  if (!before) return t({ message: 'new', comment: 'a custom tool that this workspace has' });
  return before.allowed
    ? t('changed since you decided')
    : t({ message: 'denied', comment: 'a server or tool of the workspace' });
}

/** Allows what was shown, not what the file is by then. */
async function review(
  file: UnconfirmedFile,
  confirmations: ToolConfirmations,
  texts: ReviewedTexts,
): Promise<void> {
  const before = confirmations.decisionOf(file.file);
  const rows = rowsOf(file, before);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until the user has decided
    const picked = await showQuickPick<Choice>(rows, {
      title: t(
        'Patchbay: Do you want to allow the custom tool "{0}" of this workspace?',
        basename(file.file),
      ),
      placeHolder: t(
        'The tool runs on this machine with your permissions. You will be asked again when a file changes.',
      ),
      ignoreFocusOut: true,
    });
    if (!picked?.choice) return;
    if (picked.choice === 'allow' || picked.choice === 'decline') {
      await confirmations.decide(file, picked.choice === 'allow');
      return;
    }
    await texts.show(picked.choice, before);
  }
}

function rowsOf(file: UnconfirmedFile, before: SavedDecision | undefined): Choice[] {
  const gone = Object.keys(before?.files ?? {}).filter(
    (path) => !file.modules.some((module) => module.path === path),
  );
  const allow: Choice = {
    label: t('Allow'),
    icon: 'check',
    description: t('Load the tool and offer it to the model'),
    choice: 'allow',
  };
  const decline: Choice = {
    label: t('Deny'),
    icon: 'circle-slash',
    description: t('The tool is not loaded, and you are not notified again'),
    choice: 'decline',
  };
  // The first row is the default on Enter, also after a file was shown, so it must be the safe one.
  const decisions = [decline, allow];
  return [
    ...decisions,
    separator(t('Files loaded by the tool')),
    ...file.modules.map((module) => ({
      label: vscode.workspace.asRelativePath(module.path),
      icon: 'file-code',
      description: changeOf(module, before),
      choice: module,
    })),
    ...gone.map((path) => ({
      label: vscode.workspace.asRelativePath(path),
      icon: 'trash',
      description: t('no longer loaded'),
    })),
  ];
}

function changeOf({ path, digest }: ToolModule, before: SavedDecision | undefined): string {
  if (!before) return '';
  const was = before.files[path];
  if (was === undefined) return t({ message: 'new', comment: 'a file that a custom tool loads' });
  return was === digest ? t('unchanged') : t('changed');
}

/** Shows the bytes that were hashed as read-only documents, because the file may have changed since. */
class ReviewedTexts implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** Opens the file, as a diff if it has changed since the last decision. */
  async show({ path, digest, bytes }: ToolModule, before: SavedDecision | undefined): Promise<void> {
    const now = this.uriOf(path, digest, bytes.toString());
    const was = before?.texts[path];
    if (was === undefined || before?.files[path] === digest) {
      await vscode.window.showTextDocument(now, { preview: true });
      return;
    }
    const title = t('{0} (since you decided)', basename(path));
    await openDiff(this.uriOf(path, 'before', was), now, title);
  }

  private uriOf(path: string, version: string, text: string): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme: SCHEME, query: version });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}
