/** Streaming output of calls, conversations from right to left, and notes at the foot. */
import { joined, onScreen } from '../../src/base/common/terminalText.ts';
import { assistant, call, running, snapshot, text, user, type Story } from './story.ts';

const written = [
  '> project@1.0.0 test',
  '> mocha',
  '',
  '  the parser',
  '    \u001b[32m✔\u001b[0m reads an empty file \u001b[90m(3ms)\u001b[0m',
  '    \u001b[32m✔\u001b[0m keeps the order of keys',
  '    \u001b[31m1) says where it stopped\u001b[0m',
  '',
  ' 3 of 40\r 12 of 40\u001b[K',
].join('\n');

const calls = [
  user('u1', 'Run the tests, and index the folder meanwhile.'),
  call('test', 1, {
    ...running,
    source: { kind: 'native' },
    toolName: 'run_command',
    wireName: 'run_command',
    argsText: '{"command":"npm test"}',
    progress: { progress: written.length, message: '1) says where it stopped' },
    output: written,
  }),
  call('fetch', 1, { ...running, toolName: 'fetch', progress: { progress: 9, total: 12 } }),
  call('index', 1, {
    source: { kind: 'mcp', server: 'search' },
    toolName: 'index_folder',
    wireName: 'mcp__search__index_folder',
    argsText: '{"path":"src"}',
    status: 'timeout',
    durationMs: 60_000,
    output: 'Reading 412 files\nParsing\nEmbedding 120 of 3,204 pieces\n',
    result: [text('Tool execution timed out after 60000 ms')],
  }),
];

const arabic = `## الخطة

سأقرأ الملف \`src/a.ts\` أولاً، ثم **أعدّل** الدالة:

1. قراءة الملف
2. تعديل الدالة
   - مع الاختبارات

> ملاحظة: لا شيء يتغير قبل موافقتك.

| الملف | الحالة |
| --- | --- |
| a.ts | جاهز |
| b.ts | قيد العمل |

\`\`\`ts
export const answer = 42; // الجواب
\`\`\`

- [x] قراءة
- [ ] كتابة

The last sentence is in English, and reads from left to right.`;

/** Sentences in Hebrew that begin with a name in Latin letters. */
const mixed = `TypeScript הוא שפה עם טיפוסים, ו־JavaScript בלי.

1. Node.js מריץ את השרת
2. \`npm test\` מריץ את הבדיקות

React and Preact are libraries.`;

const footnotes = `The limit is 4,096 tokens[^limit], and the model may go on[^go].

[^limit]: As the endpoint says. See [its documentation](https://docs.example.com/limits).
[^go]: With **Continue**, for as long as the context has room.

    It begins where it ended.`;

/** Each colour on the ground of the page, and the pairs in which text is hidden where nothing is done about it. */
const colours = joined(
  { text: 'Exit code 1.\n' },
  onScreen(
    [
      ...[30, 90].map((first) =>
        Array.from({ length: 8 }, (_, index) => `\u001b[${first + index}mtext\u001b[0m`).join(' '),
      ),
      ...[40, 100].map((first) =>
        Array.from({ length: 8 }, (_, index) => `\u001b[${first + index}m text \u001b[0m`).join(' '),
      ),
      '\u001b[30;40mblack on black\u001b[0m \u001b[97;107mwhite on white\u001b[0m \u001b[31;42mred on green\u001b[0m',
      '\u001b[7minverse\u001b[0m \u001b[7;31minverse red\u001b[0m \u001b[1mbold\u001b[0m \u001b[2mdim\u001b[0m \u001b[3mitalic\u001b[0m \u001b[4munderlined\u001b[0m',
      Array.from(
        { length: 12 },
        (_, index) => `\u001b[38;5;${20 + 19 * index}m${20 + 19 * index}\u001b[0m`,
      ).join(' '),
      '\u001b[38;2;255;255;200mpale\u001b[0m \u001b[38;2;10;10;40mdark\u001b[0m \u001b[48;2;255;200;0m ground \u001b[0m',
      '',
    ].join('\n'),
  ),
);

const coloured = [
  user('u1', 'Run the tests with colours.'),
  call('colours', 1, {
    source: { kind: 'native' },
    toolName: 'run_command',
    wireName: 'run_command',
    argsText: '{"command":"npm test -- --color"}',
    status: 'error',
    durationMs: 1_200,
    commandEnd: { kind: 'exited', code: 1 },
    result: [{ type: 'text', ...colours }],
  }),
];

export const wordsStories: readonly Story[] = [
  { name: 'terminal', messages: [snapshot(coloured)], open: ['colours'] },
  { name: 'written', messages: [snapshot(calls, { turn: 'running' })], open: ['test', 'fetch', 'index'] },
  {
    name: 'right-to-left',
    messages: [
      snapshot([
        user('u1', 'ما الخطة؟'),
        assistant('a1', arabic),
        user('u2', 'ומה עם הקובץ השני?'),
        assistant('a2', 'הקובץ `b.ts` עוד לא מוכן.'),
      ]),
    ],
    draft: 'ושכתב גם אותו.',
  },
  {
    name: 'mixed-direction',
    messages: [snapshot([user('u1', 'TypeScript או JavaScript?'), assistant('a1', mixed)])],
    draft: 'React עדיף?',
  },
  { name: 'footnotes', messages: [snapshot([user('u1', 'What is the limit?'), assistant('a1', footnotes)])] },
];
