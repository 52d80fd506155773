import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ReadOwnAttachment } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import type { Attachable, Attachment, ChatMessage } from '../../protocol/index.ts';
import type { ChatClient, ComposerTarget } from '../chat/chatHost.ts';
import type { ChatClients } from '../chat/clients.ts';
import { commands } from '../../contributions/index.ts';
import { openAsTextOrImage } from '../builtInTools/openAsText.ts';
import { ReadableFiles } from './readableFiles.ts';
import { PastedFiles } from './pastedFiles.ts';
import { EditorContext } from './editorContext.ts';
import { ofFile, ofFolder, ofProblems } from './makeAttachment.ts';
import { chooseAttachment, suggest } from './suggest.ts';
import { readAttachment } from './readAttachment.ts';
import { WorkspaceFileNames } from './workspaceFiles.ts';
import { showInformationMessage, showOpenDialog } from '../ui/index.ts';

type Message<T extends ChatMessage['type']> = Extract<ChatMessage, { type: T }>;

export class ComposerService implements vscode.Disposable {
  private readonly engine: () => Promise<Engine>;
  private readonly granted = new ReadableFiles();
  private readonly files = new WorkspaceFileNames();
  private readonly held: PastedFiles;
  private readonly context = new EditorContext(this.granted, () => this.contextChanged());
  private readonly chats = new Set<ChatClients>();
  /** The attachment that was offered to the pages last, as JSON; empty if there was none. */
  private offered = '';

  constructor(storage: vscode.Uri, engine: () => Promise<Engine>) {
    this.held = new PastedFiles(vscode.Uri.joinPath(storage, 'attachments'));
    this.engine = engine;
  }

  readonly read: ReadOwnAttachment = (attachment) =>
    readAttachment(attachment, { granted: this.granted, held: this.held, files: this.files });

  async suggest({ request, trigger, query }: Message<'suggest'>, client: ChatClient): Promise<void> {
    const { engine, files, context } = this;
    await suggest(trigger, query, { engine, files, context }, (suggestions) =>
      client.post({ type: 'suggestions', request, suggestions }),
    );
  }

  /** Posts what the editor offers to the page, and from now on each change of it to all pages of the chat. */
  showContext(page: ChatClient, chat: ChatClients): void {
    this.chats.add(chat);
    const { offered } = this.context;
    page.post({ type: 'editorContext', ...(offered && { attachment: offered }) });
  }

  /**
   * Lets the user choose an attachment and posts it to the draft. Returns the kind instead if it has a dialog of its
   * own.
   */
  async pick(composer: ComposerTarget): Promise<Attachable | undefined> {
    const chosen = await chooseAttachment(this.context, this.files);
    if (chosen?.kind === 'ask') return chosen.what;
    composer.compose({ text: '', attachments: chosen && [chosen.attachment] });
    return undefined;
  }

  dispose(): void {
    this.context.dispose();
  }

  /** Saves a pasted or dropped file, and posts it or the problem to the draft of the chat. */
  async hold(file: Message<'hold'>, composer: ComposerTarget): Promise<void> {
    await compose(composer, async () => [await this.held.hold(file)]);
  }

  async drop({ uris }: Message<'drop'>, composer: ComposerTarget): Promise<void> {
    await compose(composer, () => Promise.all(uris.map((uri) => this.dropped(uri))));
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
        this.granted.allowFile(each);
        return asAttachment(each);
      }),
    );
  }

  selection(): readonly Attachment[] {
    const { selection } = this.context;
    if (selection) return [selection];
    void showInformationMessage(t('Nothing is selected in the editor.'));
    return [];
  }

  problems(): readonly Attachment[] {
    return [ofProblems()];
  }

  private contextChanged(): void {
    const { offered } = this.context;
    const text = offered ? JSON.stringify(offered) : '';
    if (text === this.offered) return;
    this.offered = text;
    for (const chat of this.chats) {
      if (chat.newest) chat.post({ type: 'editorContext', ...(offered && { attachment: offered }) });
      else this.chats.delete(chat);
    }
  }

  private async dropped(text: string): Promise<Attachment> {
    const uri = await this.granted.check(asSeenHere(text));
    return asAttachment(uri);
  }
}

/**
 * In a remote window, views give addresses with the name of the remote machine. Patchbay runs on that machine, where
 * the same file has a `file:` address.
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

async function compose(composer: ComposerTarget, make: () => Promise<readonly Attachment[]>): Promise<void> {
  try {
    composer.compose({ text: '', attachments: await make() });
  } catch (error) {
    composer.compose({ text: '', problem: (error as Error).message });
  }
}
