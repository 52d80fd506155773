/** Shows the arguments or the whole result of a call as a read-only document. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ContentPart } from '../../protocol/index.ts';
import { isJson } from '../../base/common/guards.ts';
import type { Transcript } from '../../agent/index.ts';
import { toText } from './copiedText.ts';

const SCHEME = 'patchbay-call';

export class CallDocuments implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly hasRemoteSchema: (text: string) => boolean;

  /** `hasRemoteSchema`: whether VS Code would fetch a schema for a text. */
  constructor(hasRemoteSchema: (text: string) => boolean) {
    this.hasRemoteSchema = hasRemoteSchema;
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === SCHEME) this.texts.delete(uri.path);
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  async open(transcript: Transcript, id: string, what: 'arguments' | 'result'): Promise<void> {
    const call = transcript.call(id);
    if (call) await this.show({ ...call, id, result: transcript.result(id) }, what);
  }

  /** `id` distinguishes calls of the same tool. */
  async show(
    call: {
      readonly id: string;
      readonly toolName: string;
      readonly argsText: string;
      readonly result?: readonly ContentPart[] | undefined;
    },
    what: 'arguments' | 'result',
  ): Promise<void> {
    const { id, toolName, argsText, result = [] } = call;
    const text = what === 'arguments' ? pretty(argsText) : toText(result);
    const part = what === 'arguments' ? t('arguments') : t('result');
    // VS Code fetches the schema that JSON names, and this text is a model's or a server's.
    const ending = isJson(text) && !this.hasRemoteSchema(text) ? 'json' : 'txt';
    await this.showText(`${toolName} ${part} ${id}.${ending}`, text);
  }

  async showText(name: string, text: string): Promise<void> {
    const path = `/${name.replace(/[^\w. -]/g, '_')}`;
    this.texts.set(path, text);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: SCHEME, path }));
    await vscode.window.showTextDocument(document, { preview: true });
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
