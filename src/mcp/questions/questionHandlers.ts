import {
  RELATED_TASK_META_KEY,
  type Client,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import type { RunningCalls, CallOptions } from '../runningCalls/runningCalls.ts';
import type { Interaction, Asking } from './interaction.ts';

/** Answers the questions of a server. The time limits of calls pause while the user answers. */
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

/** Adds the question's task to the answer, which has to name it (2025-11-25, basic/utilities/tasks). */
async function withRelatedTask<T extends object>(
  answer: Promise<T>,
  meta: Readonly<Record<string, unknown>> | undefined,
): Promise<T> {
  const task = meta?.[RELATED_TASK_META_KEY];
  const given = await answer;
  return task === undefined ? given : { ...given, _meta: { [RELATED_TASK_META_KEY]: task } };
}

/** Refuses a kind of question that has no handler. The SDK itself refuses modes that were not announced. */
function refuse(): never {
  throw new Error('This client does not support that kind of elicitation.');
}

type WaitingCall = Pick<CallOptions, 'signal' | 'id'>;
type Visit = NonNullable<Interaction['url']>;

const URL_ELICITATION_REQUIRED: number = ProtocolErrorCode.UrlElicitationRequired;
const MAX_RETRIES = 3;
const MAX_PAGES = 5;
const MAX_AWAITED = 100;

/** Handles pages that a server wants visited, and calls that it refuses until then (2025-11-25, client/elicitation). */
export class UrlElicitations {
  private readonly visit: Visit;
  private readonly server: string;
  private readonly awaited = new Map<string, AbortController>();

  constructor(visit: Visit, client: Client, server: string) {
    this.visit = visit;
    this.server = server;
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
      this.awaited.get(params.elicitationId)?.abort();
      this.awaited.delete(params.elicitationId);
    });
  }

  readonly ask: Visit = (request, from) =>
    this.visit(request, { ...from, page: { finished: this.finished(request.elicitationId), waits: false } });

  /**
   * Repeats a call after the user has visited the pages that it needs. No request runs meanwhile, so the user's time
   * counts against no limit.
   */
  async retrying<T>(waiting: WaitingCall, call: () => Promise<T>, retries = MAX_RETRIES): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const pages = pagesOf(error);
      if (retries === 0 || pages.length === 0 || pages.length > MAX_PAGES) throw error;
      await this.visitAll(pages, waiting);
      waiting.signal.throwIfAborted();
      return this.retrying(waiting, call, retries - 1);
    }
  }

  private async visitAll(pages: readonly Page[], { signal, id }: WaitingCall): Promise<void> {
    // The call will not be repeated after one refusal, so the other pages are of no use.
    const refused = new AbortController();
    const from: Asking = {
      server: this.server,
      signal: AbortSignal.any([signal, refused.signal]),
      call: id,
    };
    await Promise.all(
      pages.map(async (page) => {
        const finished = this.finished(page.elicitationId);
        const { action } = await this.visit(page, { ...from, page: { finished, waits: true } });
        if (action === 'accept') return;
        refused.abort();
        throw new Error(
          `The tool needs the user to visit a page first, and the user ${action === 'decline' ? 'declined' : 'cancelled'} that.`,
        );
      }),
    );
  }

  private finished(id: string): AbortSignal {
    const known = this.awaited.get(id) ?? new AbortController();
    this.awaited.set(id, known);
    const [oldest] = this.awaited.keys();
    if (this.awaited.size > MAX_AWAITED && oldest !== undefined) this.awaited.delete(oldest);
    return known.signal;
  }
}

type Page = Parameters<Visit>[0];

/** Returns the pages that an error asks for. Their contents are validated where the user is asked. */
function pagesOf(error: unknown): Page[] {
  if (!(error instanceof ProtocolError) || error.code !== URL_ELICITATION_REQUIRED) return [];
  const list = (error.data as { elicitations?: unknown } | undefined)?.elicitations;
  return Array.isArray(list) ? list.filter(isPage) : [];
}

function isPage(value: unknown): value is Page {
  const page = value as Partial<Record<keyof Page, unknown>> | null;
  return page?.mode === 'url' && typeof page.url === 'string' && typeof page.elicitationId === 'string';
}
