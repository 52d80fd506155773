/** The user's own tools in the tree: one row that unfolds to one for each file, the broken ones included. */
import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { plainLabel, plainText } from '../../mcp/index.ts';
import type { CustomFile } from '../../tools/index.ts';
import { toolCheckbox } from './checkbox.ts';
import { stateWord } from './words.ts';

/** The row of all of them, or of one file. */
export type CustomNode =
  | { readonly kind: 'custom' }
  | { readonly kind: 'customFile'; readonly file: CustomFile };

/** Always the same, so that the editor knows it again. */
export const customRoot = { kind: 'custom' } as const;

/** Characters of a problem in its row and in its hover. */
const MAX_LINE = 200;
const MAX_PROBLEM = 2_000;

/** The rows below the root. */
export function customRows({ custom }: Engine): CustomNode[] {
  return (custom?.files ?? []).map((file) => ({ kind: 'customFile', file }));
}

/** The row of the root or of a file. */
export function customItem(node: CustomNode, engine: Engine): vscode.TreeItem {
  return node.kind === 'custom' ? rootItem(engine) : fileItem(node.file, engine);
}

function rootItem({ custom, tools, enablement }: Engine): vscode.TreeItem {
  const files = custom?.files ?? [];
  const all = custom?.tools ?? [];
  const on = all.filter(({ name }) => enablement.isEnabled(tools.customSource, name)).length;
  const broken = files.length - all.length;
  const item = new vscode.TreeItem(t('Custom tools'), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = 'custom';
  item.contextValue = 'custom';
  item.iconPath =
    broken > 0
      ? new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'))
      : new vscode.ThemeIcon('file-code');
  const count = on === all.length ? String(on) : t('{0} of {1}', on, all.length);
  item.description = broken > 0 ? t('{0} · {1} with an error', count, broken) : count;
  item.tooltip = t(
    'Your own tools: JavaScript files in ~/.patchbay/tools and in the workspace’s .patchbay/tools.',
  );
  item.accessibilityInformation = { label: t('Custom tools, {0}', item.description) };
  return item;
}

function fileItem(file: CustomFile, { tools, enablement }: Engine): vscode.TreeItem {
  const uri = vscode.Uri.file(file.file);
  const item = new vscode.TreeItem(basename(file.file));
  item.id = `custom:${file.file}`;
  const open = (line: number): vscode.Command => ({
    command: 'vscode.open',
    title: t('Open'),
    arguments: [uri, { selection: new vscode.Range(line - 1, 0, line - 1, 0) }],
  });
  const hover = new vscode.MarkdownString();
  item.tooltip = hover;
  if (file.kind === 'broken') {
    const { problem, line } = file;
    const placed = (text: string): string => (line === undefined ? text : t('line {0}: {1}', line, text));
    item.contextValue = 'customFile.broken';
    item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    item.description = placed(plainLabel(problem, MAX_LINE) ?? '');
    item.command = open(line ?? 1);
    item.accessibilityInformation = {
      label: [basename(file.file), stateWord('error'), item.description].join(', '),
    };
    hover
      .appendText(placed(plainText(problem, MAX_PROBLEM) ?? ''))
      .appendMarkdown('\n\n')
      .appendText(file.file);
    return item;
  }
  const { name, title = name, description } = file.tool;
  const isOn = enablement.isEnabled(tools.customSource, name);
  item.label = title;
  item.contextValue = 'customFile';
  item.description = plainLabel(description.split('\n', 1)[0], MAX_LINE) ?? '';
  item.command = open(1);
  item.checkboxState = toolCheckbox(title, isOn);
  hover
    .appendMarkdown(`${t('The model knows it as {0}. It asks before it runs.', `\`${name}\``)}\n\n`)
    .appendText(description)
    .appendMarkdown('\n\n')
    .appendText(file.file);
  return item;
}
