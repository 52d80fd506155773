/** The entry of math.js, which is loaded when the first formula comes: KaTeX, drawing MathML and nothing else. */
import katex from 'katex';

// Formulas come from a model: no links or images (`trust`), no endless macros, nothing bigger than a page.
globalThis.patchbayDrawMath = (tex, display) =>
  katex.renderToString(tex, {
    output: 'mathml',
    displayMode: display,
    throwOnError: false,
    trust: false,
    strict: false,
    maxExpand: 200,
    maxSize: 20,
  });
