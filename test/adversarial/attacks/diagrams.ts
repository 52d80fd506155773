/** What the text of a diagram makes Mermaid draw, or do. */
import { problemOf } from '../../../src/webview/markdown/diagramSource.ts';
import { inChat, throughDiagramGates, type Harm } from '../page.ts';
import type { Attack, AttackClass, Defence } from '../attack.ts';

const gate: Defence = {
  title: 'the gate between drawings and the page',
  file: 'src/webview/markdown/sanitise.ts',
  name: 'sanitiseDiagram.clean',
  as: 'contentOf(root)',
};
const inlineStyles: Defence = {
  title: 'the look at inline styles of drawings',
  file: 'src/webview/markdown/sanitise.ts',
  name: 'sanitiseDiagram',
  at: 'conditional',
  as: '$consequent',
};
const values: Defence = {
  title: 'the look at values of the style sheet of a drawing',
  file: 'src/webview/markdown/diagramSheet.ts',
  name: 'scopedSheet',
  at: '&& isSafeValue',
  as: 'true',
};
const scope: Defence = {
  title: 'the scope of the style sheet of a drawing',
  file: 'src/webview/markdown/diagramSheet.ts',
  name: 'scopedSheet',
  at: 'operand id',
  as: '',
};
const size: Defence = {
  title: 'the size of the source of a diagram',
  file: 'src/webview/markdown/diagramSource.ts',
  name: 'MAX',
  at: 'object word',
  as: '{ length: 6_000_000, lines: 250_000, words: 400_000, word: 30_000 }',
};
const features: Defence = {
  title: 'the features of diagrams that load or repeat',
  file: 'src/webview/markdown/diagramSource.ts',
  name: 'problemOf',
  at: 'if isUnsupported',
  as: '',
};
const kinds: Defence = {
  title: 'the list of kinds of diagrams',
  file: 'src/webview/markdown/diagramSource.ts',
  name: 'problemOf',
  at: 'if kinds',
  as: '',
};

const settings: Defence = {
  title: 'diagrams without settings of their own',
  file: 'src/webview/markdown/drawDiagram.ts',
  name: 'draw',
  at: 'call withoutSettings',
  as: '$1',
};
const secured: Defence = {
  title: 'the settings of Mermaid that no diagram changes',
  file: 'src/webview/markdown/mermaidEntry.ts',
  name: 'configOf.secure',
  as: '[]',
};

const policy: Defence = {
  title: 'the policy of the page for images of drawings',
  file: 'src/editor/common/pageDocument.ts',
  name: 'pageDocument',
  at: 'element img',
  as: '`img-src *`',
};

const E = 'https://evil.example';

const drawing = (
  title: string,
  defences: Attack['defences'],
  [content, rules]: readonly [content: string, rules?: string],
  isHarmed: (harm: Harm) => boolean,
  look: Parameters<typeof throughDiagramGates>[2] = {},
): Attack => ({
  title,
  defences,
  browser: true,
  succeeds: async () =>
    isHarmed(await throughDiagramGates(`<svg id="d">${content}</svg>`, rules ?? '', look)),
});

/** That it would be drawn is the harm: nothing can stop Mermaid then. */
const source = (title: string, defences: Attack['defences'], text: string): Attack => ({
  title,
  defences,
  succeeds: () => problemOf(text) === undefined,
});

/** Drawn or refused. */
const ended = `new Promise((resolve) => {
  const look = () => (document.querySelector('.diagram-block:is(.drawn, .refused)') ? resolve() : setTimeout(look, 20));
  look();
})`;

const asks = ({ requests }: Harm): boolean => requests.length > 0;
const runs = ({ scripts }: Harm): boolean => scripts > 0;

export const attacks: AttackClass = {
  title: 'Diagrams',
  attacks: [
    drawing(
      'A label of a diagram is HTML with an image from outside',
      [gate],
      [`<foreignObject width="9" height="9"><img src="${E}/label"></foreignObject>`],
      asks,
    ),
    drawing(
      'A label of a diagram is HTML whose error runs a script',
      [gate],
      ['<foreignObject><img src="x:" onerror="harm()"></foreignObject>'],
      runs,
    ),
    drawing('A node of a diagram is an image from outside', [gate], [`<image href="${E}/node.png"/>`], asks),
    drawing(
      'A node of a diagram has an animation whose start runs a script',
      [gate],
      ['<rect><animate attributeName="x" dur="1s" begin="0s" onbegin="harm()"/></rect>'],
      runs,
    ),
    drawing(
      'A node of a diagram is a link that runs a script',
      [gate],
      ['<a href="javascript:harm()"><rect width="90" height="90"/></a>'],
      runs,
      { click: 'rect' },
    ),
    drawing(
      'A diagram brings a style element that loads something',
      [gate],
      [`<style>main { background: url(${E}/style) }</style>`],
      asks,
    ),
    {
      title: 'A diagram has an inline style that loads something',
      defences: [inlineStyles],
      browser: true,
      succeeds: async () =>
        asks(await throughDiagramGates(`<svg id="d" style="background-image: url(${E}/inline)"></svg>`, '')),
    },
    drawing(
      'A class of a diagram loads something',
      [values],
      ['<rect/>', `#d { background-image: url(${E}/class) }`],
      asks,
    ),
    drawing(
      'A class of a diagram hides the rest of the page',
      [scope],
      ['<rect/>', 'main { display: none } #d, main { display: none } #d:is(x), main { display: none }'],
      ({ seen }) => seen === 'none',
      { see: `getComputedStyle(document.querySelector('main')).display` },
    ),
    drawing(
      'A class of a diagram puts it above the whole page',
      [values],
      ['<rect/>', '#d { position: fixed; inset: 0; z-index: 9999 }'],
      ({ seen }) => seen === 'fixed',
      { see: `getComputedStyle(document.querySelector('#d')).position` },
    ),
    {
      title: 'The settings of a diagram have its labels drawn as HTML, with an image from outside',
      defences: [settings, secured, policy],
      browser: true,
      succeeds: async () => {
        const text = `%%{init: {"htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\na["<img src='${E}/settings.png'>"]`;
        const item = {
          kind: 'assistant',
          id: 'a',
          text: `\`\`\`mermaid\n${text}\n\`\`\``,
          streaming: false,
        } as const;
        return asks(await inChat([item], { diagrams: true, see: ended }));
      },
    },
    source(
      'A diagram has thousands of nodes, to freeze the page',
      [size],
      `flowchart LR\n${Array.from({ length: 2_000 }, (_, index) => `n${index}`).join(';')}`,
    ),
    source(
      'A label of a diagram is one endless word, to freeze the page',
      [size],
      `flowchart LR\na["${'w'.repeat(5_000)}"]`,
    ),
    source(
      'A Gantt chart skips days without end, to freeze the page',
      [features],
      'gantt\ndateFormat YYYY-MM-DD\nexcludes 2026-01-01\nA :a, 2026-01-01, 999999999d',
    ),
    source(
      'A diagram has an image from outside as a node',
      [features],
      `flowchart LR\na@{ img: "${E}/a.png" }`,
    ),
    source('A diagram has a table of a thousand million cells', [kinds], 'packet-beta\n0-999999999: "x"'),
    source(
      'A diagram hides its kind behind settings and comments',
      [kinds],
      '---\nconfig:\n  theme: dark\n---\n%% flowchart\nblock-beta\ncolumns 999999999',
    ),
  ],
};
