/** A plan above the message, also in a low window where something waits, and its calls in the chat. */
import type { Item, Plan } from '../../src/protocol/index.ts';
import { approvalEdits } from './approval.ts';
import { assistant, call, running, snapshot, text, user, type Story } from './story.ts';

const steps = (...statuses: Plan[number]['status'][]): Plan => {
  const titles = [
    'Find where the price of a basket is added up',
    'Write a test that fails',
    'Round each line to cents before the sum, as `src/checkout/total.ts` is expected to do for every currency',
    'Run all tests',
  ];
  return statuses.map((status, index) => ({ title: titles[index % titles.length] ?? '', status }));
};

export const planCall = (id: string, step: number, plan: Plan): Item =>
  call(id, step, {
    source: { kind: 'native' },
    toolName: 'update_plan',
    title: 'Update plan',
    wireName: 'update_plan',
    argsText: JSON.stringify({ steps: plan }),
    result: [text('The plan is shown to the user.')],
  });

const now = steps('done', 'done', 'in_progress', 'pending');
const items: readonly Item[] = [
  user('u1', 'The total of the basket is a cent off. Please mend it.'),
  planCall('p1', 1, steps('in_progress', 'pending', 'pending', 'pending')),
  call('p2', 2, {}),
  planCall('p3', 3, now),
  call('p4', 4, running),
];
const many = Array.from({ length: 30 }, (_, index) => ({
  title: `${index + 1}. ${'x'.repeat(180)}`,
  status: index < 12 ? ('done' as const) : ('pending' as const),
}));

export const planStories: readonly Story[] = [
  { name: 'plan', messages: [snapshot(items, { turn: 'running', plan: now })] },
  {
    name: 'plan-folded',
    messages: [snapshot(items, { turn: 'running', plan: now })],
    press: '.plan .disclosure-button',
  },
  // What VS Code leaves of a window of 933 × 600 pixels at 150 %.
  {
    name: 'low-window',
    messages: [snapshot(approvalEdits, { turn: 'running', approvalMode: 'changes', plan: now })],
    height: 508,
  },
  { name: 'plan-long', messages: [snapshot(items, { turn: 'running', plan: many })] },
  {
    name: 'plan-done',
    messages: [
      snapshot([
        user('u1', 'The total of the basket is a cent off. Please mend it.'),
        planCall('p3', 1, steps('done', 'done', 'done', 'done')),
        assistant('a1', 'The total is right again.'),
      ]),
    ],
    open: ['p3'],
  },
];
