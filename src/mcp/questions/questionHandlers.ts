/** Has the user answer the questions of a server: elicitation and sampling requests. */
import { RELATED_TASK_META_KEY, type Client } from '@modelcontextprotocol/client';
import type { RunningCalls } from '../runningCalls/runningCalls.ts';
import type { Interaction } from './interaction.ts';
import { UrlElicitations } from './urlElicitation.ts';

/**
 * Answers a server's questions through `interaction`: in the older era as they come, in the newer within a
 * call. The time of calls stands still meanwhile (`running`). Gives what has pages visited, if anybody does that.
 */
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

/** An answer names the task that the question belongs to (2025-11-25, basic/utilities/tasks). */
async function withRelatedTask<T extends object>(
  answer: Promise<T>,
  meta: Readonly<Record<string, unknown>> | undefined,
): Promise<T> {
  const task = meta?.[RELATED_TASK_META_KEY];
  const given = await answer;
  return task === undefined ? given : { ...given, _meta: { [RELATED_TASK_META_KEY]: task } };
}

/** The SDK answers a mode that was not announced by itself; this is for the compiler, and for the day it does not. */
function refuse(): never {
  throw new Error('This client does not support that kind of elicitation.');
}
