/** Draws the diagrams of answers that are in view. Mermaid is large, and loaded with the first one. */
import { t } from '@vscode/l10n';
import { loadScript } from './lazyScript.ts';
import { sanitiseDiagram } from './sanitise.ts';
import { problemOf, withoutSettings, type DiagramProblem } from './diagramSource.ts';

export interface DiagramColours {
  readonly isDark: boolean;
  readonly ground: string;
  readonly text: string;
  readonly line: string;
  readonly fill: string;
  readonly note: string;
  /** Colours of parts that are told apart by colour. */
  readonly series: readonly string[];
}

export interface DrawnDiagram {
  readonly svg: SVGSVGElement;
  readonly sheet: CSSStyleSheet;
}

declare global {
  var patchbayDiagrams:
    | {
        styleOf(rules: string, id: string): Element;
        draw(source: string, id: string, into: Element, colours: DiagramColours): Promise<DrawnDiagram>;
      }
    | undefined;
}

let count = 0;
/** Diagrams are drawn one at a time: Mermaid has one configuration, and the user's input comes in between. */
let queue: Promise<void> = Promise.resolve();

const inView = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    inView.unobserve(target);
    queue = queue.then(() => draw(target)).then(() => new Promise((resolve) => setTimeout(resolve, 0)));
  }
});

/** Another theme has other colours, so diagrams are drawn again once they are in view. */
new MutationObserver(() => {
  for (const block of document.querySelectorAll('.code-block.diagram-block')) inView.observe(block);
}).observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });

/** The diagrams drawn last, by source and colours, so that a row that comes back into view has its diagram at once. */
const drawn = new Map<string, Element>();
const MAX_DRAWN = 30;

export function drawDiagrams(element: Element): void {
  for (const block of element.querySelectorAll('.code-block.diagram-block:not(.drawn)')) {
    const known = drawn.get(keyOf(sourceOf(block), colours()));
    if (known && !known.isConnected) place(block, known);
    else inView.observe(block);
  }
}

export function toggleSource(block: Element, button: Element): void {
  const isSource = block.classList.toggle('shows-source');
  button.setAttribute('aria-pressed', String(isSource));
}

/** Shows a diagram that was made smaller at its own size, or fits it into the width again. */
export function toggleSize(diagram: Element): void {
  const isWhole = diagram.classList.toggle('whole');
  diagram
    .closest('.code-block')
    ?.querySelector('[data-code=size]')
    ?.setAttribute('aria-pressed', String(isWhole));
}

async function draw(block: Element): Promise<void> {
  if (!block.isConnected) return;
  const source = sourceOf(block);
  const problem = problemOf(source);
  if (problem) return refuse(block, wordsOf(problem));
  if (!(await loadScript('mermaid.js')) || !globalThis.patchbayDiagrams)
    return refuse(block, t('The drawing code could not be loaded.'));
  const room = document.createElement('div');
  room.className = 'diagram-room';
  document.body.append(room);
  try {
    count += 1;
    const now = colours();
    const made = await globalThis.patchbayDiagrams.draw(
      withoutSettings(source),
      `diagram-${count}`,
      room,
      now,
    );
    const host = hostOf(made);
    remember(keyOf(source, now), host);
    place(block, host);
  } catch {
    refuse(block, t('The source has an error.'));
  } finally {
    room.remove();
  }
}

function sourceOf(block: Element): string {
  return block.querySelector('code')?.textContent ?? '';
}

function keyOf(source: string, colour: DiagramColours): string {
  return JSON.stringify([source, colour]);
}

function remember(key: string, host: Element): void {
  drawn.delete(key);
  drawn.set(key, host);
  const [oldest] = drawn.keys();
  if (drawn.size > MAX_DRAWN && oldest !== undefined) drawn.delete(oldest);
}

function hostOf({ svg, sheet }: DrawnDiagram): Element {
  const { width, height } = sizeOf(svg);
  const title = svg.querySelector(':scope > title')?.textContent ?? '';
  const host = document.createElement('div');
  host.className = 'diagram';
  host.tabIndex = 0;
  host.setAttribute('role', 'img');
  host.setAttribute('aria-label', title === '' ? t('Diagram') : t('Diagram: {0}', title));
  const root = host.attachShadow({ mode: 'open' });
  const own = new CSSStyleSheet();
  own.replaceSync(
    `svg { display: block; width: ${width}px; max-width: 100%; height: auto; margin: 0 auto; } :host(.whole) svg { max-width: none; }${hintRules(width)}`,
  );
  root.adoptedStyleSheets = [sheet, own];
  root.append(sanitiseDiagram(svg), hint());
  const picture = root.querySelector('svg');
  picture?.setAttribute('viewBox', svg.getAttribute('viewBox') ?? `0 0 ${width} ${height}`);
  for (const name of ['width', 'height']) picture?.removeAttribute(name);
  for (const label of root.querySelectorAll('.statediagram-state > .label')) centre(label);
  return host;
}

