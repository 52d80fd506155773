import { t } from '@vscode/l10n';
import { goingOn, remedies, type Notice } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import type { ModelService } from '../modelSelection/modelService.ts';
import { asModelError } from './chatSession.ts';
import type { ChatController } from './controller.ts';

export function compact(
  controller: ChatController,
  engine: () => Promise<Engine>,
  models: Pick<ModelService, 'current'>,
): void {
  controller.runWork(async (conversation, signal, onEvent) => {
    const tell = (notice: Notice): void => onEvent({ type: 'turnEnd', end: { why: 'notCompacted', notice } });
    try {
      const model = await models.current(signal);
      const isDone = await (await engine()).turns.compact({ conversation, model, signal, onEvent });
      if (isDone) return;
      const text = t('Nothing was summarized: the earlier messages are short, or already summarized.');
      tell({ level: 'info', text, actions: [] });
    } catch (error) {
      if (signal.aborted) return;
      const { text, detail, kind } = asModelError(error);
      // Actions that go on are left out, because they would ask the model to answer.
      const actions = remedies[kind].filter((action) => !goingOn.has(action));
      tell({ level: 'error', text: text.localized, detail, actions });
    }
  });
}
