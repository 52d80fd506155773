/** Texts that make an endpoint refuse every later request, and answers whose calls are lost or run by halves. */
import { runCalls } from '../../../src/agent/turn/calls.ts';
import { forView } from '../../../src/agent/transcript/viewOfResult.ts';
import { readAnswer } from '../../../src/models/answer/answer.ts';
import { Assembly } from '../../../src/models/answer/assembly.ts';
import { readArguments } from '../../../src/models/answer/callArguments.ts';
import type { CallRequest, Message, ToolDefinition } from '../../../src/models/index.ts';
import { ChatMessages } from '../../../src/models/request/messages.ts';
import { requestOf } from '../../../src/models/request/request.ts';
import { RequestBodies } from '../../../src/models/request/requestBody.ts';
import { toPortRequest } from '../../../src/models/languageModel/request.ts';
import { truncate } from '../../../src/base/common/text.ts';
import type { Tool } from '../../../src/tools/index.ts';
import type { AttackClass, Defence } from '../attack.ts';

const wellFormedMessages: Defence = {
  title: 'messages of requests are well formed',
  file: 'src/models/request/messages.ts',
  name: 'ChatMessages.write.param',
  as: '$1',
};
const wellFormedTools: Defence = {
  title: 'tools of requests are well formed',
  file: 'src/models/schema/fit.ts',
  name: 'fittedAt',
  at: 'call wellFormed',
  as: '$1',
};
const wellFormedReplay: Defence = {
  title: 'arguments of earlier calls are well formed',
  file: 'src/models/request/messages.ts',
  name: 'replayedArgs',
  at: 'call wellFormedJson',
  as: '$1',
};
const wellFormedArguments: Defence = {
  title: 'arguments of calls are well formed',
  file: 'src/models/answer/callArguments.ts',
  name: 'readArguments.argsText',
  as: '$1',
};
const wholeCharacters: Defence = {
  title: 'cuts are between characters',
  file: 'src/base/common/cut.ts',
  name: 'headText',
  at: 'call placeBefore',
  as: '$2',
};
const nearTheCut: Defence = {
  title: 'a cut is near the limit',
  file: 'src/base/common/cut.ts',
  name: 'placeBefore',
  at: 'conditional start',
  as: 'start',
};
const lookedAt: Defence = {
  title: 'only what is near a cut is looked at',
  file: 'src/base/common/cut.ts',
  name: 'certainStart.least',
  as: '0',
};
const patience: Defence = {
  title: 'an answer with calls is read on after the reason for its end',
  file: 'src/models/answer/tail.ts',
  name: 'limits.calls',
  as: '[2_000, 2_000]',
};
const onlyWords: Defence = {
  title: 'comments do not keep an answer open for ever',
  file: 'src/models/answer/tail.ts',
  name: 'Tail.heard',
  at: 'condition holdsSomething',
  as: 'true',
};
const cutCalls: Defence = {
  title: 'a call in which the answer ended does not run',
  file: 'src/agent/turn/calls.ts',
  name: 'settle',
  at: 'condition call',
  as: 'false',
};

const target = { baseURL: 'https://m.example/v1', model: 'm' };
const EMPTY: ToolDefinition = {
  name: 'read',
  description: 'Reads',
  inputSchema: { type: 'object', properties: {} },
};
/** Half of a pair in a body, as `JSON.stringify` writes it; nothing else in these requests looks like it. */
const half = /\\ud83d(?!\\ude)/i;

/** Whether a strict endpoint refuses the request, by each way in which it can go out. */
function isRefused(messages: readonly Message[], tools: readonly ToolDefinition[] = [EMPTY]): boolean {
  return (['chat', 'responses'] as const).some((api) => {
    const options = { ...target, api, canCallTools: true };
    const made = requestOf({ messages, tools }, options, {}, new ChatMessages());
    const editors = JSON.stringify(toPortRequest(made.params));
    return [new RequestBodies().write(made), editors].some((body) => half.test(body));
  });
}

const result = (text: string): Message[] => [
  { role: 'user', text: 'Hi' },
  { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'read', argsText: '{}' }] },
  { role: 'tool', callId: 'c1', content: [{ type: 'text', text }], isError: false },
];

