/** A page that says what no page of Patchbay says: forged verdicts, answers, attachments. */
import { Transcript, type ApprovalOutcome } from '../../../src/agent/index.ts';
import { content } from '../../../src/base/common/message.ts';
import { checkAnswer, readable } from '../../../src/agent/elicitation/answerCheck.ts';
import { Approvals } from '../../../src/editor/chat/approvals.ts';
import { createApprove } from '../../../src/editor/chat/pendingApproval.ts';
import { Questions } from '../../../src/editor/chat/questions.ts';
import {
  chatMessages,
  receive,
  type Field,
  type Question,
  type ApprovalDecision,
} from '../../../src/protocol/index.ts';
import { Permissions, type ApprovalNeed, type Tool } from '../../../src/tools/index.ts';
import type { AttackClass, Defence } from '../attack.ts';

const approvals = 'src/editor/chat/approvals.ts';
const knownCall: Defence = {
  title: 'only calls that wait are answered',
  file: approvals,
  name: 'Approvals.ask',
  at: 'statement delete',
  as: '',
};
const knownScope: Defence = {
  title: 'a call is allowed for a known scope only',
  file: 'src/protocol/approval.ts',
  name: 'approvalScope',
  as: 'v.string()',
};
const knownAction: Defence = {
  title: 'a call runs only by the word allow',
  file: 'src/protocol/approval.ts',
  name: 'approvalDecision',
  at: 'call literal allow',
  as: "v.picklist([$1, 'run'])",
};
const knownCoverage: Defence = {
  title: 'a permission is for a known coverage only',
  file: 'src/protocol/approval.ts',
  name: 'approvalDecision.covers',
  as: 'v.string()',
};
const onlyOnceAsked: Defence = {
  title: 'a permission is given for what was offered, which is nothing where a call asks each time',
  file: 'src/tools/permission.ts',
  name: 'Permissions.decide',
  at: 'if given',
  as: 'this.give(subject, scope, covers, conversation);',
};
const editedCheck: Defence = {
  title: 'edited arguments are held against the schema',
  file: approvals,
  name: 'readArguments.problem',
  as: 'undefined',
};
const editedObject: Defence = {
  title: 'edited arguments are an object',
  file: approvals,
  name: 'readArguments',
  at: 'condition value',
  as: 'false',
};
const reasonLength: Defence = {
  title: 'the length of a reason',
  file: approvals,
  name: 'Approvals.decide.why',
  as: '$1',
};
const ownTypes: Defence = {
  title: 'the types of messages are looked up among their own',
  file: 'src/protocol/pageMessage.ts',
  name: 'receive',
  at: 'call hasOwn',
  as: 'type in $1',
};
const fieldTypes: Defence = {
  title: 'the fields of messages are validated',
  file: 'src/protocol/pageMessage.ts',
  name: 'receive',
  at: 'if result',
  as: '',
};
const listBounds: Defence = {
  title: 'the number of names that a page asks about',
  file: 'src/protocol/messages.ts',
  name: 'chatMessages.names',
  as: 'v.array(v.string())',
};
const actions: Defence = {
  title: 'what can be done about changes of files',
  file: 'src/protocol/messages.ts',
  name: 'changesAction',
  as: 'v.string()',
};
const attachmentKinds: Defence = {
  title: 'the kinds of attachments',
  file: 'src/protocol/composer.ts',
  name: 'attachment',
  at: 'call literal problems',
  as: 'v.string()',
};
const attachmentCount: Defence = {
  title: 'the number of attachments',
  file: 'src/protocol/messages.ts',
  name: 'attachments',
  at: 'call pipe',
  as: '$1',
};
const attachmentRange: Defence = {
  title: 'the ranges of attachments',
  file: 'src/protocol/composer.ts',
  name: 'position',
  as: 'v.number()',
};
const openQuestions: Defence = {
  title: 'only questions that are open are answered',
  file: 'src/editor/chat/questions.ts',
  name: 'Questions.ask',
  at: 'if open',
  as: '',
};
const opensOnce: Defence = {
  title: 'a page that is being opened is not opened twice',
  file: 'src/editor/chat/questions.ts',
  name: 'Questions.reply',
  at: 'operand page',
  as: '',
};
const answerFields: Defence = {
  title: 'only what a form asks for is answered',
  file: 'src/agent/elicitation/answerCheck.ts',
  name: 'checkAnswer',
  at: 'conditional problems',
  as: '{ ok: true, content: { ...given, ...Object.fromEntries(content) } }',
};
const answerOptions: Defence = {
  title: 'a choice is one of the options',
  file: 'src/agent/elicitation/answerCheck.ts',
  name: 'check',
  at: 'call some',
  as: 'true',
};
const answerOwn: Defence = {
  title: 'answers are looked up among their own',
  file: 'src/agent/elicitation/answerCheck.ts',
  name: 'checkAnswer.raw',
  as: '$consequent',
};
const secretShown: Defence = {
  title: 'secrets of forms are not shown again',
  file: 'src/agent/elicitation/answerCheck.ts',
  name: 'readableValue',
  at: 'if text',
  as: '',
};

