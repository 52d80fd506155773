import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { plainLabel } from '../../base/common/text.ts';
import type { Attachment, TextRange } from '../../protocol/index.ts';
import { fileLabel } from '../builtInTools/labels.ts';

const MAX_NAME = 120;

function nameOf(uri: vscode.Uri): string {
  return plainLabel(uri.path.split('/').findLast(Boolean), MAX_NAME) ?? uri.toString();
}

export function whereOf(uri: vscode.Uri): string {
  return plainLabel(fileLabel(uri), 300) ?? '';
}

export function ofFile(uri: vscode.Uri): Attachment {
  return { kind: 'file', uri: uri.toString(), name: nameOf(uri) };
}

export function ofFolder(uri: vscode.Uri): Attachment {
  return { kind: 'folder', uri: uri.toString(), name: `${nameOf(uri)}/` };
}

/**
 * Returns the selection as an attachment; undefined if nothing is selected. A selection that ends at the start of a
 * line does not include that line.
 */
export function ofSelection({ document, selection }: vscode.TextEditor): Attachment | undefined {
  if (selection.isEmpty) return undefined;
  const { start, end } = selection;
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  const lines = start.line === last ? String(start.line + 1) : `${start.line + 1}-${last + 1}`;
  return {
    kind: 'selection',
    uri: document.uri.toString(),
    name: `${nameOf(document.uri)}:${lines}`,
    range: rangeOf(selection),
  };
}

export function ofSymbol({ name, location }: vscode.SymbolInformation): Attachment {
  return {
    kind: 'symbol',
    uri: location.uri.toString(),
    name: plainLabel(name, MAX_NAME) ?? nameOf(location.uri),
    range: rangeOf(location.range),
  };
}

export function ofProblems(uri?: vscode.Uri): Attachment {
  return uri === undefined
    ? { kind: 'problems', name: t('Problems') }
    : { kind: 'problems', uri: uri.toString(), name: t('Problems in {0}', nameOf(uri)) };
}

function rangeOf({ start, end }: vscode.Range): TextRange {
  return {
    startLine: start.line,
    startCharacter: start.character,
    endLine: end.line,
    endCharacter: end.character,
  };
}