/** A clock that `sleep` moves. */
function movedClock() {
  let time = 0;
  const alarms = new Set<{ at: number; act: () => void }>();
  return {
    now: () => time,
    monotonic: () => time,
    after: (ms: number, act: () => void) => {
      const alarm = { at: time + ms, act };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
    sleep: async (ms: number) => {
      time += ms;
      for (const alarm of alarms) if (alarm.at <= time && alarms.delete(alarm)) alarm.act();
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

let endpoints = 0;

/** The calls of an answer that is written piece by piece, with a pause after each; `isOver`: it ended within them. */
async function answered(
  pieces: readonly string[],
  pauseMs: number,
  silenceMs = 0,
): Promise<{ readonly calls: readonly CallRequest[]; readonly isOver: boolean }> {
  const clock = movedClock();
  const place = { ...target, baseURL: `https://m${endpoints++}.example/v1` };
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (made) => void (writer = made) });
  let isOver = false;
  let calls: readonly CallRequest[] = [];
  const reading = (async () => {
    for await (const event of readAnswer(
      new Response(body),
      new Assembly({ tools: [EMPTY] }, place),
      place,
      clock,
    ))
      if (event.type === 'answer') ({ calls } = event.message);
    isOver = true;
  })();
  for (const piece of pieces) {
    if (isOver) break;
    writer?.enqueue(new TextEncoder().encode(piece));
    await clock.sleep(0);
    await clock.sleep(pauseMs);
  }
  if (silenceMs > 0) await clock.sleep(silenceMs);
  const wasOver = isOver;
  if (!isOver) writer?.close();
  await reading;
  return { calls, isOver: wasOver };
}

const call = (id: string, args: string, finish: string | null = 'tool_calls'): string =>
  `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ index: 0, id, function: { name: 'read', arguments: args } }] }, finish_reason: finish }] })}\n\n`;

async function ran(calls: readonly CallRequest[]): Promise<number> {
  let runs = 0;
  const tool = {
    source: { kind: 'mcp', server: 'files' },
    name: 'read',
    description: '',
    inputSchema: {},
    hints: {},
    call: () => {
      runs += 1;
      return Promise.resolve({ status: 'success', content: [] });
    },
  } as unknown as Tool;
  await runCalls({
    step: 1,
    calls: calls.map((each, index) => ({ ...each, id: `c${index}` })),
    tools: new Map([['read', tool]]),
    signal: new AbortController().signal,
    onEvent: () => undefined,
    approve: () => Promise.resolve({ kind: 'allowed', approved: [] }),
  });
  return runs;
}

export const attacks: AttackClass = {
  title: 'Texts that break later requests, and calls that are lost',
  attacks: [
    {
      title: 'A tool’s result with half an emoji has the endpoint refuse every later request',
      defences: [wellFormedMessages],
      succeeds: () => isRefused(result('a cut text \ud83d')),
    },
    {
      title: 'A server’s description and schema with half an emoji have the endpoint refuse every request',
      defences: [wellFormedTools],
      succeeds: () =>
        isRefused(
          [{ role: 'user', text: 'Hi' }],
          [
            {
              name: 'read',
              description: 'Reads \ud83d',
              inputSchema: {
                type: 'object',
                properties: { 'a\ud83d': { type: 'string', description: '\ud83d' } },
              },
            },
          ],
        ),
    },
    {
      title:
        'A model’s arguments with the escape of half an emoji, which the endpoint reads again, end the conversation',
      defences: [wellFormedReplay],
      succeeds: () =>
        isRefused([
          { role: 'user', text: 'Hi' },
          {
            role: 'assistant',
            text: '',
            calls: [{ id: 'c1', name: 'read', argsText: String.raw`{"a":"\ud83d"}` }],
          },
          { role: 'tool', callId: 'c1', content: [], isError: false },
        ]),
    },
    {
      title:
        'A model’s arguments with half an emoji go to a server that cannot read them, or match half a character',
      defences: [wellFormedArguments],
      succeeds: () =>
        !JSON.stringify(JSON.parse(readArguments(String.raw`{"oldText":"\ud83d"}`).argsText)).includes(
          '\ufffd',
        ),
    },
    {
      title: 'A server’s text is so long that Patchbay’s own cut parts an emoji',
      defences: [wholeCharacters],
      succeeds: () => {
        const text = `${'x'.repeat(19_999)}😀`;
        const [shown] = forView([{ type: 'text', text }]).result;
        return [shown?.type === 'text' ? shown.text : '', truncate(text, 20_001)].some(
          (cut) => !cut.isWellFormed(),
        );
      },
    },
    {
      title: 'A server’s character without an end has a cut take the whole text away',
      defences: [nearTheCut, lookedAt],
      succeeds: () => truncate('👨\u200d'.repeat(100_000), 200_000).length < 199_000,
    },
    {
      title:
        'A gateway’s second call comes five seconds after the first with its own reason for the end, and is lost',
      defences: [patience],
      succeeds: async () =>
        (await answered([call('a', '{"path":"a"}'), call('b', '{"path":"b"}')], 5_000)).calls.length < 2,
    },
    {
      title: 'An endpoint holds an answer open for ever by comments',
      defences: [onlyWords],
      succeeds: async () =>
        !(await answered([call('a', '{}'), ...Array.from({ length: 30 }, () => ': ping\n\n')], 30_000))
          .isOver,
    },
    {
      title: 'An endpoint falls silent within a call, which then runs without what was missing',
      defences: [cutCalls],
      succeeds: async () => {
        const { calls } = await answered([call('a', '{"path":"a"}'), call('b', '', null)], 1_000, 200_000);
        return calls.length === 2 && (await ran(calls)) > 1;
      },
    },
  ],
};
