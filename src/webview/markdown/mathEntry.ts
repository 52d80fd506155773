/** The entry of math.js: KaTeX, for MathML only. */
import katex, { type KatexOptions } from 'katex';

/** Tokens that macros put into a formula count as one of its expansions. */
const TOKENS_PER_EXPANSION = 100;
/** Places for arguments in the macros that a formula defines; each expansion copies an argument to all of them. */
const MAX_PLACES = 50;

// TeX comes from a model: no links or images (`trust`), bounded macros and sizes.
const options: KatexOptions = {
  output: 'mathml',
  throwOnError: false,
  trust: false,
  strict: false,
  maxExpand: 200,
  maxSize: 20,
};

globalThis.patchbayDrawMath = (tex, display) => {
  if (tex.split('#', MAX_PLACES + 2).length > MAX_PLACES + 1) return undefined;
  try {
    return katex.renderToString(tex, { ...options, displayMode: display });
  } catch {
    // KaTeX recurses, and a formula that is nested too deeply takes the whole stack.
    return undefined;
  }
};

interface Expander {
  expandOnce: (this: Expander, expandableOnly?: boolean) => number | false;
  countExpansion: (amount: number) => void;
}

/** KaTeX bounds how often macros are expanded, but not their result: each expansion may double the formula. */
function boundExpansions(expander: Expander): void {
  const { expandOnce } = expander;
  expander.expandOnce = function (this: Expander, expandableOnly) {
    const tokens = expandOnce.call(this, expandableOnly);
    if (tokens !== false) this.countExpansion(tokens / TOKENS_PER_EXPANSION);
    return tokens;
  };
}

// A macro gets the expander, whose class is not exported.
katex.renderToString(String.raw`\bounded`, {
  macros: {
    [String.raw`\bounded`]: (expander: object) => {
      boundExpansions(Object.getPrototypeOf(expander) as Expander);
      return '';
    },
  },
});
