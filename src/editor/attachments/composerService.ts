/** The host's side of writing a message: what can go with it, from the editor and from the page. */
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

  /** `storage` is the folder of the extension in which pasted files are held. */
  constructor(storage: vscode.Uri, engine: () => Promise<Engine>) {
    this.held = new PastedFiles(vscode.Uri.joinPath(storage, 'attachments'));
    this.engine = engine;
  }

  /** Reads what goes with a message. */
  readonly read: ReadOwnAttachment = (attachment) =>
    readAttachment(attachment, { granted: this.granted, held: this.held, files: this.files });

  /** Answers what `#` and `@` can mean, once or twice. */
  async suggest({ request, trigger, query }: Message<'suggest'>, client: ChatClient): Promise<void> {
    const { engine, files, granted } = this;
    await suggest(trigger, query, { engine, files, granted }, (suggestions) =>
      client.post({ type: 'suggestions', request, suggestions }),
    );
  }

  /** Takes a pasted or dropped file, and gives it to the draft of the chat, or says there why not. */
  async hold(file: Message<'hold'>, client: ChatClient): Promise<void> {
    await compose(client, async () => [await this.held.hold(file)]);
  }

  /** The same for what was dragged from the editor's own views. */
  async drop({ uris }: Message<'drop'>, client: ChatClient): Promise<void> {
    await compose(client, () => Promise.all(uris.map((uri) => this.dropped(uri))));
  }

  /** Opens what a chip stands for. */
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

  /** Asks for files by a dialog of the editor; `uri` where the user pointed at one in a view. */
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

  /** The selection of the editor that the user worked in; nothing where nothing is selected. */
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

  /** The problems of the workspace. */
  problems(): readonly Attachment[] {
    return [ofProblems()];
  }

  private async dropped(text: string): Promise<Attachment> {
    const uri = await this.granted.check(asSeenHere(text));
    return asAttachment(uri);
  }
}

/**
 * The address of a dropped file as extensions know it: the views of a window on another machine give it with that
 * machine's name.
 */
function asSeenHere(text: string): string {
  const uri = vscode.Uri.parse(text, true);
  const isRemote = uri.scheme === 'vscode-remote' && vscode.env.remoteName !== undefined;
  return isRemote ? uri.with({ scheme: 'file', authority: '' }).toString() : text;
}

async function asAttachment(uri: vscode.Uri): Promise<Attachment> {
  const { type } = await vscode.workspace.fs.stat(uri);
  return (type & vscode.FileType.Directory) === 0 ? ofFile(uri) : ofFolder(uri);
}

/** Gives the draft what `make` makes, or says there why it could not. */
async function compose(client: ChatClient, make: () => Promise<readonly Attachment[]>): Promise<void> {
  try {
    client.post({ type: 'compose', text: '', attachments: await make() });
  } catch (error) {
    client.post({ type: 'compose', text: '', problem: (error as Error).message });
  }
}
