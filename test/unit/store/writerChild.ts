/**
 * A window that writes calls and a conversation for as long as it is told: `node writerChild.ts FOLDER NAME MS`.
 * Says in the end how much it has written and how long the slowest write took, in ms.
 */
import type { LocalizedMessage } from '../../../src/base/common/message.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallHistory, ConversationStore } from '../../../src/store/index.ts';
import { keepAll, made } from './support.ts';

const [folder = '', name = '', ms = '0'] = process.argv.slice(2);
const onProblem = ({ english }: LocalizedMessage): void => {
  throw new Error(english);
};
const history = new CallHistory({ ...keepAll(folder), onProblem });
const store = new ConversationStore({ folder, workspace: name, onProblem, now: () => Date.now() });
const written = { calls: 0, texts: 0, conversations: 0, slowest: 0 };

function timed(work: () => void): void {
  const startedAt = performance.now();
  work();
  written.slowest = Math.max(written.slowest, performance.now() - startedAt);
}

const nothing = { patches: [], messages: [], results: [], facts: [] };
for (const end = performance.now() + Number(ms); performance.now() < end; await sleep(1)) {
  const id = `${name}-${written.conversations}`;
  const user = { kind: 'user', id: 'i1', text: `Question ${id}` } as const;
  const call = `${name}-${written.calls}`;
  const answer = { kind: 'assistant', id: 'i2', text: '', streaming: true } as const;
  timed(() => store.show(id, `${name}-${written.conversations - 1}`));
  timed(() =>
    store.write(id, {
      ...nothing,
      patches: [
        { op: 'add', item: user },
        { op: 'add', item: answer },
      ],
    }),
  );
  timed(() => history.record(name, made.start(call)));
  for (let at = 0; at < 20; at += 1) {
    timed(() => {
      if (store.write(id, { ...nothing, patches: [{ op: 'text', id: 'i2', text: `word${at} ` }] }))
        written.texts += 1;
    });
  }
  timed(() => history.record(name, made.end(call)));
  written.calls += 1;
  if (written.conversations % 2 === 0) {
    const item = { ...answer, text: 'All of it.', streaming: false };
    timed(() =>
      store.write(id, {
        ...nothing,
        settled: [
          { id: 'i1', item: user },
          { id: 'i2', item },
        ],
      }),
    );
  }
  written.conversations += 1;
}
history.dispose();
store.dispose();
console.log(JSON.stringify(written));
