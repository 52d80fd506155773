/** The page only opens this: what it shows comes from others, so it cannot choose. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { commands } from '../../contributions/index.ts';
import { effortLabel, efforts } from '../../protocol/index.ts';
import { writeEffort } from '../settings/settings.ts';
import { showQuickPick } from '../ui/index.ts';
import type { ModelService } from './modelService.ts';

/** Offers what the model takes, as far as is known, and what is set now. */
export async function pickEffort(models: Pick<ModelService, 'name' | 'effort' | 'efforts'>): Promise<void> {
  const now = models.effort ?? '';
  const known = await models.efforts();
  const offered = efforts.filter((effort) => known.includes(effort) || effort === now);
  const row = (effort: string, detail?: string) => ({
    label: effortLabel(effort),
    effort,
    ...(detail !== undefined && { detail }),
    ...(effort === now && { description: t('(current)') }),
  });
  const refused = (effort: string): string | undefined =>
    known.some((each) => each === effort)
      ? undefined
      : t('The model did not accept this value, or was not asked yet.');
  const chosen = await showQuickPick(
    [
      row('', t('Nothing is said about it in the request.')),
      ...offered.map((effort) => row(effort, refused(effort))),
      { label: t('Other fields of requests…'), effort: undefined },
    ],
    {
      title: t('Patchbay: Reasoning Effort'),
      placeHolder:
        known.length > 0
          ? t('From the next message on, for {0}', models.name ?? t('the model'))
          : t('{0} takes no reasoning effort, as far as is known', models.name ?? t('the model')),
    },
  );
  if (!chosen) return;
  if (chosen.effort === undefined) await vscode.commands.executeCommand(commands.openModelSettings);
  else await writeEffort(chosen.effort);
}
