/** Removes text of a page that its elements, attributes and inline styles hide from a reader (decision 030). */
import { black, isUnseen, legacyColorOf, white } from './cssColors.ts';
import { inheritedFrom, isTooSmall, styleOf, type Inherited, type Style } from './elementStyle.ts';
import { isTakenAway } from './hidingStyle.ts';

/** Members of the DOM that are used. The DOM's own types would apply to the whole source. */
export interface PageNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<PageNode>;
  remove(): void;
}
export interface HidingElement extends PageNode {
  getAttribute(name: string): string | null;
  querySelector(selector: string): unknown;
}

const ELEMENT = 1;
const TEXT = 3;
const COMMENT = 8;

/** Elements of code, pictures and frames. They are not hidden text. */
const without = new Set(['SCRIPT', 'STYLE', 'IFRAME', 'OBJECT', 'CANVAS', 'SVG', 'EMBED']);
/** Elements whose text browsers with scripts do not show (HTML standard, 15.3.1 and 4.12). */
const unshown = new Set(
  'TEMPLATE NOSCRIPT NOEMBED NOFRAMES DATALIST RP AUDIO VIDEO METER PROGRESS ANNOTATION ANNOTATION-XML TITLE'.split(
    ' ',
  ),
);
/** Elements that have their own colours. */
const controls = new Set(['BUTTON', 'INPUT', 'SELECT', 'TEXTAREA']);

/** Returns the number of removed characters. `hasSheets` means that there are style sheets, which are not read. */
export function removeHidden(body: HidingElement, hasSheets: boolean): number {
  const usual: Inherited = {
    isVisible: true,
    font: 16,
    color: hasSheets ? undefined : black,
    background: hasSheets ? undefined : white,
    isAside: false,
    custom: new Map(),
  };
  let hidden = 0;
  const takeOut = (node: PageNode): void => {
    hidden += lengthOf(node.textContent);
    node.remove();
  };
  // Only the colours of the body count: pages that hide their body show it by a script.
  const { color, background, custom } = inheritedFrom(ownStyle(body, usual.custom), {
    ...usual,
    ...legacy(body),
  });
  const open: (readonly [PageNode, Inherited])[] = [[body, { ...usual, color, background, custom }]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [parent, inherited] = next;
    const isUnread = isTextHidden(inherited);
    for (const node of shownChildren(parent, takeOut)) {
      if (node.nodeType === TEXT) {
        if (isUnread) takeOut(node);
      } else if (node.nodeType !== ELEMENT) node.remove();
      else if (without.has(node.nodeName.toUpperCase())) node.remove();
      else {
        const element = node as HidingElement;
        const own = stateOf(element, inherited);
        if (own === 'hidden') takeOut(element);
        else open.push([element, own]);
      }
    }
  }
  return hidden;
}

/** Counts runs of white space as one character, because pages have any number of them. */
export function lengthOf(text: string | null): number {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim().length;
}

function isTextHidden(state: Inherited): boolean {
  const { isVisible, isAside, color, background } = state;
  return !isVisible || isAside || isTooSmall(state) || (color !== undefined && isUnseen(color, background));
}

function stateOf(element: HidingElement, inherited: Inherited): Inherited | 'hidden' {
  const name = element.nodeName.toUpperCase();
  if ((unshown.has(name) && !isShadow(element)) || isHiddenByAttribute(element, name)) return 'hidden';
  const hasOwn = element.getAttribute('style') !== null || ownsColor(element, name);
  if (!hasOwn) return name === 'IMG' && !inherited.isVisible ? 'hidden' : inherited;
  const style = ownStyle(element, inherited.custom);
  const before = controls.has(name)
    ? { ...inherited, color: undefined, background: undefined }
    : { ...inherited, ...legacy(element), ...(isLink(element, name) && { color: undefined }) };
  const state = inheritedFrom(style, before);
  if (isTakenAway(style, state.font) || (name === 'IMG' && !state.isVisible)) return 'hidden';
  return state;
}

function isHiddenByAttribute(element: HidingElement, name: string): boolean {
  const has = (attribute: string): boolean => element.getAttribute(attribute) !== null;
  if (has('hidden') || has('popover') || (name === 'DIALOG' && !has('open'))) return true;
  if (name === 'IMG')
    return ['width', 'height'].some((side) =>
      /^\s*[01](?:\.0*)?(?:px)?\s*$/.test(element.getAttribute(side) ?? ''),
    );
  return name !== 'MAIN' && element.getAttribute('aria-hidden')?.trim().toLowerCase() === 'true';
}

function ownsColor(element: HidingElement, name: string): boolean {
  return (
    isLink(element, name) ||
    controls.has(name) ||
    element.getAttribute('bgcolor') !== null ||
    element.getAttribute('background') !== null ||
    (name === 'FONT' && element.getAttribute('color') !== null)
  );
}

function ownStyle(element: HidingElement, custom: ReadonlyMap<string, string>): Style {
  const text = element.getAttribute('style');
  return text === null ? new Map() : styleOf(text, custom);
}

/** Reads colours from attributes (HTML standard, 15.3). */
function legacy(element: HidingElement): Partial<Pick<Inherited, 'color' | 'background'>> {
  const name = element.nodeName.toUpperCase();
  const written =
    name === 'BODY' ? element.getAttribute('text') : name === 'FONT' ? element.getAttribute('color') : null;
  const behind = element.getAttribute('bgcolor');
  return {
    ...(written !== null && { color: legacyColorOf(written) }),
    ...(behind !== null && { background: legacyColorOf(behind) }),
    ...(element.getAttribute('background') !== null && { background: undefined }),
  };
}

/**
 * Returns the children that are shown. A shadow tree takes the place of its element's children, unless it has a slot
 * for them (DOM standard, 4.8).
 */
function shownChildren(parent: PageNode, takeOut: (node: PageNode) => void): readonly PageNode[] {
  const nodes = [...parent.childNodes];
  const shadow = nodes.find((node) => node.nodeType === ELEMENT && isShadow(node as HidingElement));
  if (!shadow || (shadow as HidingElement).querySelector('slot')) return nodes;
  for (const node of nodes) if (node !== shadow && node.nodeType !== COMMENT) takeOut(node);
  return [shadow];
}

function isShadow(element: HidingElement): boolean {
  return element.nodeName.toUpperCase() === 'TEMPLATE' && element.getAttribute('shadowrootmode') !== null;
}

function isLink(element: HidingElement, name: string): boolean {
  return name === 'A' && element.getAttribute('href') !== null;
}
