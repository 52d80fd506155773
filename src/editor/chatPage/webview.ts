/** Connects one webview with the conversation: its HTML, and the messages both ways. */
import * as vscode from 'vscode';
import { findPlaces } from '../../agent/index.ts';
import type { Attachable, Attachment, ChangesDeed, ChatMessage, HostMessage } from '../../protocol/index.ts';
import { pageHtml } from '../common/page.ts';
import { isAttachment, isAttachments } from './attachmentCheck.ts';
import type { ChatClient } from '../chat/chatHost.ts';
import type { ChatController } from '../chat/controller.ts';
import { onFontChange, readFont } from './font.ts';
import { isStringRecord } from '../../base/common/guards.ts';

/** What a chat can ask for beyond the conversation. */
export interface ChatActions {
  /** Does what a button names. */
  act(action: Extract<ChatMessage, { type: 'action' }>['action']): void;
  openLink(href: string): void;
  /** Tells the chat which of these names are files of the workspace. */
  findFiles(question: Extract<ChatMessage, { type: 'findFiles' }>, client: ChatClient): void;
  /** Opens the file of the workspace that is called so. */
  openFile(name: string): void;
  insert(text: string): void;
  /** Shows what the code would make of a file. */
  apply(text: string, file: string | undefined): void;
  /** Does that about the files that a turn has changed. */
  changes(id: string, deed: ChangesDeed): void;
  runAgain(id: string): void;
  showServer(server: string): void;
  /** Copies the whole answer of which the item is the last part. */
  copyAnswer(id: string): void;
  copyResult(id: string): void;
  openCall(id: string, what: 'arguments' | 'result'): void;
  openResource(server: string, uri: string): void;
  /** Asks what to attach, where there is a choice, and tells the chat. */
  attach(what: Attachable, client: ChatClient): void;
  openAttachment(attachment: Attachment): void;
  suggest(question: Extract<ChatMessage, { type: 'suggest' }>, client: ChatClient): void;
  hold(file: Extract<ChatMessage, { type: 'hold' }>, client: ChatClient): void;
  drop(dropped: Extract<ChatMessage, { type: 'drop' }>, client: ChatClient): void;
  runPrompt(prompt: Extract<ChatMessage, { type: 'runPrompt' }>, client: ChatClient): void;
  complete(question: Extract<ChatMessage, { type: 'complete' }>, client: ChatClient): void;
}

/** Where a chat is. */
export interface ChatPlace {
  /** It has got the keyboard. */
  focused(): void;
  /** What its page remembers has changed to this, which only a page can read. */
  remember(kept: unknown): void;
  /** What its page remembered before, where the editor may have forgotten it. */
  readonly kept?: unknown;
}

/** Fills the webview and connects it. The result takes it out of the conversation again. */
export function connectWebview(
  webview: vscode.Webview,
  extension: vscode.Uri,
  controller: ChatController,
  actions: ChatActions,
  place: ChatPlace,
): vscode.Disposable {
  const dist = vscode.Uri.joinPath(extension, 'dist');
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  /** What went back into the composer while the page was hidden: the page that comes next gets it. */
  const returned: HostMessage[] = [];
  const client: ChatClient = {
    post: (message) =>
      void webview.postMessage(message).then((isThere) => {
        if (!isThere && message.type === 'compose') returned.push(message);
      }),
  };
  const detach = controller.attach(client);
  const subscription = webview.onDidReceiveMessage((message: unknown) => {
    if (isChatMessage(message)) receive(message);
  });
  const fonts = onFontChange(() => client.post(readFont()));
  const receive = (message: ChatMessage): void => {
    switch (message.type) {
      case 'ready':
        client.post(readFont());
        // Before another conversation may be shown: it goes into the draft of the one that it is from.
        for (const back of returned.splice(0)) client.post(back);
        return controller.sendSnapshot(client);
      case 'focused':
        controller.clients.focused(client);
        return place.focused();
      case 'remember':
        return place.remember(message.kept);
      case 'send':
        controller.send(message.text, client, message.attachments);
        return client.post({ type: 'heard' });
      case 'resend':
        return controller.resend(message.id, message.text);
      case 'regenerate':
        return controller.regenerate(message.id);
      case 'stop':
        return controller.stop();
      case 'newChat':
        return controller.newChat();
      case 'earlier':
        return controller.sendEarlier(client, message.before, message.through);
      case 'find': {
        const { request, text } = message;
        const places = findPlaces(controller.shown.items, text);
        return client.post({ type: 'found', request, places });
      }
      case 'action':
        return actions.act(message.action);
      case 'answer':
        return void controller.asks.answer(message.id, message.reply);
      case 'verdict':
        return void controller.asks.decide(message.id, message.verdict);
      case 'openLink':
        return actions.openLink(message.href);
      case 'findFiles':
        return actions.findFiles(message, client);
      case 'openFile':
        return actions.openFile(message.name);
      case 'copy':
        return void vscode.env.clipboard.writeText(message.text);
      case 'insert':
        return actions.insert(message.text);
      case 'apply':
        return actions.apply(message.text, message.file);
      case 'changes':
        return actions.changes(message.id, message.deed);
      case 'runAgain':
        return actions.runAgain(message.id);
      case 'showServer':
        return actions.showServer(message.server);
      case 'copyAnswer':
        return actions.copyAnswer(message.id);
      case 'copyResult':
        return actions.copyResult(message.id);
      case 'openCall':
        return actions.openCall(message.id, message.what);
      case 'runPrompt':
        return actions.runPrompt(message, client);
      case 'complete':
        return actions.complete(message, client);
      case 'unqueue':
        return controller.unqueue(message.id, message.how, client);
      case 'suggest':
        return actions.suggest(message, client);
      case 'hold':
        return actions.hold(message, client);
      case 'drop':
        return actions.drop(message, client);
      case 'attach':
        return actions.attach(message.what, client);
      case 'openAttachment':
        return actions.openAttachment(message.attachment);
      case 'openResource':
        return actions.openResource(message.server, message.uri);
    }
  };
  const page = { files: 'webview', root: 'patchbay-chat', title: 'Patchbay', kept: place.kept };
  webview.html = pageHtml(webview, dist, page);
  return new vscode.Disposable(() => {
    detach();
    subscription.dispose();
    fonts.dispose();
  });
}

