import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { knownEndpoints, type KnownEndpoint } from '../../models/index.ts';
import { commands } from '../../contributions/index.ts';
import { pickModel } from './modelPicker.ts';
import type { ModelService } from './modelService.ts';
import { setUpEndpoint } from './setUpEndpoint.ts';
import { modelCheck } from './modelCheck.ts';
import { effortLabel, efforts } from '../../protocol/index.ts';
import { writeEffort } from '../settings/settings.ts';
import { showQuickPick } from '../ui/index.ts';

/** Runs until a model is chosen, then opens the chat, or until the user leaves. */
export async function setUpModel(models: ModelService): Promise<void> {
  for (;;) {
    const answer = await pickModel<KnownEndpoint | undefined>(await models.sources('those that are set up'), {
      title: t('Patchbay: Set Up a Model'),
      placeholder: t('Select a model, or the provider of your model'),
      without: {
        waiting: {
          label: t('Searching for models on this machine…'),
          detail: t('Ollama, LM Studio, llama.cpp, vLLM and Jan are found at their default ports.'),
        },
        nothing: {
          label: t('Search for models on this machine again'),
          detail: t(
            'No models were found. Start a model server such as Ollama or LM Studio and search again, or select an endpoint.',
          ),
        },
      },
      others: {
        heading: t('Providers (API key required)'),
        rows: [
          ...knownEndpoints.map((known) => ({
            icon: 'key',
            label: known.title,
            description: known.baseURL.split('/')[2]?.replace('{resource}', '…'),
            value: known,
          })),
          {
            icon: 'globe',
            label: t('Other OpenAI-compatible endpoint…'),
            description: t('Enter the base URL'),
            value: undefined,
          },
        ],
      },
      check: modelCheck(),
    });
    if (answer.kind !== 'value') return;
    const { value: picked } = answer;
    if (picked.kind === 'model') await picked.source.choose(picked.model);
    else {
      const outcome = await setUpEndpoint(models, picked.value);
      if (outcome === 'back') continue;
      if (outcome === 'left') return;
    }
    await vscode.commands.executeCommand(commands.openChat);
    return;
  }
}

export async function selectModel(models: ModelService): Promise<boolean> {
  const answer = await pickModel(await models.sources('all'), {
    title: t('Patchbay: Select a Model'),
    placeholder: t('Select a model or enter a name'),
    others: {
      heading: t('Other endpoints'),
      rows: [{ icon: 'add', label: t('Set up another endpoint…'), value: commands.setUpModel }],
    },
  });
  if (answer.kind !== 'value') return false;
  const { value: picked } = answer;
  if (picked.kind === 'model') await picked.source.choose(picked.model);
  else await vscode.commands.executeCommand(picked.value);
  return picked.kind === 'model';
}

/** Reasoning effort of a conversation; undefined if none was chosen in it. */
interface EffortChoice {
  readonly effort: string | undefined;
  useEffort(effort: string): void;
}

/**
 * Offers the efforts that the model accepts. The choice counts for the chat's conversation and for all that have none
 * of their own. Returns whether one was chosen.
 */
export async function pickEffort(
  models: Pick<ModelService, 'name' | 'effort' | 'efforts'>,
  chat: EffortChoice,
): Promise<boolean> {
  const now = chat.effort ?? models.effort ?? '';
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
      : t('The model did not accept this value, or the value has not been tried yet.');
  const chosen = await showQuickPick(
    [
      row('', t("Use the model's default")),
      ...offered.map((effort) => row(effort, refused(effort))),
      { label: t('Other fields of requests…'), effort: undefined },
    ],
    {
      title: t('Patchbay: Reasoning Effort'),
      placeHolder:
        known.length > 0
          ? t('Applies to {0} from your next message', models.name ?? t('the model'))
          : t('{0} is not known to support reasoning effort', models.name ?? t('the model')),
    },
  );
  if (!chosen) return false;
  if (chosen.effort === undefined) {
    await vscode.commands.executeCommand(commands.openModelSettings);
    return false;
  }
  chat.useEffort(chosen.effort);
  await writeEffort(chosen.effort);
  return true;
}
