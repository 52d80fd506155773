/** Calls that a model wrote and the user runs again: the data-flow guard, asked on another way. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenConversation, Transcript } from '../../../src/agent/index.ts';
import { callAgain, runManualCall, savedOrigin } from '../../../src/editor/chat/manualCall.ts';
import type { ChatController } from '../../../src/editor/chat/controller.ts';
import type { Engine, ManualCall } from '../../../src/engine.ts';
import type { CallOrigin, CallView, Item } from '../../../src/protocol/index.ts';
import { CallHistory } from '../../../src/store/index.ts';
import { Permissions, type Tool } from '../../../src/tools/index.ts';
import { copyOf } from '../../../src/agent/persistence/portable.ts';
import { dataMarks } from '../../../src/agent/transcript/dataMarks.ts';
import type { AttackClass, Defence } from '../attack.ts';

const manual = 'src/editor/chat/manualCall.ts';
const conversationMarks: Defence = {
  title: 'a call of the conversation carries what the conversation holds',
  file: manual,
  name: 'callAgain.approve',
  at: 'property marks',
  as: 'marks: () => []',
};
const fromText: Defence = {
  title: 'a call found in text asks, whoever runs it',
  file: manual,
  name: 'callAgain',
  at: 'spread isFromText',
  as: '',
};
const importedCall: Defence = {
  title: 'a call of an imported conversation is not run again',
  file: manual,
  name: 'callAgain',
  at: 'condition imported',
  as: 'false',
};
const originMarks: Defence = {
  title: 'a call of the history carries what its conversation held',
  file: manual,
  name: 'runManualCall.marks',
  as: '() => []',
};
const unknownOrigin: Defence = {
  title: 'what a call without origin holds is not known',
  file: manual,
  name: 'savedOrigin.marks',
  as: '[]',
};
const originSaved: Defence = {
  title: 'the history saves what the conversation held',
  file: 'src/store/calls.ts',
  name: 'CallWriter.begin',
  at: 'conditional',
  as: `'{"marks":[]}'`,
};
const secretAttachment: Defence = {
  title: 'a copy knows that an attachment held a secret',
  file: 'src/agent/persistence/portableSchema.ts',
  name: 'named',
  at: 'property holdsSecret',
  as: '',
};
const userCalls: Defence = {
  title: 'what the user had run again brings its marks',
  file: 'src/agent/transcript/dataMarks.ts',
  name: 'ofCall',
  at: 'statement derived',
  as: 'if (call.byUser) return []; $it',
};

const secret = { kind: 'secret', source: '.env' } as const;
const source = { kind: 'mcp', server: 'evil' } as const;
const argsText = '{"text":"TOKEN=s3cr3t"}';

/** A server far away, every tool of which the user has allowed. */
const send: Tool = {
  name: 'send',
  source,
  description: '',
  inputSchema: { type: 'object' },
  hints: {},
  usualNeed: 'ask',
  approvalNeed: () => ({ kind: 'ask', reasons: [] }),
  destination: () => ({ source: 'evil', label: 'evil', isRemote: true }),
  fingerprint: () => ({ origin: 'o', definition: 'd' }),
  call: () => Promise.reject(new Error('not called')),
};

/** An engine whose calls only ask; `ran` is whether one would have run unasked. */
async function engineOf(): Promise<{ readonly engine: Engine; readonly ran: () => boolean }> {
  const values = new Map<string, unknown>();
  const store = {
    get: (key: string) => values.get(key),
    set: (key: string, value: unknown) => void values.set(key, value),
  };
  const permissions = new Permissions({ workspace: store, always: store });
  const decision = await permissions.decide(send, {}, { conversation: 'before' });
  if (decision.kind === 'ask') decision.remember('always', 'tool');
  let ran = false;
  const engine = {
    permissions,
    find: () => ({ tool: send, wireName: 'mcp__evil__send' }),
    argumentProblem: () => undefined,
    turns: {
      call: async ({ approve, origin, id, name }: ManualCall) => {
        const call = { id, name, argsText, ...(origin?.isFromText && { isFromText: true as const }) };
        ran = (await approve(send, JSON.parse(argsText) as Record<string, unknown>, call)).kind === 'allowed';
      },
    },
  } as unknown as Engine;
  return { engine, ran: () => ran };
}

const calls: Pick<CallView, 'source' | 'toolName' | 'wireName' | 'argsText' | 'status' | 'startedAt'> = {
  source,
  toolName: 'send',
  wireName: 'mcp__evil__send',
  argsText,
  status: 'denied',
  startedAt: 0,
};