/** The fields of each message that must be strings. A webview shows foreign content, so nothing is taken on trust. */
const stringFields: Record<ChatMessage['type'], readonly string[]> = {
  ready: [],
  focused: [],
  remember: [],
  send: ['text'],
  resend: ['id', 'text'],
  regenerate: ['id'],
  stop: [],
  newChat: [],
  earlier: ['before'],
  find: ['text'],
  action: ['action'],
  answer: ['id'],
  verdict: ['id'],
  openLink: ['href'],
  findFiles: [],
  openFile: ['name'],
  copy: ['text'],
  insert: ['text'],
  apply: ['text'],
  changes: ['id', 'deed'],
  runAgain: ['id'],
  showServer: ['server'],
  copyAnswer: ['id'],
  copyResult: ['id'],
  openCall: ['id', 'what'],
  runPrompt: ['server', 'name'],
  complete: ['server', 'name', 'argument', 'value'],
  unqueue: ['id', 'how'],
  suggest: ['trigger', 'query'],
  hold: ['name', 'data'],
  drop: [],
  attach: ['what'],
  openAttachment: [],
  openResource: ['server', 'uri'],
};

function isChatMessage(message: unknown): message is ChatMessage {
  if (typeof message !== 'object' || message === null) return false;
  const fields = message as Record<string, unknown>;
  const { type } = fields;
  return (
    typeof type === 'string' &&
    Object.hasOwn(stringFields, type) &&
    stringFields[type as ChatMessage['type']].every((field) => typeof fields[field] === 'string') &&
    (type !== 'earlier' || isOptionalText(fields['through'])) &&
    (type !== 'apply' || isOptionalText(fields['file'])) &&
    (!['find', 'findFiles'].includes(type) || typeof fields['request'] === 'number') &&
    (type !== 'send' || isAttachments(fields['attachments'] ?? [])) &&
    (type !== 'openAttachment' || isAttachment(fields['attachment'])) &&
    (type !== 'hold' || ['string', 'undefined'].includes(typeof fields['thumbnail'])) &&
    (type !== 'drop' || isList(fields['uris'], MAX_DROPPED)) &&
    (type !== 'findFiles' || isList(fields['names'], MAX_NAMES)) &&
    (type !== 'changes' || ['show', 'undo', 'redo'].includes(fields['deed'] as string)) &&
    (type !== 'runPrompt' || isStringRecord(fields['args'])) &&
    (type !== 'complete' || isStringRecord(fields['others']))
  );
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/** Files of one drop at most. */
const MAX_DROPPED = 20;
/** Names of files asked about at once, at most. */
const MAX_NAMES = 100;

function isList(value: unknown, most: number): boolean {
  return Array.isArray(value) && value.length <= most && value.every((each) => typeof each === 'string');
}
