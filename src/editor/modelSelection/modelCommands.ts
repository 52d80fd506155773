import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { KnownEndpoint } from '../../models/index.ts';
import { commands } from '../../contributions/index.ts';
import { pickModel } from './modelPicker.ts';
import type { ModelService } from './modelService.ts';
import { setUpEndpoint } from './setUpEndpoint.ts';
import { modelCheck } from './modelCheck.ts';

/** Runs until a model is chosen, then opens the chat, or until the user leaves. */
export async function setUpModel(models: ModelService): Promise<void> {
  for (;;) {
    const { knownEndpoints } = models.endpointParts.core();
    const answer = await pickModel<KnownEndpoint | undefined>(await models.sources('those that are set up'), {
      title: t('Patchbay: Set Up a Model'),
      placeholder: t('Select a model that was found, or where your model runs'),
      without: {
        waiting: {
          label: t('Searching for models on this machine…'),
          detail: t('Ollama, LM Studio, llama.cpp, vLLM and Jan are found at their default ports.'),
        },
        nothing: {
          label: t('No models found on this machine'),
          detail: t(
            'Start a model server such as Ollama or LM Studio and run this command again, or select an endpoint.',
          ),
        },
      },
      others: {
        heading: t('Providers (API key required)'),
        rows: [
          ...knownEndpoints.map((known) => ({
            icon: 'key',
            label: known.title,
            description: new URL(known.baseURL).host,
            value: known,
          })),
          {
            icon: 'globe',
            label: t('Other OpenAI-compatible endpoint…'),
            description: t('Enter its base URL'),
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
      const outcome = await setUpEndpoint(models.endpointParts, picked.value);
      if (outcome === 'back') continue;
      if (outcome === 'left') return;
    }
    await vscode.commands.executeCommand(commands.openChat);
    return;
  }
}

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
