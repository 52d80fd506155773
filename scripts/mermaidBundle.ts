/**
 * Part of esbuild.mjs: makes Mermaid fit for a page that allows no inline styles, and leaves out what is not used
 * (docs/decisions/028). Each text that is replaced must be there: the build fails with a version that has others.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Kinds of diagrams, and what lays them out; all others are left out. */
const used =
  /^(?:flowDiagram|sequenceDiagram|classDiagram(?:-v2)?|stateDiagram(?:-v2)?|erDiagram|pieDiagram|journeyDiagram|timeline-definition|gitGraphDiagram|ganttDiagram|quadrantDiagram|requirementDiagram|dagre|pie|gitGraph)-[A-Z0-9]+\.mjs$/;

/** Changes mermaid.core.mjs so that style sheet and drawing go to our own code instead of through text. */
const replaced = [
  [
    'const style1 = document.createElement("style");\n  style1.innerHTML = rules;',
    'const style1 = globalThis.patchbayDiagrams.styleOf(rules, id38);',
  ],
  ['false ? await profiler.span("serialize", serializeSvg) : serializeSvg();', 'element.firstChild;'],
] as const;

const FOLDERS =
  /[\\/]node_modules[\\/](?:mermaid|@mermaid-js[\\/]parser|d3-selection|d3-transition|roughjs)[\\/].*\.m?js$/;

export const mermaidBundle: Plugin = {
  name: 'mermaid',
  setup(build) {
    const empty = { path: 'empty', namespace: 'unused' };
    build.onResolve({ filter: /^katex$/ }, ({ importer }) =>
      /[\\/]node_modules[\\/]mermaid[\\/]/.test(importer) ? empty : undefined,
    );
    build.onResolve({ filter: /\.mjs$/ }, ({ kind, path, importer }) => {
      const isMermaid = /[\\/]node_modules[\\/](?:mermaid|@mermaid-js)[\\/]/.test(importer);
      const name = path.split('/').at(-1) ?? '';
      return isMermaid && kind === 'dynamic-import' && !used.test(name) ? empty : undefined;
    });
    build.onLoad({ filter: /^empty$/, namespace: 'unused' }, () => ({ contents: 'export {};' }));
    build.onLoad({ filter: FOLDERS }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      if (/[\\/]mermaid\.core\.mjs$/.test(path)) {
        for (const [before, after] of replaced) {
          if (!contents.includes(before)) throw new Error(`${path} has no "${before}".`);
          contents = contents.replace(before, after);
        }
      }
      // A style attribute is set through the CSSOM, which the policy allows.
      return { contents: contents.replaceAll('.setAttribute(', '.patchbaySetAttribute(') };
    });
  },
};
