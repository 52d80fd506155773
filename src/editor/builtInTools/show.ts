import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import { openDiff } from '../ui/index.ts';
import type { CallContext } from '../../tools/index.ts';
import { approvedToRead } from './fileNeeds.ts';
import { openAsText } from './openAsText.ts';
import { locate } from './paths.ts';

export async function showFile(
  args: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<readonly ContentPart[]> {
  const { path, line, compareWith } = args as { path: string; line?: number; compareWith?: string };
  const place = await locate(path);
  const { uri, label } = place;
  await approvedToRead(place, context);
  const where = { viewColumn: vscode.ViewColumn.Active, preserveFocus: true };
  if (compareWith !== undefined) {
    const other = await locate(compareWith);
    await approvedToRead(other, context);
    const title = `${label} ↔ ${other.label}`;
    await openDiff(uri, other.uri, title, where);
    return [{ type: 'text', text: `The user sees how ${other.label} differs from ${label}.` }];
  }
  const selection = line === undefined ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  await openAsText(uri, { ...where, ...(selection && { selection }) });
  return [{ type: 'text', text: `The user sees ${label}${line === undefined ? '' : ` at line ${line}`}.` }];
}