async function runsInChat(
  marks: readonly { readonly kind: 'secret' | 'outside'; readonly source: string }[],
  more: Partial<CallView> = {},
  about: Pick<Item, 'imported'> = {},
): Promise<boolean> {
  const { engine, ran } = await engineOf();
  const item: Item = { kind: 'call', id: 'c1', step: 1, call: { ...calls, ...more }, ...about };
  let done: Promise<void> | undefined;
  const controller = {
    shown: { item: () => item, call: () => ({ ...calls, ...more }) } as unknown as Transcript,
    shownConversation: { conversation: { marks: () => marks } } as unknown as OpenConversation,
    runManualCalls: (run: Parameters<ChatController['runManualCalls']>[0]) => {
      done = run('c', new AbortController().signal, {} as never, () => undefined);
    },
  } as unknown as ChatController;
  await callAgain(controller, () => Promise.resolve(engine), 'c1');
  await done;
  return ran();
}

async function runsFromHistory(origin: CallOrigin | undefined): Promise<boolean> {
  const { engine, ran } = await engineOf();
  await runManualCall(engine, {
    source,
    tool: 'send',
    // With a field that the user has edited.
    argsText: argsText.replace('}', ',"more":1}'),
    origin,
    signal: new AbortController().signal,
    onEvent: () => undefined,
  });
  return ran();
}

async function savedInHistory(origin: CallOrigin): Promise<CallOrigin | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-attack-'));
  const history = new CallHistory({
    folder,
    retention: () => ({ maxAgeDays: 90, maxSizeMB: 500 }),
    redact: (_, text) => text,
    onProblem: () => undefined,
    now: () => Date.now(),
  });
  try {
    history.record('c', { type: 'callStart', id: '1', ...calls }, origin);
    const [row] = history.list({ text: '', server: '', tool: '', status: '' }, { limit: 1 });
    return row && history.call(row.seq)?.origin;
  } finally {
    history.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

export const attacks: AttackClass = {
  title: 'Run again',
  attacks: [
    {
      title: 'A call with a secret, denied once, runs unasked when the user runs it again in the chat',
      defences: [conversationMarks],
      succeeds: () => runsInChat([secret]),
    },
    {
      title: 'A call with content of another server runs unasked when the user runs it again in the chat',
      defences: [conversationMarks],
      succeeds: () => runsInChat([{ kind: 'outside', source: 'bank' }]),
    },
    {
      title: 'A call that the model quoted runs unasked when the user runs it again in the chat',
      defences: [fromText],
      succeeds: () => runsInChat([], { notes: [{ kind: 'textCall' }] }),
    },
    {
      title: 'A call of an imported conversation runs with the user’s permissions',
      defences: [importedCall],
      succeeds: () => runsInChat([], {}, { imported: true }),
    },
    {
      title: 'A call with a secret, one field of which the user has edited, runs unasked from the history',
      defences: [originMarks],
      succeeds: () => runsFromHistory({ marks: [secret] }),
    },
    {
      title: 'A call that an earlier version saved runs unasked from the history',
      defences: [unknownOrigin],
      succeeds: () => runsFromHistory(savedOrigin({})),
    },
    {
      title: 'The history forgets what the conversation of a call held',
      defences: [originSaved],
      succeeds: async () => (await savedInHistory({ marks: [secret] }))?.marks.length === 0,
    },
    {
      title: 'A secret that the user’s own run has brought is not counted',
      defences: [userCalls],
      succeeds: () =>
        !dataMarks([
          {
            kind: 'call',
            id: 'c1',
            step: 1,
            call: { ...calls, status: 'success', marks: [secret], byUser: true },
          },
        ]).some(({ kind }) => kind === 'secret'),
    },
    {
      title:
        'A secret in an attached file with an ordinary name is forgotten in a duplicate of the conversation',
      defences: [secretAttachment],
      succeeds: () => {
        const attachments = [
          { kind: 'file', name: 'notes.txt', uri: 'file:///notes.txt', holdsSecret: true },
        ] as const;
        const said: Item = { kind: 'user', id: 'u', text: 'Look.', attachments };
        const kept = { id: 'a', items: [said], messages: [], results: [], facts: [], patches: [] };
        return !dataMarks(copyOf(kept, 'b').items).some(({ kind }) => kind === 'secret');
      },
    },
  ],
};
