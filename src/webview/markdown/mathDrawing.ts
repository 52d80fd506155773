/** Draws marked formulas with KaTeX, a separate script that is loaded with the first one. */
import { loadScript } from './lazyScript.ts';
import { sanitiseMath } from './sanitise.ts';

/** Returns MathML; invalid TeX comes back as text in red. */
type DrawMath = (tex: string, display: boolean) => string;

declare global {
  var patchbayDrawMath: DrawMath | undefined;
}

/** Ms of drawing before the user's input gets a turn. */
const SLICE_MS = 100;

const sources = new WeakMap<Element, Element>();

export function drawMath(element: Element): void {
  const formulas = element.querySelectorAll('.math:not(.drawn)');
  if (formulas.length === 0) return;
  const draw = globalThis.patchbayDrawMath;
  if (!draw) {
    void loadScript('math.js').then((loaded) => loaded && drawMath(element));
    return;
  }
  const end = performance.now() + SLICE_MS;
  for (const formula of formulas) {
    if (performance.now() > end) return void setTimeout(drawMath, 0, element);
    const source = formula.cloneNode(true) as Element;
    const tex = formula.textContent;
    formula.replaceChildren(sanitiseMath(draw(tex, formula.classList.contains('display'))));
    formula.classList.add('drawn');
    // Wide formulas scroll, so the keyboard must reach them.
    if (formula instanceof HTMLElement && formula.classList.contains('display')) formula.tabIndex = 0;
    sources.set(formula, source);
  }
}

export function isDrawnFrom(drawn: Element, source: Element): boolean {
  return sources.get(drawn)?.isEqualNode(source) === true;
}
