import { t } from '@vscode/l10n';
import { msg } from '../../base/common/message.ts';
import { chooseModel } from '../../agent/index.ts';
import {
  createLanguageModel,
  ModelError,
  noSuchLanguageModel,
  portName,
  type ChatModel,
} from '../../models/index.ts';
import { languageModel, languageModels } from './languageModels.ts';
import type { ModelSource, OfferedModel } from './modelRows.ts';
import { readModelSettings, readSetting, writeModel } from '../settings/settings.ts';

/** Limit for the list of models while a server waits for an answer of the model. */
const LIST_LIMIT_MS = 3000;

export class EditorModels {
  private readonly listLimitMs: number;
  private readonly sight = new Map<string, boolean>();

  constructor(listLimitMs = LIST_LIMIT_MS) {
    this.listLimitMs = listLimitMs;
  }

  get isChosen(): boolean {
    return readSetting('model.provider') === 'editor';
  }

  get seesImages(): boolean {
    const { model, images } = readModelSettings();
    return images !== false && this.sight.get(model ?? '') !== false;
  }

  get source(): ModelSource {
    return {
      title: t('Language models of the editor'),
      current: this.isChosen ? readModelSettings().model : undefined,
      ifNone: 'omit',
      list: (signal) => this.list(signal),
      choose: (model) => writeModel({ model, provider: 'editor' }),
    };
  }

  /** @throws ModelError when none is chosen, or it does not exist. */
  async current(signal: AbortSignal): Promise<ChatModel> {
    const { model } = readModelSettings();
    if (model === undefined)
      throw new ModelError('no-model', msg('No language model of the editor is selected. Select one.'));
    return this.model(model, signal);
  }

  /** Considers only the vendor that the user chose. @throws ModelError as `current` does. */
  async nearest(hints: readonly string[], signal: AbortSignal): Promise<ChatModel> {
    const chosen = readModelSettings().model;
    if (hints.length === 0 || chosen === undefined) return this.current(signal);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(this.listLimitMs)]);
    const available = await this.list(inTime).catch(() => []);
    const vendor = chosen.slice(0, chosen.indexOf('/') + 1);
    const names = available.map(({ name }) => name).filter((name) => name.startsWith(vendor));
    return this.model(chooseModel(hints, names, chosen), signal);
  }

  private async list(signal: AbortSignal): Promise<OfferedModel[]> {
    const ports = await languageModels(signal);
    for (const port of ports) this.sight.set(portName(port), port.canSee);
    return ports
      .map((port) => ({
        name: portName(port),
        title: port.title,
        contextWindow: port.maxInputTokens || undefined,
        canSee: port.canSee,
        canCallTools: port.canCallTools,
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
  }

  private async model(name: string, signal: AbortSignal): Promise<ChatModel> {
    const port = await languageModel(name, signal);
    if (!port) throw noSuchLanguageModel(name);
    this.sight.set(name, port.canSee);
    return createLanguageModel(port, readModelSettings());
  }
}
