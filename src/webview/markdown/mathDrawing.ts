/** Draws marked formulas with KaTeX, a separate script that is loaded with the first one. */
import { noteSource } from './drawnFrom.ts';
import { loadScript } from './lazyScript.ts';
import { sanitiseMath } from './sanitise.ts';

/** Returns MathML; invalid TeX comes back as text in red, and is undefined where it would take too much. */
type DrawMath = (tex: string, display: boolean) => string | undefined;

declare global {
  var patchbayDrawMath: DrawMath | undefined;
}

/** Ms of drawing, of all blocks together, before the user's input gets a turn. */
const SLICE_MS = 100;

/** Elements whose formulas wait for the next turn. */
const waiting = new Set<Element>();
/** Ms of drawing in this turn. */
let spent = 0;

export function drawMath(element: Element): void {
  const formulas = element.querySelectorAll('.math:not(.drawn)');
  if (formulas.length === 0) return;
  const draw = globalThis.patchbayDrawMath;
  if (!draw) {
    void loadScript('math.js').then((loaded) => loaded && drawMath(element));
    return;
  }
  if (spent === 0 && waiting.size === 0) setTimeout(nextTurn, 0);
  for (const formula of formulas) {
    if (spent >= SLICE_MS) return void waiting.add(element);
    const started = performance.now();
    drawOne(formula, draw);
    spent += performance.now() - started;
  }
}

function nextTurn(): void {
  spent = 0;
  const elements = [...waiting];
  waiting.clear();
  for (const element of elements) if (element.isConnected) drawMath(element);
}

function drawOne(formula: Element, draw: DrawMath): void {
  const isDisplayed = formula.classList.contains('display');
  const drawing = draw(formula.textContent, isDisplayed);
  noteSource(formula);
  formula.classList.add('drawn');
  if (drawing === undefined) {
    formula.classList.add('formula-source');
    return;
  }
  formula.replaceChildren(sanitiseMath(drawing));
  // Wide formulas scroll, so the keyboard must reach them.
  if (formula instanceof HTMLElement && isDisplayed) formula.tabIndex = 0;
}
