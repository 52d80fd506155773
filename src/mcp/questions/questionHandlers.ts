import { RELATED_TASK_META_KEY, type Client } from '@modelcontextprotocol/client';
import type { RunningCalls } from '../runningCalls/runningCalls.ts';
import type { Interaction } from './interaction.ts';
import { UrlElicitations } from './urlElicitation.ts';

/** The time limits of calls pause while the user answers. */
export function handleQuestions(
  interaction: Interaction | undefined,
  client: Client,
  server: string,
  running: RunningCalls,
): UrlElicitations | undefined {
  const { form, url, sample } = interaction ?? {};
  const pages = url && new UrlElicitations(url, client, server);
  if (form ?? url) {
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => {
      const answer = running.whileAsked(mcpReq['_meta'], async (call) => {
        const from = { server, signal: mcpReq.signal, call };
        return params.mode === 'url' ? (pages?.ask ?? refuse)(params, from) : (form ?? refuse)(params, from);
      });
      return withRelatedTask(answer, mcpReq['_meta']);
    });
  }
  if (sample) {
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) => {
      const answer = running.whileAsked(mcpReq['_meta'], (call) =>
        sample(params, { server, signal: mcpReq.signal, call }),
      );
      return withRelatedTask(answer, mcpReq['_meta']);
    });
  }
  return pages;
}

/** The answer names the question's task (2025-11-25, basic/utilities/tasks). */
async function withRelatedTask<T extends object>(
  answer: Promise<T>,
  meta: Readonly<Record<string, unknown>> | undefined,
): Promise<T> {
  const task = meta?.[RELATED_TASK_META_KEY];
  const given = await answer;
  return task === undefined ? given : { ...given, _meta: { [RELATED_TASK_META_KEY]: task } };
}

/** The SDK itself refuses modes that were not announced. */
function refuse(): never {
  throw new Error('This client does not support that kind of elicitation.');
}
