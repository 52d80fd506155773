/** Runs a call of the history again, as it was or with other arguments. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { HistoryCall } from '../../protocol/index.ts';
import { callable } from '../chat/callAgain.ts';
import { permitBy, type AskApproval } from '../chat/permit.ts';

/** The arguments that the question shows, in characters. */
const SHOWN = 1_000;

/**
 * Runs it, with a notification that can cancel it. Gives why it cannot run, or undefined when it has ended;
 * `onStart` hears its number as soon as it stands in the history.
 */
export async function runAgain(
  engine: Engine,
  { source, tool: toolName }: HistoryCall,
  argsText: string,
  onStart: (seq: number) => void,
): Promise<string | undefined> {
  const origin = source.kind === 'mcp' ? ` of ${source.server}` : '';
  const found = callable(engine, { source, toolName, argsText });
  if (found.problem !== undefined) return found.problem;
  const id = randomUUID();
  const ask: AskApproval = async () => {
    const detail = argsText.length > SHOWN ? `${argsText.slice(0, SHOWN)}…` : argsText;
    const answer = await vscode.window.showWarningMessage(
      `Run ${toolName}${origin}?`,
      { modal: true, detail },
      'Run',
    );
    return answer === undefined ? { allowed: false, reason: '' } : { allowed: true };
  };
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: `Running ${toolName}${origin}`,
      cancellable: true,
    },
    async (_, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort(new Error('Cancelled by the user.')));
      const request = { id, name: found.wireName, argsText, signal: abort.signal };
      for await (const event of engine.call({ ...request, permit: permitBy(engine, id, ask) })) {
        const seq = event.type === 'callStart' ? engine.history?.numberOf(id, id) : undefined;
        if (seq !== undefined) onStart(seq);
      }
    },
  );
  return undefined;
}
