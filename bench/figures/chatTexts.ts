/** An answer as a model streams it, and a long conversation. */
import type { Item } from '../../src/protocol/index.ts';

const section = (number: number): string => `## Part ${number}

The loop asks for tools of **this moment**, streams one request, and runs \`all calls\` of the answer in parallel.
See the [specification](https://modelcontextprotocol.io/specification) for what a server may answer.

1. The request streams, and each piece is drawn.
2. If the model asks for tools:
   - their results go back as \`role: "tool"\`,
   - a new request follows.

\`\`\`ts
/** Doubles the wait after every failure. */
export async function retry${number}<T>(run: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= attempts) throw new Error('Gave up', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 100));
    }
  }
}
\`\`\`

| State | Typical time | What it means |
|:--|--:|---|
| \`running\` | 1.2 s | the server works |
| \`timeout\` | 60 s | the server took longer than its \`timeout\` |

> A step is one request to the model.

`;

const LENGTH = 24_000;
const COUNT = 522;
const text = Array.from({ length: 30 }, (_, index) => section(index + 1))
  .join('')
  .slice(0, LENGTH);

/** 24 kB of markdown with all that answers have, in 522 pieces of one length. */
export const pieces: readonly string[] = Array.from({ length: COUNT }, (_, index) =>
  text.slice(Math.round((index * LENGTH) / COUNT), Math.round(((index + 1) * LENGTH) / COUNT)),
);

const LONG = 100_000;

/** `block` has the n-th part of what is repeated up to 100 kB. */
function long(block: (index: number) => string, head = ''): string {
  let written = head;
  for (let index = 1; written.length < LONG; index++) written += block(index);
  return written.slice(0, LONG);
}

const row = (index: number): string => `| \`name${index}\` | ${index} | what **value** ${index} means |\n`;

/** Answers of 100 kB by the name of their figure, and what they are. */
export const streamed: readonly (readonly [name: string, what: string, text: string])[] = [
  ['chatPage.frame', '100 kB with all that answers have', long(section)],
  [
    'chatPage.frameCode',
    '100 kB of code',
    long((at) => `const name${at} = value(${at}); // why\n`, '```ts\n'),
  ],
  ['chatPage.frameTable', '100 kB of a table', long(row, '| Name | Value | Meaning |\n|--|--:|---|\n')],
  [
    'chatPage.frameList',
    '100 kB of a list',
    long((at) => `${at}. The item has **some** words and \`code\`.\n`),
  ],
  ['chatPage.frameText', '100 kB of a paragraph', long((at) => `Word ${at} of *long* text has \`code\`, `)],
];

/** Questions, calls with results, and answers. */
export function conversationOf(count: number): Item[] {
  return Array.from({ length: count }, (_, index): Item => {
    const id = `i${index}`;
    if (index % 4 === 0) return { kind: 'user', id, text: `Question ${index}: what does part ${index} do?` };
    if (index % 4 === 3) return { kind: 'assistant', id, text: section(index), streaming: false };
    return {
      kind: 'call',
      id,
      step: index - (index % 4),
      call: {
        source: { kind: 'mcp', server: 'files' },
        toolName: 'read_text_file',
        wireName: 'mcp__files__read_text_file',
        argsText: `{"path":"src/part${index}.ts","head":80}`,
        status: 'success',
        startedAt: 0,
        durationMs: 12,
        result: [{ type: 'text', text: `line of part ${index}\n`.repeat(40) }],
      },
    };
  });
}
