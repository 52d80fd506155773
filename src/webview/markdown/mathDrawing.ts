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

/** How long formulas are drawn without a break for whatever the user does. */
const SLICE_MS = 100;

/** What each formula that is drawn was before. */
const sources = new WeakMap<Element, Element>();

/** Draws the formulas in an element that are not drawn yet; if KaTeX is not here yet, as soon as it has come. */
export function drawMath(element: Element): void {
  const formulas = element.querySelectorAll('.math:not(.drawn)');
  if (formulas.length === 0) return;
  const draw = globalThis.patchbayDrawMath;
  if (!draw) {
    loading ??= load();
    void loading.then((loaded) => loaded && drawMath(element));
    return;
  }
  const end = performance.now() + SLICE_MS;
  for (const formula of formulas) {
    if (performance.now() > end) return void setTimeout(drawMath, 0, element);
    const source = formula.cloneNode(true) as Element;
    const tex = formula.textContent;
    formula.replaceChildren(sanitiseMath(draw(tex, formula.classList.contains('display'))));
    formula.classList.add('drawn');
    // It scrolls where it is too wide, also for those who use no mouse.
    if (formula instanceof HTMLElement && formula.classList.contains('display')) formula.tabIndex = 0;
    sources.set(formula, source);
  }
}

/** Whether `drawn` is the drawing of the formula `source`. */
export function isDrawnFrom(drawn: Element, source: Element): boolean {
  return sources.get(drawn)?.isEqualNode(source) === true;
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
