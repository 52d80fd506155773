/** Streaming output of calls, and a conversation from right to left. */
import { assistant, call, running, snapshot, text, user, type Story } from './story.ts';

const written = [
  '> project@1.0.0 test',
  '> mocha',
  '',
  '  the parser',
  '    ✔ reads an empty file (3ms)',
  '    ✔ keeps the order of keys',
  '    1) says where it stopped',
  '',
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

export const wordsStories: readonly Story[] = [
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
];
