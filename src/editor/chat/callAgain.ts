/** Makes a call of the conversation once more, for the user: it is shown, and the model is not told of it. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { TurnEvent } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import type { ToolSource } from '../../protocol/index.ts';
import type { ChatController } from './controller.ts';
import { permitBy } from './permit.ts';

/** A call as it was made. */
interface Made {
  readonly source: ToolSource;
  readonly toolName: string;
  readonly argsText: string;
}

/** What a call needs to be made now, or why it cannot be made. */
export type Callable =
  | { readonly wireName: string; readonly problem?: undefined }
  | { readonly problem: string };

/** Looks for the tool of the call, and holds its arguments against what the tool wants now. */
export function callable(engine: Engine, { source, toolName, argsText }: Made): Callable {
  const found = engine.find(source, toolName);
  const origin = source.kind === 'mcp' ? ` of ${source.server}` : '';
  if (!found)
    return {
      problem: `There is no tool ${toolName}${origin} now: its server is not connected, or it is switched off.`,
    };
  const args = objectOf(argsText);
  const problem = args ? engine.argumentProblem(found.tool, args) : 'The arguments are not a JSON object.';
  return problem === undefined ? { wireName: found.wireName } : { problem };
}

/** Makes the call of that id once more, as it was; asks for permission as for any other call. */
export async function callAgain(
  controller: ChatController,
  load: () => Promise<Engine>,
  id: string,
): Promise<void> {
  const call = controller.shown.call(id);
  if (!call) return;
  const engine = await load();
  const found = callable(engine, call);
  if (found.problem !== undefined) {
    void vscode.window.showErrorMessage(`The call cannot be run again. ${found.problem}`);
    return;
  }
  controller.runAside(async function* (conversation, signal): AsyncGenerator<TurnEvent> {
    const permit = permitBy(engine, conversation, (...asked) => controller.approve(...asked));
    const request = { id: randomUUID(), name: found.wireName, argsText: call.argsText, permit, signal };
    for await (const event of engine.call(request))
      // A step of its own: it has nothing to do with the call above it.
      yield event.type === 'callStart' ? { ...event, step: -Date.now(), byUser: true } : event;
  });
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