/** What a page makes of one call that waits; `remembered` are the permissions that were left behind. */
async function decided(
  reply: (approvals: Approvals) => void | Promise<void>,
  need: ApprovalNeed['kind'] = 'ask',
): Promise<{ readonly verdict: ApprovalOutcome | undefined; readonly remembered: readonly unknown[] }> {
  const transcript = new Transcript(() => undefined);
  const waiting = new Approvals({
    transcript,
    needsUser: () => undefined,
    flush: () => undefined,
    counted: (outcome) => outcome,
  });
  const remembered: unknown[] = [];
  const about = {
    id: 'a',
    step: 1,
    source: { kind: 'mcp', server: 's' },
    toolName: 't',
    wireName: 'w',
  } as const;
  transcript.apply({ type: 'callStart', ...about, argsText: '{"path":"/"}' }, 0);
  const tool = {
    name: 't',
    source: about.source,
    approvalNeed: () => ({ kind: need, reasons: [] }),
    fingerprint: () => ({ origin: 'o', definition: 'd' }),
    hints: {},
  } as unknown as Tool;
  const store = { get: () => undefined, set: (_: string, rules: unknown) => void remembered.push(rules) };
  const stores = { workspace: store, always: store, forever: store };
  const permissions = new Permissions(stores);
  const approve = createApprove(
    {
      permissions,
      argumentProblem: (_tool, { path }) =>
        typeof path === 'string' ? undefined : content('path must be a string'),
      proposedEdit: undefined,
    },
    { id: 'c', marks: () => [] },
    (...asked) => waiting.ask(...asked),
  );
  const answer = await approve(tool, { path: '/' }, { id: 'a', name: 'w', argsText: '{"path":"/"}' });
  if (answer.kind !== 'ask') throw new Error('It does not ask.');
  transcript.apply({ type: 'callAsk', id: 'a', approval: await answer.approval() }, 0);
  const stop = new AbortController();
  let verdict: ApprovalOutcome | undefined;
  const asked = answer.ask('a', stop.signal).then((given) => (verdict = given));
  await reply(waiting);
  await new Promise((resolve) => setImmediate(resolve));
  const now = verdict;
  stop.abort();
  await asked;
  return { verdict: now, remembered };
}

/** What the host does about a message of a page: the type that is handled, with the message. */
function done(message: unknown): readonly string[] {
  const calls: string[] = [];
  const record = (handled: { readonly type: string }): void =>
    void calls.push(`${handled.type} ${JSON.stringify(handled)}`);
  const handlers = Object.fromEntries(Object.keys(chatMessages).map((type) => [type, record]));
  try {
    receive(chatMessages, handlers as never, message);
  } catch (error) {
    calls.push(`threw ${(error as Error).message}`);
  }
  return calls;
}

