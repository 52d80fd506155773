import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { plainLabel, plainText } from '../../base/common/text.ts';
import { stateLabel } from '../servers/serverLabels.ts';
import { treeItem, type TreeItem } from '../ui/index.ts';
import { costSentence, formatTokens, type Window } from './cost.ts';
import { toolSwitch } from './toolNodes.ts';

export type FoundSkill = NonNullable<Engine['skills']>['files'][number];

export type SkillNode = { readonly kind: 'skills' } | { readonly kind: 'skill'; readonly skill: FoundSkill };

/** VS Code recognizes the row by its object, so there is only one. */
export const skillRoot = { kind: 'skills' } as const;

const MAX_LINE = 200;
const MAX_PROBLEM = 2_000;

export function skillRows(files: readonly FoundSkill[] = []): SkillNode[] {
  return files.map((skill) => ({ kind: 'skill', skill }));
}

export function skillItem(node: SkillNode, engine: Engine, window: Window): TreeItem {
  return node.kind === 'skills' ? rootItem(engine) : fileItem(node.skill, engine, window);
}

function rootItem({ skills, enablement, skillSource }: Engine): TreeItem {
  const files = skills?.files ?? [];
  const all = files.filter((each) => each.kind === 'skill');
  const on = all.filter(({ name }) => enablement.isEnabled(skillSource, name)).length;
  const broken = files.length - all.length;
  const count = on === all.length ? String(on) : t('{0} of {1}', on, all.length);
  const description = broken > 0 ? t('{0} · {1} with an error', count, broken) : count;
  return treeItem({
    label: t('Skills'),
    collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    id: 'skills',
    contextValue: 'skills',
    icon: broken > 0 ? ['error', 'list.errorForeground'] : 'mortar-board',
    description,
    tooltip: t(
      'Folders with SKILL.md, in ~/.patchbay/skills and in .patchbay/skills, .agents/skills and .claude/skills of the workspace. The model gets their names and descriptions, and loads one when it needs it.',
    ),
    accessibilityInformation: { label: t('Skills, {0}', description) },
  });
}

function fileItem(skill: FoundSkill, { enablement, skillSource }: Engine, window: Window): TreeItem {
  const { file, name } = skill;
  const shared = { label: name, id: `skill:${file}`, contextValue: 'skill' };
  if (skill.kind === 'broken') {
    const description = plainLabel(skill.problem, MAX_LINE) ?? '';
    return treeItem({
      ...shared,
      icon: ['error', 'list.errorForeground'],
      description,
      accessibilityInformation: { label: [name, stateLabel('error'), description].join(', ') },
      tooltip: [[plainText(skill.problem, MAX_PROBLEM) ?? ''], [file]],
    });
  }
  const { marked, tokens, bodyTokens, hidden } = skill;
  const isOn = enablement.isEnabled(skillSource, name);
  const cost = formatTokens(tokens);
  const warning =
    hidden === 1 ? t('Contains 1 invisible character.') : t('Contains {0} invisible characters.', hidden);
  const warnings = hidden > 0 ? [warning] : [];
  const { checkboxState, accessibilityInformation } = toolSwitch(name, isOn, { more: [cost, ...warnings] });
  const tooltip = isOn ? t('The model can use this skill') : t('The model cannot use this skill');
  return treeItem({
    ...shared,
    icon: hidden > 0 ? ['warning', 'list.warningForeground'] : 'mortar-board',
    description: cost,
    checkboxState: { ...checkboxState, tooltip },
    accessibilityInformation,
    tooltip: [
      [{ strong: name }],
      [marked],
      ...warnings.map((each) => [each]),
      [costSentence(tokens, window)],
      [t('About {0} when loaded.', formatTokens(bodyTokens))],
      [file],
    ],
  });
}
