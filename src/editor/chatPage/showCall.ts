import { t } from '@vscode/l10n';
import { isJson } from '../../base/common/guards.ts';
import type { ContentPart } from '../../protocol/index.ts';
import { hasRemoteSchema } from '../../tools/index.ts';
import type { CallDocuments } from './callDocuments.ts';
import { toText } from './copiedText.ts';

export async function showCall(
  documents: CallDocuments,
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
  const ending = isJson(text) && !(await hasRemoteSchema(text, 'call.json')) ? 'json' : 'txt';
  await documents.show(`${toolName} ${part} ${id}.${ending}`, text);
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
