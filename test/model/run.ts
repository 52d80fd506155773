/** Runs the recorded tasks in windows of their own, with the demo's servers beside the built-in tools. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoServers } from '../../scripts/demo/servers.ts';
import { openChat } from '../e2e/support/chat.ts';
import { openWindow, type WindowOptions } from '../e2e/support/openWindow.ts';
import { serversConnected } from '../e2e/support/servers.ts';
import type { Window } from '../e2e/support/window.ts';
import { callsReply, startEndpoint, textReply, type SeenRequest } from '../fixtures/endpoint.ts';
import type { Decision, ModelTask, TaskCost } from './task.ts';

/** The text with which each result of a failed call begins (models/request/toolOutput.ts). */
const FAILURE = 'Error: ';

interface WireMessage {
  readonly role: string;
  readonly content: unknown;
}

/**
 * Runs one task in a window on a copy of its workspace, where nothing is asked before a call. Rejects with the task's
 * own error where the outcome is not as it should be; window, servers and folder are gone in any case.
 */
export async function runTask(task: ModelTask, options: WindowOptions = {}): Promise<TaskCost> {
  const scratch = await mkdtemp(join(tmpdir(), 'patchbay-model-'));
  const folder = join(scratch, task.name);
  await mkdir(folder);
  await task.prepare(folder);
  const requests: SeenRequest[] = [];
  const endpoint = await startEndpoint(
    (request) => {
      requests.push(request);
      return replyOf(task.decisions[requests.length - 1], requests.length);
    },
    { models: ['scripted'] },
  );
  const servers = await startDemoServers();
  let window: Window | undefined;
  try {
    const { everything, filesystem } = servers.definitions;
    window = await openWindow({
      ...options,
      folder,
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.tools.approval': 'never',
        'patchbay.servers': { everything, filesystem },
      },
    });
    await serversConnected(window, 2);
    const chat = await openChat(window);
    await chat.ask(task.prompt);
    const cost = costOf(task, requests);
    await task.check(folder, resultsOf(requests.at(-1)));
    return cost;
  } finally {
    await window?.close();
    await servers.close();
    await endpoint.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

function replyOf(decision: Decision | undefined, step: number) {
  if (!decision) return textReply(`The recording has no decision ${step}.`);
  if ('answer' in decision) return textReply(decision.answer);
  return callsReply(decision.calls.map((call, index) => ({ id: `call_${step}_${index}`, ...call })));
}

function messagesOf(request: SeenRequest | undefined): readonly WireMessage[] {
  return request?.chat.messages ?? [];
}

function resultsOf(request: SeenRequest | undefined): readonly string[] {
  return messagesOf(request).flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []));
}

function costOf({ name, decisions }: ModelTask, requests: readonly SeenRequest[]): TaskCost {
  const first = requests[0];
  const system = messagesOf(first).filter(({ role }) => role === 'system' || role === 'developer');
  return {
    task: name,
    steps: requests.length,
    calls: decisions.flatMap((decision) => ('calls' in decision ? decision.calls : [])).length,
    failures: resultsOf(requests.at(-1)).filter((text) => text.startsWith(FAILURE)),
    inputTokens: sum(requests.map(({ chat }) => tokens(chat.messages) + tokens(chat.tools))),
    fixedTokens: tokens(system) + tokens(first?.chat.tools),
  };
}

/** Estimates them as a fourth of the characters, as the figures of the other agents were. */
function tokens(value: unknown): number {
  return Math.ceil((JSON.stringify(value) ?? '').length / 4);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
