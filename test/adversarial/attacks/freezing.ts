/** What models and servers send to keep a page busy, or to have a text left out where it is drawn. */
import type { MarkdownIt } from 'markdown-it';
import { canHighlight } from '../../../src/webview/markdown/highlightBounds.ts';
import { inChat } from '../page.ts';
import type { AttackClass, Defence } from '../attack.ts';

const closers: Defence = {
  title: 'the places of the ends of formulas, found once',
  file: 'src/webview/markdown/math.ts',
  name: 'nextOf',
  at: 'statement known.get',
  as: 'let all;',
};
const depth: Defence = {
  title: 'the word about what is nested too deeply',
  file: 'src/webview/markdown/bounds.ts',
  name: 'boundBlocks',
  at: 'operand state',
  as: 'true',
};
const images: Defence = {
  title: 'the number of images within images',
  file: 'src/webview/markdown/bounds.ts',
  name: 'boundImages',
  at: 'condition depth',
  as: 'false',
};
const formulas: Defence = {
  title: 'the number of formulas in a block',
  file: 'src/webview/markdown/math.ts',
  name: 'useMath',
  at: 'operand count',
  as: 'false',
};
const blockLength: Defence = {
  title: 'the length of a formula on lines of its own',
  file: 'src/webview/markdown/math.ts',
  name: 'useMath',
  at: 'operand length',
  as: '',
};
const expansions: Defence = {
  title: 'the size of what macros make of a formula',
  file: 'src/webview/markdown/mathEntry.ts',
  name: 'boundExpansions',
  at: 'call countExpansion',
  as: 'undefined',
};
const stack: Defence = {
  title: 'a formula that fails stays text',
  file: 'src/webview/markdown/mathEntry.ts',
  at: 'return #3/5',
  as: "throw new Error('failed');",
};
const codeLines: Defence = {
  title: 'the length of a line that is coloured',
  file: 'src/webview/markdown/highlightBounds.ts',
  name: 'canHighlight',
  at: '<= MAX_LINE',
  as: '$left >= 0',
};
const limit: Defence = {
  title: 'the time that a piece of code may take the highlighter',
  file: 'src/webview/markdown/timedWorker.ts',
  name: 'LIMIT',
  as: '2_000_000',
};

/** A module of the pages, whose types need those of a browser. */
async function ofPage<T>(name: string): Promise<T> {
  return (await import(`../../../src/webview/markdown/${name}.ts`)) as T;
}

async function newParser(): Promise<MarkdownIt> {
  return (await ofPage<{ createParser: () => MarkdownIt }>('parser')).createParser();
}

async function rendered(text: string): Promise<string> {
  return (await newParser()).render(text);
}

/** What KaTeX makes of it. */
async function draw(tex: string): Promise<string> {
  await ofPage('mathEntry');
  const { patchbayDrawMath } = globalThis as { patchbayDrawMath?: (tex: string, display: boolean) => string };
  return patchbayDrawMath?.(tex, true) ?? '';
}

/** How far `indexOf` looks while `run` runs. */
function searchedBy(run: () => void): number {
  const { indexOf } = String.prototype;
  let searched = 0;
  Reflect.set(String.prototype, 'indexOf', function (this: string, search: string, from = 0) {
    const found = indexOf.call(this, search, from);
    searched += (found < 0 ? this.length : found) - from;
    return found;
  });
  try {
    run();
  } finally {
    Reflect.set(String.prototype, 'indexOf', indexOf);
  }
  return searched;
}

/** How often a line or a character is looked at to see what it may be. */
async function looksAt(text: string): Promise<number> {
  const parser = await newParser();
  let count = 0;
  const look = (): false => {
    count += 1;
    return false;
  };
  parser.block.ruler.before('hr', 'count', look, { alt: ['paragraph', 'blockquote', 'list'] });
  parser.inline.ruler.before('text', 'count', look);
  parser.render(text);
  return count;
}

/** Code that takes the highlighter some ten seconds. */
const brackets = `\`\`\`markdown\n${`${'[]('.repeat(1_666)}\n`.repeat(9)}\`\`\`\n\n`;

export const attacks: AttackClass = {
  title: 'Freezing and leaving out',
  attacks: [
    {
      title: 'An answer begins thousands of formulas, and ends one',
      defences: [closers],
      succeeds: async () => {
        const parser = await newParser();
        return searchedBy(() => void parser.render(`${'\\(a '.repeat(5_000)}\\)`)) > 100 * 20_000;
      },
    },
    {
      title: 'An answer has what it says left out by nesting it',
      defences: [depth],
      succeeds: async () =>
        !(await rendered(`${'> '.repeat(150)}delete everything`)).includes('delete everything'),
    },
    {
      title: 'An answer has thousands of lines without the marks of the quotes that they are in',
      defences: [depth],
      succeeds: async () => (await looksAt(`${'>'.repeat(90)}${'a\n'.repeat(2_000)}`)) > 40 * 2_000,
    },
    {
      title: 'An answer has images within images, each of which is parsed again',
      defences: [images],
      succeeds: async () =>
        (await looksAt(`${'!['.repeat(45)}${'](a)'.repeat(45)}\n\n`.repeat(10))) > 2 * 10 * 272,
    },
    {
      title: 'An answer has thousands of formulas in a paragraph',
      defences: [formulas],
      succeeds: async () =>
        ((await rendered('$a$ '.repeat(5_000))).match(/class="math"/g)?.length ?? 0) > 1_000,
    },
    {
      title: 'An answer has a formula of 100 kB on lines of its own',
      defences: [blockLength],
      succeeds: async () => (await rendered(`$$\n${'x'.repeat(100_000)}\n$$`)).includes('class="math'),
    },
    {
      title: 'A formula becomes megabytes by its own macro',
      defences: [expansions],
      succeeds: async () =>
        (await draw(`\\def\\a{${'x'.repeat(2_000)}}${'\\a'.repeat(199)}`)).length > 1_000_000,
    },
    {
      title: 'A formula is nested until drawing it fails, and the whole answer with it',
      defences: [stack],
      succeeds: async () => {
        try {
          await draw('{'.repeat(20_000));
          return false;
        } catch {
          return true;
        }
      },
    },
    {
      title: 'A block of code is one line of 12 kB, to keep the highlighter busy',
      defences: [codeLines],
      succeeds: () => canHighlight('[]('.repeat(4_000), 'markdown'),
    },
    {
      title: 'A block of code keeps the highlighter busy, so that no other gets colours',
      defences: [limit],
      browser: true,
      succeeds: async () => {
        const text = `${brackets}\`\`\`ts\nconst a = 1;\n\`\`\`\n`;
        const { seen } = await inChat([{ kind: 'assistant', id: 'a', text, streaming: false }], {
          see: `new Promise((resolve) => {
            const look = () => {
              if (document.querySelector('.coloured')) resolve('coloured');
              else if (performance.now() > 8_000) resolve('plain');
              else setTimeout(look, 50);
            };
            look();
          })`,
        });
        return seen === 'plain';
      },
    },
  ],
};
