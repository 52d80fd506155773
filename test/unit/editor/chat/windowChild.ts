/**
 * A window without an editor, to be killed: `node windowChild.ts FOLDER BASE_URL`. Everything that its chat is shown
 * goes to stdout, a message a line; each line on stdin is a message of the user, `continue` goes on.
 */
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { observableValue } from '../../../../src/base/common/observable.ts';
import { ChatController } from '../../../../src/editor/chat/controller.ts';
import { Engine } from '../../../../src/engine.ts';
import { createOpenAiModel } from '../../../../src/models/index.ts';
import type { HostMessage } from '../../../../src/protocol/index.ts';
import { ConversationStore } from '../../../../src/store/index.ts';
import { bareEngine } from '../../../fixtures/bareEngine.ts';

const [folder = '', baseURL = ''] = process.argv.slice(2);

const engine = new Engine({
  ...bareEngine(),
  nativeTools: () => [
    {
      name: 'work',
      title: 'Work',
      description: 'Takes a while.',
      inputSchema: { type: 'object', properties: { ms: { type: 'number' } }, required: ['ms'] },
      hints: {},
      permission: 'free',
      run: async (args, { onProgress }) => {
        for (let done = 0; done < Number(args['ms']); done += 10) {
          onProgress({ progress: done, total: Number(args['ms']) });
          await sleep(10);
        }
        return [{ type: 'text', text: `worked ${String(args['ms'])} ms ${'x'.repeat(30_000)}` }];
      },
    },
  ],
});
const store = new ConversationStore({
  folder,
  workspace: 'here',
  onProblem: ({ english }) => {
    throw new Error(english);
  },
  now: () => Date.now(),
  monotonic: () => Date.now(),
});
const controller = new ChatController({
  storage: {
    target: { write: (id, change) => store.write(id, change), redact: (text) => text },
    lastShown: () => store.lastShown(),
    show: (id) => {
      store.show(id);
      store.remember(id);
    },
    close: (id) => store.leave(id),
    read: (id) => store.read(id),
    onTurnEnded: () => undefined,
  },
  runChatTurn: (conversation, signal, _, onEvent) =>
    engine.turns.run({
      conversation,
      model: createOpenAiModel({ baseURL, model: 'scripted', canCallTools: true }),
      maxIterations: 50,
      maxResultTokens: 10_000,
      graceMs: 0,
      approve: () => Promise.resolve({ kind: 'allowed', approved: [] }),
      signal,
      onEvent,
    }),
  status: () => observableValue({ servers: { connected: 0, total: 0, tools: 1 } }),
  offer: () => observableValue({ prompts: [], hasResources: false }),
  expandMessage: () => Promise.reject(new Error('Nothing is attached here.')),
  onEvent: () => undefined,
  openPage: () => Promise.resolve(true),
  newId: randomUUID,
  now: () => Date.now(),
  monotonic: () => Date.now(),
});
const client = {
  /** Asks for what a snapshot leaves out, as a page does that is scrolled to its top. */
  post: (message: HostMessage) => {
    writeSync(1, `${JSON.stringify(message)}\n`);
    if ((message.type === 'snapshot' || message.type === 'earlier') && message.earlier > 0)
      controller.sendEarlier(client, message.items[0]?.id ?? '');
  },
};
controller.attach(client);
controller.sendSnapshot(client);
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'continue') controller.resume();
  else controller.send(line, client);
});