/** Whether a page can send these with a message. */
const attaches = (attachments: readonly unknown[]): boolean =>
  done({ type: 'send', text: 'Hi', attachments }).length > 0;
/** What the host takes a decision of a page for; nothing if it is none. */
const decision = (given: unknown): ApprovalDecision | undefined => {
  const [handled] = done({ type: 'decide', id: 'a', decision: given });
  return handled?.startsWith('decide ')
    ? (JSON.parse(handled.slice('decide '.length)) as { decision: ApprovalDecision }).decision
    : undefined;
};
/** Decides about a call as a page that sends that. */
const decide = async (waiting: Approvals, given: unknown): Promise<void> => {
  const verdict = decision(given);
  if (verdict) await waiting.reply('a', verdict);
};

const allow = (more: object = {}) => ({ action: 'allow', scope: 'once', covers: 'tool', ...more });
const form = (fields: readonly Field[], values: unknown) => checkAnswer(fields, values);
const field = (name: string, more: object = {}): Field => ({
  name,
  title: name,
  required: false,
  kind: 'text',
  ...more,
});

/** A question about a page, and how often the page was opened. */
async function visited(use: (questions: Questions, id: string) => Promise<void>): Promise<number> {
  let opened = 0;
  const questions = new Questions(() => {
    opened += 1;
    return new Promise((resolve) => setImmediate(() => resolve(true)));
  });
  const ids: string[] = [];
  const transcript = new Transcript((patches) => {
    for (const patch of [patches].flat() as { op: string; item?: { id: string; kind: string } }[])
      if (patch.op === 'add' && patch.item?.kind === 'question') ids.push(patch.item.id);
  });
  const question: Question = {
    kind: 'url',
    server: 's',
    message: 'm',
    url: 'https://e.example/',
    host: 'e.example',
  };
  const stop = new AbortController();
  const answer = questions.ask(transcript, question, { signal: stop.signal, call: undefined });
  await use(questions, ids[0] ?? '');
  stop.abort();
  await answer;
  return opened;
}

