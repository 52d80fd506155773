import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { plainLabel, plainText } from '../../base/common/text.ts';
import type { CustomFile, UnconfirmedFile } from '../../tools/index.ts';
import { treeItem, type TreeItem } from '../ui/index.ts';
import { commands } from '../../contributions/index.ts';
import { outsideLabel, toolSwitch } from './toolNodes.ts';
import { placeLabel, stateLabel, type ToolPlace } from '../servers/serverLabels.ts';

export type CustomNode =
  | { readonly kind: 'custom' }
  | { readonly kind: 'customFile'; readonly file: CustomFile };

/** VS Code recognizes the row by its object, so there is only one. */
export const customRoot = { kind: 'custom' } as const;

const MAX_LINE = 200;
const MAX_PROBLEM = 2_000;

export function customRows({ custom }: Engine): CustomNode[] {
  return (custom?.files ?? []).map((file) => ({ kind: 'customFile', file }));
}

export function customItem(node: CustomNode, engine: Engine, offer: ToolPlace | undefined): TreeItem {
  return node.kind === 'custom' ? rootItem(engine) : fileItem(node.file, engine, offer);
}

function rootItem({ custom, tools, enablement }: Engine): TreeItem {
  const files = custom?.files ?? [];
  const all = custom?.tools ?? [];
  const on = all.filter(({ name }) => enablement.isEnabled(tools.customSource, name)).length;
  const waiting = files.filter(({ kind }) => kind === 'unconfirmed').length;
  const broken = files.length - all.length - waiting;
  const count = on === all.length ? String(on) : t('{0} of {1}', on, all.length);
  const description = [
    broken > 0 ? t('{0} · {1} with an error', count, broken) : count,
    ...(waiting > 0 ? [t('{0} waiting for confirmation', waiting)] : []),
  ].join(' · ');
  return treeItem({
    label: t('Custom tools'),
    collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    id: 'custom',
    contextValue: 'custom',
    icon: broken > 0 ? ['error', 'list.errorForeground'] : waiting > 0 ? 'shield' : 'file-code',
    description,
    tooltip: t(
      "Your own tools: JavaScript files in ~/.patchbay/tools and in the workspace's .patchbay/tools.",
    ),
    accessibilityInformation: { label: t('Custom tools, {0}', description) },
  });
}

function fileItem(file: CustomFile, { tools, enablement }: Engine, offer: ToolPlace | undefined): TreeItem {
  const id = `custom:${file.file}`;
  if (file.kind === 'broken') {
    const { problem, line } = file;
    const placed = (text: string): string => (line === undefined ? text : t('line {0}: {1}', line, text));
    const label = basename(file.file);
    const at = (line ?? 1) - 1;
    const description = placed(plainLabel(problem, MAX_LINE) ?? '');
    return treeItem({
      label,
      id,
      contextValue: 'customFile.broken',
      icon: ['error', 'list.errorForeground'],
      description,
      command: {
        command: 'vscode.open',
        title: t('Open'),
        arguments: [vscode.Uri.file(file.file), { selection: new vscode.Range(at, 0, at, 0) }],
      },
      accessibilityInformation: { label: [label, stateLabel('error'), description].join(', ') },
      tooltip: [[placed(plainText(problem, MAX_PROBLEM) ?? '')], [file.file]],
    });
  }
  if (file.kind === 'unconfirmed') return unconfirmedItem(file, id);
  const { name, title = name, description } = file.tool;
  const isOn = enablement.isEnabled(tools.customSource, name);
  const place = isOn ? placeLabel(offer) : undefined;
  return treeItem({
    label: title,
    id,
    contextValue: 'customFile',
    icon: 'tools',
    description: isOn ? outsideLabel(offer) : undefined,
    ...toolSwitch(title, isOn, { more: place === undefined ? [] : [place], isMissing: offer === 'outside' }),
    tooltip: [
      [{ strong: title }, ...(place === undefined ? [] : [` · ${place}`])],
      [t('Name for the model: {0}. The tool needs approval.', name)],
      [description],
      [file.file],
    ],
  });
}

function unconfirmedItem({ file, before }: UnconfirmedFile, id: string): TreeItem {
  const label = basename(file);
  const description = standingOf(before);
  return treeItem({
    label,
    id,
    contextValue: 'customFile.confirm',
    icon: 'shield',
    description,
    command: { command: commands.reviewTools, title: t('Review…'), arguments: [file] },
    accessibilityInformation: { label: [label, description].join(', ') },
    tooltip: [[t('The tool is part of this workspace. It is not loaded until you allow it.')], [file]],
  });
}

function standingOf(before: UnconfirmedFile['before']): string {
  if (!before) return t('waiting for your confirmation');
  return before.allowed
    ? t('has changed and waits for your confirmation')
    : t({ message: 'denied', comment: 'a server or tool of the workspace' });
}
