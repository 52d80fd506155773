/** Generated HTML enters the page only through here: known elements and attributes, links that the host opens. */
import DOMPurify, { type Config } from 'dompurify';
import { isSafeProperty, isSafeValue } from './diagramSheet.ts';
import { isOpenable } from './links.ts';

const common: Config = { ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false };
const words = (text: string): string[] => text.trim().split(/\s+/);

const textTags = words(
  'p br hr h1 h2 h3 h4 h5 h6 strong em s code pre blockquote ul ol li table thead tbody tr th td div span a button kbd sub sup',
);
const textAttributes = words('href title class start type tabindex role aria-label aria-hidden data-code');
const textConfig: Config = { ...common, ALLOWED_TAGS: textTags, ALLOWED_ATTR: textAttributes };

/** MathML Core, as KaTeX makes it. */
const mathConfig: Config = {
  ...common,
  ALLOWED_TAGS: [
    '#text',
    ...words(`span math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom
      menclose merror msub msup msubsup munder mover munderover mmultiscripts mtable mtr mtd`),
  ],
  ALLOWED_ATTR:
    words(`class title display displaystyle scriptlevel mathvariant mathcolor mathsize stretchy fence separator
    lspace rspace accent accentunder linethickness minsize maxsize movablelimits symmetric width height depth voffset
    columnalign columnspacing rowspacing columnlines rowlines notation encoding xmlns`),
};

/** The elements of diagrams: no HTML, no links, no pictures, no styles, no animation. */
const diagramConfig: Config = {
  ...common,
  ALLOWED_TAGS: [
    '#text',
    ...words(`span svg g path rect circle ellipse line polyline polygon text tspan defs marker clipPath
      linearGradient stop`),
  ],
  ALLOWED_ATTR:
    words(`id class transform d x y x1 y1 x2 y2 cx cy r rx ry dx dy width height viewBox points offset
    fill fill-opacity fill-rule stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity opacity
    stop-color stop-opacity text-anchor dominant-baseline alignment-baseline font-size font-family font-weight font-style
    marker-start marker-mid marker-end markerWidth markerHeight markerUnits orient refX refY clip-path
    preserveAspectRatio textLength lengthAdjust gradientUnits`),
};

const purifyText = purifier(textConfig);
const purifyMath = purifier(mathConfig);
const purifyDiagram = purifier(diagramConfig);

export function sanitise(html: string): DocumentFragment {
  return admit(...parse(html).childNodes);
}

/** Sanitises nodes from `parse` as `sanitise` does text. */
export function admit(...nodes: readonly ChildNode[]): DocumentFragment {
  const root = inert.createElement('span');
  root.append(...nodes);
  return isClean(root) ? contentOf(root) : purifyText(root);
}

/** HTML elements have upper-case names; SVG and MathML ones do not, and so are not in the set. */
const cleanTags = new Set(textTags.map((tag) => tag.toUpperCase()));
const cleanAttributes = new Set(textAttributes);

/**
 * Returns whether DOMPurify would remove nothing, which is so for almost all HTML. Checking costs a tenth of cleaning.
 */
function isClean(node: Node): boolean {
  if (node.nodeType === Node.TEXT_NODE) return true;
  if (!(node instanceof Element) || !cleanTags.has(node.tagName)) return false;
  for (const { name, value } of node.attributes)
    if (!cleanAttributes.has(name) || (name === 'href' && !isOpenable(value))) return false;
  for (let child = node.firstChild; child; child = child.nextSibling) if (!isClean(child)) return false;
  return true;
}

/** Parses in a document without a page: nothing runs or loads, but nothing is safe yet. */
export function parse(html: string): Element {
  const root = inert.createElement('span');
  root.innerHTML = html;
  return root;
}

export function sanitiseMath(html: string): DocumentFragment {
  // Parsing a style attribute already violates the CSP. Quotes within KaTeX's texts are escaped.
  return purifyMath(parse(html.replaceAll(/ style="[^"]*"/g, '')));
}

/** Takes the drawing out of the page. Inline styles go through the CSSOM, as the policy allows no other way. */
export function sanitiseDiagram(svg: Element): DocumentFragment {
  const styles = [svg, ...svg.querySelectorAll('[style]')].flatMap((element) => {
    const { style } = element as Element & Partial<ElementCSSInlineStyle>;
    if (!style) return [];
    const kept = [...style].flatMap((name) => {
      const value = style.getPropertyValue(name);
      return isSafeProperty(name) && isSafeValue(value) ? [[name, value] as const] : [];
    });
    element.removeAttribute('style');
    return [[style, kept] as const];
  });
  const root = inert.createElement('span');
  root.append(svg);
  const clean = purifyDiagram(root);
  for (const [style, kept] of styles) for (const [name, value] of kept) style.setProperty(name, value);
  return clean;
}

const inert = document.implementation.createHTMLDocument('');

/** One instance per configuration, cleaning in place: a document for each text would cost more than cleaning. */
function purifier(config: Config): (root: Element) => DocumentFragment {
  const own = DOMPurify(window);
  own.setConfig({ ...config, IN_PLACE: true });
  // A second check of links that does not depend on the parser.
  own.addHook('uponSanitizeAttribute', (_element, attribute) => {
    if (attribute.attrName === 'href') attribute.keepAttr = isOpenable(attribute.attrValue);
    if (/url\(|javascript:/i.test(attribute.attrValue))
      attribute.keepAttr &&= isSafeValue(attribute.attrValue);
  });
  return (root) => {
    try {
      own.sanitize(root);
    } catch {
      // DOMPurify throws on DOM clobbering, such as a form with a field named like a property: the text remains.
      root.replaceChildren(root.textContent);
    }
    return contentOf(root);
  };
}

function contentOf(root: Element): DocumentFragment {
  const fragment = inert.createDocumentFragment();
  fragment.append(...root.childNodes);
  return fragment;
}
