/** The entry of math.js: KaTeX, for MathML only. */
import katex from 'katex';

// TeX comes from a model: no links or images (`trust`), bounded macros and sizes.
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
