/** Shows the user a file, or how two files differ. */
import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import { locate } from './paths.ts';

export async function showFile(args: Readonly<Record<string, unknown>>): Promise<readonly ContentPart[]> {
  const { path, line, compareWith } = args as { path: string; line?: number; compareWith?: string };
  const { uri, label } = await locate(path);
  const where = { viewColumn: vscode.ViewColumn.Active, preserveFocus: true };
  if (compareWith !== undefined) {
    const other = await locate(compareWith);
    const title = `${label} ↔ ${other.label}`;
    await vscode.commands.executeCommand('vscode.diff', uri, other.uri, title, where);
    return [{ type: 'text', text: `The user sees how ${other.label} differs from ${label}.` }];
  }
  const selection = line === undefined ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.commands.executeCommand('vscode.open', uri, { ...where, ...(selection && { selection }) });
  return [{ type: 'text', text: `The user sees ${label}${line === undefined ? '' : ` at line ${line}`}.` }];
}