/** Mermaid starts the names of states at the left of their boxes if labels are not HTML. */
function centre(label: Element): void {
  const [, y] = /^translate\([-\d.]+, ?([-\d.]+)\)$/.exec(label.getAttribute('transform') ?? '') ?? [];
  if (y === undefined || label.querySelector('[text-anchor]')) return;
  label.setAttribute('transform', `translate(0, ${y})`);
  for (const text of label.querySelectorAll('text, .text-outer-tspan'))
    text.setAttribute('text-anchor', 'middle');
}

/** The share of its width below which a diagram is too small to read. */
const TOO_SMALL = 0.6;

/**
 * A diagram that was made smaller says below it, on hover and focus, that it can be seen whole. One that is too small to
 * read always says so. The line has its room before, so that nothing moves.
 */
function hintRules(width: number): string {
  return `
    :host { container-type: inline-size; }
    .hint { display: none; position: sticky; inset-inline: 0; margin-block-start: 4px; text-align: end; font-size: var(--pb-small); font-family: var(--vscode-font-family); color: var(--pb-quiet); }
    @container (width < ${width}px) {
      :host(:not(.whole)) .hint { display: block; visibility: hidden; }
      :host(:is(:hover, :focus-visible):not(.whole)) .hint { visibility: visible; }
    }
    @container (width < ${Math.floor(width * TOO_SMALL)}px) {
      :host(:not(.whole)) .hint.hint { visibility: visible; }
    }`;
}

function hint(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'hint';
  element.textContent = t('Click or press Enter to see the diagram at full size');
  return element;
}

function place(block: Element, host: Element): void {
  clear(block);
  block.querySelector('pre')?.before(host);
  block.classList.add('drawn');
  const isSource = block.classList.contains('shows-source');
  block.querySelector('[data-code="source"]')?.setAttribute('aria-pressed', String(isSource));
}

function clear(block: Element): void {
  for (const old of block.querySelectorAll('.diagram, .diagram-problem')) old.remove();
  block.classList.remove('drawn', 'refused');
}

function sizeOf(svg: SVGSVGElement): { readonly width: number; readonly height: number } {
  const { width, height } = svg.viewBox.baseVal;
  return { width: Math.min(Math.ceil(width) || 300, 4_000), height: Math.ceil(height) || 150 };
}

function refuse(block: Element, why: string): void {
  clear(block);
  block.classList.add('refused');
  const note = document.createElement('div');
  note.className = 'diagram-problem';
  note.textContent = t('The diagram cannot be drawn. {0}', why);
  block.append(note);
}

function wordsOf(problem: DiagramProblem): string {
  switch (problem) {
    case 'tooLarge':
      return t('The diagram is too large.');
    case 'unknownKind':
      return t('This diagram type is not supported.');
    case 'unsupported':
      return t('The diagram uses a feature that is not supported.');
  }
}

/** VS Code's own defaults, for a theme without them. */
const charts = {
  blue: '#1a85ff',
  green: '#388a34',
  orange: '#d18616',
  purple: '#b180d7',
  red: '#f14c4c',
  yellow: '#bf8803',
} as const;

/** Mermaid computes with colours, so they cannot be variables. */
function colours(): DiagramColours {
  const style = getComputedStyle(document.body);
  const of = (...names: readonly string[]): string =>
    names.map((name) => style.getPropertyValue(name).trim()).find((value) => value !== '') ?? '#808080';
  const { classList } = document.body;
  const series = Object.entries(charts).map(
    ([name, otherwise]) => style.getPropertyValue(`--vscode-charts-${name}`).trim() || otherwise,
  );
  const isContrast = classList.contains('vscode-high-contrast');
  const ground = of('--vscode-sideBar-background', '--vscode-editor-background');
  return {
    isDark:
      classList.contains('vscode-dark') || (isContrast && !classList.contains('vscode-high-contrast-light')),
    ground,
    text: of('--vscode-foreground'),
    line: isContrast
      ? of('--vscode-contrastBorder', '--vscode-foreground')
      : of('--vscode-descriptionForeground'),
    fill: isContrast ? ground : of('--vscode-editorWidget-background', '--vscode-input-background'),
    note: isContrast ? ground : of('--vscode-textBlockQuote-background', '--vscode-input-background'),
    series,
  };
}
