/** What can go with a message, from the editor and from the page. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ReadOwnAttachment } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import type { Attachment, ChatMessage } from '../../protocol/index.ts';
import type { ChatClient } from '../chat/chatHost.ts';
import { commands } from '../../contributions/index.ts';
import { openAsTextOrImage } from '../builtInTools/openAsText.ts';
import { ReadableFiles } from './readableFiles.ts';
import { PastedFiles } from './pastedFiles.ts';
import { lastEditor } from './lastEditor.ts';
import { ofFile, ofFolder, ofProblems, ofSelection } from './makeAttachment.ts';
import { readAttachment } from './readAttachment.ts';
import { suggest } from './suggest.ts';
import { WorkspaceFiles } from './workspaceFiles.ts';
import { showInformationMessage, showOpenDialog } from '../ui/index.ts';

type Message<T extends ChatMessage['type']> = Extract<ChatMessage, { type: T }>;

export class ComposerService {
  private readonly engine: () => Promise<Engine>;
  private readonly granted = new ReadableFiles();
  private readonly files = new WorkspaceFiles();
  private readonly held: PastedFiles;

  /** `storage`: the extension's folder for pasted files. */
  constructor(storage: vscode.Uri, engine: () => Promise<Engine>) {
    this.held = new PastedFiles(vscode.Uri.joinPath(storage, 'attachments'));
    this.engine = engine;
  }

  readonly read: ReadOwnAttachment = (attachment) =>
    readAttachment(attachment, { granted: this.granted, held: this.held, files: this.files });

  /** Posts suggestions, and again when the symbols are there. */
  async suggest({ request, trigger, query }: Message<'suggest'>, client: ChatClient): Promise<void> {
    const { engine, files, granted } = this;
    await suggest(trigger, query, { engine, files, granted }, (suggestions) =>
      client.post({ type: 'suggestions', request, suggestions }),
    );
  }

  /** Saves a pasted or dropped file and posts it, or why not, to the draft of the chat. */
  async hold(file: Message<'hold'>, client: ChatClient): Promise<void> {
    await compose(client, async () => [await this.held.hold(file)]);
  }

  /** The same for what was dragged from the editor's own views. */
  async drop({ uris }: Message<'drop'>, client: ChatClient): Promise<void> {
    await compose(client, () => Promise.all(uris.map((uri) => this.dropped(uri))));
  }

  async open(attachment: Attachment): Promise<void> {
    switch (attachment.kind) {
      case 'resource':
        await vscode.commands.executeCommand(commands.browseResources, attachment);
        break;
      case 'file':
        await openAsTextOrImage(await this.granted.check(attachment.uri));
        break;
      case 'folder':
        await vscode.commands.executeCommand('revealInExplorer', await this.granted.check(attachment.uri));
        break;
      case 'selection':
      case 'symbol': {
        const { startLine, startCharacter, endLine, endCharacter } = attachment.range;
        const selection = new vscode.Range(startLine, startCharacter, endLine, endCharacter);
        await openAsTextOrImage(await this.granted.check(attachment.uri), { selection });
        break;
      }
      case 'problems':
        await vscode.commands.executeCommand('workbench.actions.view.problems');
        break;
      case 'server':
        await vscode.commands.executeCommand(commands.selectTools);
        break;
      case 'data':
        await openAsTextOrImage(await this.held.find(attachment.id));
    }
  }

  /** Asks for files in a dialog unless the user pointed at `uri` in a view. */
  async pickFiles(uri?: vscode.Uri): Promise<readonly Attachment[]> {
    const picked =
      uri === undefined
        ? await showOpenDialog({
            title: t('Attach to the message'),
            openLabel: t('Attach'),
            canSelectMany: true,
          })
        : [uri];
    return Promise.all(
      (picked ?? []).map(async (each) => {
        this.granted.add(each);
        return asAttachment(each);
      }),
    );
  }

  selection(): readonly Attachment[] {
    const editor = lastEditor();
    const selection = editor && ofSelection(editor);
    if (!editor || !selection) {
      void showInformationMessage(t('Nothing is selected in the editor.'));
      return [];
    }
    this.granted.add(editor.document.uri);
    return [selection];
  }

  problems(): readonly Attachment[] {
    return [ofProblems()];
  }

  private async dropped(text: string): Promise<Attachment> {
    const uri = await this.granted.check(asSeenHere(text));
    return asAttachment(uri);
  }
}

/** The views of a remote window give the address with the name of that machine; extensions know it as a file. */
function asSeenHere(text: string): string {
  const uri = vscode.Uri.parse(text, true);
  const isRemote = uri.scheme === 'vscode-remote' && vscode.env.remoteName !== undefined;
  return isRemote ? uri.with({ scheme: 'file', authority: '' }).toString() : text;
}

async function asAttachment(uri: vscode.Uri): Promise<Attachment> {
  const { type } = await vscode.workspace.fs.stat(uri);
  return (type & vscode.FileType.Directory) === 0 ? ofFile(uri) : ofFolder(uri);
}

/** Posts to the draft what `make` returns, or its error. */
async function compose(client: ChatClient, make: () => Promise<readonly Attachment[]>): Promise<void> {
  try {
    client.post({ type: 'compose', text: '', attachments: await make() });
  } catch (error) {
    client.post({ type: 'compose', text: '', problem: (error as Error).message });
  }
}
