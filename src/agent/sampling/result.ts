import { t } from '@vscode/l10n';
import type { SamplingResult } from '../../mcp/index.ts';
import type { CallRequest, ChatModel, ModelRequest } from '../../models/index.ts';
import type { Usage } from '../../protocol/index.ts';
import { jsonObject } from '../../base/common/guards.ts';

export interface Sampled {
  readonly model: string;
  readonly text: string;
  readonly calls: readonly CallRequest[];
  readonly truncated: boolean;
  readonly usage?: Usage | undefined;
}

/**
 * Gets one answer from a model, outside of the chat.
 * @throws ModelError as the model does, or the signal's reason when aborted
 */
export async function sample(model: ChatModel, request: ModelRequest, signal: AbortSignal): Promise<Sampled> {
  let usage: Usage | undefined;
  for await (const event of model.stream({ ...request, isAside: true }, signal)) {
    if (event.type === 'usage') usage = event.usage;
    if (event.type !== 'answer') continue;
    const { text, calls } = event.message;
    return { model: model.name, text, calls, truncated: event.truncated, usage };
  }
  throw new Error(t('The model returned no answer.'));
}

/**
 * Converts an answer for the server. Endpoints do not say whether a stop sequence ended it, so that reads as `endTurn`.
 */
export function samplingResult(
  { model, text, calls, truncated }: Sampled,
  toolNames: ReadonlyMap<string, string>,
  newId: () => string,
): SamplingResult {
  const whole = calls.filter(({ cutBy }) => cutBy === undefined);
  const used = whole.map(({ name, argsText }) => ({
    type: 'tool_use' as const,
    id: newId(),
    name: toolNames.get(name) ?? name,
    input: jsonObject(argsText) ?? {},
  }));
  const said = { type: 'text' as const, text };
  const stopReason = used.length > 0 ? 'toolUse' : truncated || calls.length > 0 ? 'maxTokens' : 'endTurn';
  if (used.length === 0) return { role: 'assistant', model, stopReason, content: said };
  return { role: 'assistant', model, stopReason, content: [...(text === '' ? [] : [said]), ...used] };
}
