import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { commands } from '../../contributions/index.ts';
import { pickModel } from './modelPicker.ts';
import type { ModelService } from './modelService.ts';

export async function selectModel(models: ModelService): Promise<void> {
  const answer = await pickModel(await models.sources('all'), {
    title: t('Patchbay: Select a Model'),
    placeholder: t('Select a model or enter a name'),
    others: {
      heading: t('Other endpoints'),
      rows: [{ icon: 'add', label: t('Set up another endpoint…'), value: commands.setUpModel }],
    },
  });
  if (answer.kind !== 'value') return;
  const { value: picked } = answer;
  if (picked.kind === 'model') await picked.source.choose(picked.model);
  else await vscode.commands.executeCommand(picked.value);
}
