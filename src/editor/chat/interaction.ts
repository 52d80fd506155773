import { t } from '@vscode/l10n';
import { questionOf, type Asking, type Interaction } from '../../mcp/index.ts';
import type { Answer, Question } from '../../protocol/index.ts';
import { showWarningMessage } from '../ui/index.ts';

export type Ask = (question: Question, from: Asking) => Promise<Answer>;

/** JSON-RPC error code for invalid params. */
const INVALID_PARAMS = -32_602;

export function createInteraction(ask: Ask, sample: NonNullable<Interaction['sample']>): Interaction {
  const answer = (params: unknown, from: Asking): Promise<Answer> => {
    const asked = questionOf(from.server, params);
    if (!asked.ok) throw Object.assign(new Error(asked.why), { code: INVALID_PARAMS });
    return ask(asked.question, from);
  };
  return {
    sample,
    onTooMany: (server) =>
      void showWarningMessage(
        t(
          '{0} asks too many questions. Further questions are refused for now. See the log of the server for details.',
          server,
        ),
      ),
    form: async (request, from) => {
      const given = await answer(request, from);
      if (given.action !== 'accept') return given;
      const values = Object.entries(given.content).map(
        ([name, value]) => [name, typeof value === 'object' ? [...value] : value] as const,
      );
      return { action: 'accept', content: Object.fromEntries(values) };
    },
    url: async (request, from) => {
      // The answer has no content, because an accepted page sends it to the server itself.
      const { action } = await answer(request, from);
      return { action };
    },
  };
}