export const attacks: AttackClass = {
  title: 'Messages of pages',
  attacks: [
    {
      title: 'A page allows a call for a scope that there is not',
      defences: [knownScope],
      succeeds: async () =>
        (await decided((waiting) => decide(waiting, allow({ scope: 'forever' })))).verdict?.allowed === true,
    },
    {
      title: 'A page allows everything that there is by a word that is none',
      defences: [knownCoverage, onlyOnceAsked],
      succeeds: async () =>
        (await decided((waiting) => decide(waiting, allow({ scope: 'always', covers: 'everything' }))))
          .remembered.length > 0,
    },
    {
      title: 'A page says something that is neither yes nor no',
      defences: [knownAction],
      succeeds: async () =>
        (await decided((waiting) => decide(waiting, allow({ action: 'run' })))).verdict?.allowed === true,
    },
    {
      title: 'A page answers a call twice, to leave a permission behind after a refusal',
      defences: [knownCall],
      succeeds: async () =>
        (
          await decided(async (waiting) => {
            await decide(waiting, { action: 'deny', reason: '' });
            await decide(waiting, allow({ scope: 'always' }));
          })
        ).remembered.length > 0,
    },
    {
      title: 'A page has a permission remembered for a call that always asks',
      defences: [onlyOnceAsked],
      succeeds: async () =>
        (await decided((waiting) => decide(waiting, allow({ scope: 'always' })), 'always')).remembered
          .length > 0,
    },
    {
      title: 'A page has a call run with arguments that the tool does not take',
      defences: [editedCheck],
      succeeds: async () =>
        (await decided((waiting) => decide(waiting, allow({ argsText: '{"path":1}' })))).verdict?.allowed ===
        true,
    },
    {
      title: 'A page has a call run with arguments that are a list',
      defences: [editedObject, editedCheck],
      succeeds: async () =>
        (await decided((waiting) => decide(waiting, allow({ argsText: '["/etc"]' })))).verdict?.allowed ===
        true,
    },
    {
      title: 'A page gives the model a reason of megabytes',
      defences: [reasonLength],
      succeeds: async () => {
        const { verdict } = await decided((waiting) =>
          decide(waiting, { action: 'deny', reason: 'x'.repeat(1_000_000) }),
        );
        return verdict?.allowed === false && verdict.reason.length > 100_000;
      },
    },
    {
      title: 'A page’s message is of a type that every object inherits',
      defences: [ownTypes],
      succeeds: () => done({ type: 'constructor' }).some((call) => call.startsWith('threw')),
    },
    {
      title: 'A page copies an object to the clipboard, or has one sent as a message',
      defences: [fieldTypes],
      succeeds: () => done({ type: 'send', text: { toString: 'x' } }).some((call) => call.startsWith('send')),
    },
    {
      title: 'A page asks about a million names of files at once',
      defences: [listBounds],
      succeeds: () =>
        done({ type: 'findFiles', request: 1, names: Array(100_000).fill('a.ts') }).some((call) =>
          call.startsWith('findFiles'),
        ),
    },
    {
      title: 'A page asks for something to be done about changes that nobody knows',
      defences: [actions],
      succeeds: () =>
        done({ type: 'changes', id: 'a', action: 'delete' }).some((call) => call.startsWith('changes')),
    },
    {
      title: 'A page’s attachment is of a kind that every object inherits',
      defences: [attachmentKinds],
      succeeds: () => attaches([{ kind: 'constructor', name: 'a' }]),
    },
    {
      title: 'A page attaches a thousand files to one message',
      defences: [attachmentCount],
      succeeds: () =>
        attaches(Array.from({ length: 1_000 }, () => ({ kind: 'file', name: 'a', uri: 'file:///a' }))),
    },
    {
      title: 'A page attaches a selection from before the beginning of a file',
      defences: [attachmentRange],
      succeeds: () =>
        attaches([
          {
            kind: 'selection',
            name: 'a',
            uri: 'file:///a',
            range: { startLine: -1, startCharacter: 0, endLine: 1e99, endCharacter: 0 },
          },
        ]),
    },
    {
      title: 'A page has the browser opened twice by two clicks',
      defences: [opensOnce],
      succeeds: async () =>
        (await visited(async (questions, id) => {
          const accept = { action: 'accept', values: {} } as const;
          await Promise.all([questions.reply(id, accept), questions.reply(id, accept)]);
        })) > 1,
    },
    {
      title: 'A page opens the address of a question that was refused',
      defences: [openQuestions],
      succeeds: async () =>
        (await visited(async (questions, id) => {
          await questions.reply(id, { action: 'decline' });
          await questions.reply(id, { action: 'accept', values: {} });
        })) > 0,
    },
    {
      title: 'A page answers a form with fields that nobody saw',
      defences: [answerFields],
      succeeds: () => {
        const answer = form([field('name')], { name: 'a', isAdmin: true });
        return answer.ok && 'isAdmin' in answer.content;
      },
    },
    {
      title: 'A page chooses what is no option',
      defences: [answerOptions],
      succeeds: () =>
        form([field('a', { kind: 'choice', options: [{ value: 'x', label: 'x' }] })], { a: 'y' }).ok,
    },
    {
      title: 'A form’s field has the name of what every object inherits, and gets that as its answer',
      defences: [answerOwn],
      succeeds: () => {
        const values = Object.create({ inherited: 'value of the prototype' }) as object;
        const answer = form([field('inherited')], values);
        return answer.ok && Object.hasOwn(answer.content, 'inherited');
      },
    },
    {
      title: 'A password that the user typed into a form stands in the conversation',
      defences: [secretShown],
      succeeds: () =>
        readable([field('password', { secret: true })], { password: 'hunter22' }).some(
          ({ text }) => text === 'hunter22',
        ),
    },
  ],
};
