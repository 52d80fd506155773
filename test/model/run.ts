/** Runs the recorded tasks in windows of their own, with the demo's servers beside the built-in tools. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoServers } from '../../scripts/demo/servers.ts';
import { openChat, type ChatFrame } from '../e2e/support/chat.ts';
import { openWindow, type WindowOptions } from '../e2e/support/openWindow.ts';
import { serversConnected } from '../e2e/support/servers.ts';
import type { Window } from '../e2e/support/window.ts';
import { callsReply, startEndpoint, textReply, type SeenRequest } from '../fixtures/endpoint.ts';
import type { Decision, ModelCall, ModelTask, TaskCost } from './task.ts';

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
  const page = task.page === undefined ? undefined : await servePage(task.page);
  const address = page ? `http://127.0.0.1:${(page.address() as AddressInfo).port}/` : '';
  const scratch = await mkdtemp(join(tmpdir(), 'patchbay-model-'));
  const folder = join(scratch, task.name);
  await mkdir(folder);
  await task.prepare(folder);
  const requests: SeenRequest[] = [];
  const endpoint = await startEndpoint(
    (request) => {
      requests.push(request);
      return replyOf(task.decisions[requests.length - 1], request, { address, step: requests.length });
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
        'patchbay.web.allowPrivateAddresses': true,
        'patchbay.servers': { everything, filesystem },
      },
    });
    await serversConnected(window, 2);
    const chat = await openChat(window);
    await chat.send(task.prompt.replaceAll('{page}', address));
    await allowUntilIdle(chat);
    const cost = costOf(task, requests);
    await task.check(folder, resultsOf(requests.at(-1)));
    return cost;
  } finally {
    await window?.close();
    await servers.close();
    await endpoint.close();
    page?.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function servePage(html: string): Promise<Server> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    // A kept connection would hold the server at its end.
    response.setHeader('connection', 'close');
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Allows what is asked all the same, such as a change of package.json, until the turn has ended. */
async function allowUntilIdle(chat: ChatFrame): Promise<void> {
  const allow = chat.frame.getByRole('button', { name: 'Allow', exact: true }).first();
  const ended = chat.idle().then(() => true);
  const isAsked = () =>
    allow.waitFor({ timeout: 0 }).then(
      () => false,
      // The window has gone.
      () => true,
    );
  /* oxlint-disable no-await-in-loop -- each question comes after the one before */
  while (!(await Promise.race([ended, isAsked()]))) {
    await allow.click();
    await allow.waitFor({ state: 'hidden' });
  }
  /* oxlint-enable no-await-in-loop */
}

function replyOf(
  decision: Decision | undefined,
  request: SeenRequest,
  { address, step }: { readonly address: string; readonly step: number },
) {
  if (!decision) return textReply(`The recording has no decision ${step}.`);
  if ('answer' in decision) return textReply(decision.answer);
  return callsReply(decision.calls.map((call, index) => ({ id: `call_${step}_${index}`, ...filled(call) })));

  function filled({ name, args }: ModelCall): ModelCall {
    const [, cutCall = ''] = /"call_id":"([^"]+)"/.exec(resultsOf(request).join('\n')) ?? [];
    const text = JSON.stringify(args).replaceAll('{page}', address).replaceAll('{cutCall}', cutCall);
    return { name, args: JSON.parse(text) as ModelCall['args'] };
  }
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
    mcpTools: (JSON.stringify(first?.chat.tools) ?? '').split('"name":"mcp__').length - 1,
  };
}

/** Estimates them as a fourth of the characters, as the figures of the other agents were. */
function tokens(value: unknown): number {
  return Math.ceil((JSON.stringify(value) ?? '').length / 4);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
