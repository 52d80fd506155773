/** The entry of mermaid.js: draws one diagram at a time into an element of the page. */
import mermaid, { type MermaidConfig } from 'mermaid';
import { scopedSheet } from './diagramSheet.ts';
import type { DiagramColours, DrawnDiagram } from './drawDiagram.ts';

declare global {
  interface Element {
    /** `setAttribute` in the code of Mermaid (scripts/mermaidBundle.ts). */
    patchbaySetAttribute(name: string, value: string): void;
  }
}

Element.prototype.patchbaySetAttribute = function (name, value) {
  const { style } = this as Element & Partial<ElementCSSInlineStyle>;
  if (name === 'style' && style) style.cssText = value;
  else this.setAttribute(name, value);
};

/** The style sheet of the diagram while it is drawn: texts are measured with it. */
let sheet: CSSStyleSheet | undefined;

globalThis.patchbayDiagrams = {
  styleOf: (rules, id) => {
    sheet = scopedSheet(rules, id);
    document.adoptedStyleSheets.push(sheet);
    return document.createElement('span');
  },
  draw: async (source, id, into, colours): Promise<DrawnDiagram> => {
    mermaid.initialize(configOf(colours));
    try {
      const drawn = await mermaid.render(id, source, into);
      // The build makes Mermaid return the element, not its text.
      return { svg: drawn.svg as unknown as SVGSVGElement, sheet: sheet ?? new CSSStyleSheet() };
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      sheet = undefined;
    }
  },
};

const FONT = 'var(--vscode-font-family)';

function configOf({ isDark, ground, text, line, fill, note, series }: DiagramColours): MermaidConfig {
  const named = (name: string, from: number, length: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [`${name}${from + index}`, series[index % series.length] ?? fill]),
    );
  const config: MermaidConfig = {
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    maxTextSize: 6_000,
    maxEdges: 100,
    logLevel: 'fatal',
    htmlLabels: false,
    // Boxes of few words would be so wide by default that three fill a side bar.
    flowchart: { htmlLabels: false, useMaxWidth: false, minNodeWidth: 40, nodeSpacing: 40, rankSpacing: 40 },
    class: { htmlLabels: false, useMaxWidth: false },
    state: { useMaxWidth: false, minNodeWidth: 40 },
    sequence: { useMaxWidth: false },
    er: { useMaxWidth: false },
    pie: { useMaxWidth: false },
    gantt: { useMaxWidth: false },
    journey: { useMaxWidth: false },
    gitGraph: { useMaxWidth: false },
    timeline: { useMaxWidth: false },
    quadrantChart: { useMaxWidth: false },
    requirement: { useMaxWidth: false },
    layout: 'dagre',
    look: 'classic',
    fontFamily: FONT,
    theme: 'base',
    themeVariables: {
      darkMode: isDark,
      background: ground,
      fontFamily: FONT,
      fontSize: '13px',
      primaryColor: fill,
      primaryTextColor: text,
      primaryBorderColor: line,
      lineColor: line,
      textColor: text,
      titleColor: text,
      noteBkgColor: note,
      noteTextColor: text,
      noteBorderColor: line,
      edgeLabelBackground: ground,
      secondaryColor: fill,
      tertiaryColor: fill,
      secondaryTextColor: text,
      tertiaryTextColor: text,
      ...named('pie', 1, 12),
      // The texts of slices stand on their colours.
      pieOpacity: '0.5',
      pieStrokeColor: line,
      pieOuterStrokeColor: line,
      pieSectionTextColor: text,
      pieTitleTextColor: text,
      pieLegendTextColor: text,
      ...named('git', 0, 8),
      ...named('cScale', 0, 12),
    },
  };
  // The text of a diagram can change none of these settings, nor those that are left at their defaults.
  return { ...config, secure: [...Object.keys(mermaid.mermaidAPI.defaultConfig), ...Object.keys(config)] };
}
