/** Draws the formulas that the parser marked, with KaTeX, which is a script of its own and loaded when one comes. */
import { sanitiseMath } from './sanitise.ts';

/** A formula as MathML; what cannot be understood comes back as it was, in red. */
export type DrawMath = (tex: string, display: boolean) => string;

declare global {
  /** What math.js leaves behind. */
  var patchbayDrawMath: DrawMath | undefined;
}

/** The script that this is part of: the other one lies beside it, under the same policy. */
const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined;
let loading: Promise<boolean> | undefined;

/**
 * Draws the formulas in it. If KaTeX is not here yet the text stays, and the result says whether it came:
 * then it is worth drawing again.
 */
export function drawMath(fragment: DocumentFragment): Promise<boolean> | undefined {
  const formulas = fragment.querySelectorAll<HTMLElement>('.math');
  if (formulas.length === 0) return undefined;
  const draw = globalThis.patchbayDrawMath;
  if (!draw) return (loading ??= load());
  for (const formula of formulas) {
    const tex = formula.textContent;
    formula.replaceChildren(sanitiseMath(draw(tex, formula.classList.contains('display'))));
    formula.classList.add('drawn');
  }
  return undefined;
}

function load(): Promise<boolean> {
  return new Promise((resolve) => {
    if (!own) return resolve(false);
    const script = document.createElement('script');
    script.nonce = own.nonce;
    script.src = own.src.replace(/webview\.js/, 'math.js');
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
    document.head.append(script);
  });
}
