/** Completes arguments of prompts. A new request aborts the one before. */
import type { Engine } from '../../engine.ts';
import type { ChatMessage } from '../../protocol/index.ts';
import type { ChatClient } from '../chat/chatHost.ts';

type Complete = Extract<ChatMessage, { type: 'complete' }>;

export class PromptCompleter {
  private readonly engine: () => Promise<Engine>;
  private running: AbortController | undefined;

  constructor(engine: () => Promise<Engine>) {
    this.engine = engine;
  }

  async answer(question: Complete, client: ChatClient): Promise<void> {
    this.running?.abort();
    const asking = new AbortController();
    this.running = asking;
    const { promptExpansion } = await this.engine();
    let values: readonly string[] = [];
    try {
      values = await promptExpansion.complete(question, asking.signal);
    } catch {
      // Nothing to suggest.
    }
    if (!asking.signal.aborted) client.post({ type: 'completions', request: question.request, values });
  }
}
