/** Generated HTML enters the page only through here: known elements and attributes, links that the host opens. */
import DOMPurify, { type Config } from 'dompurify';
import { isOpenable } from './links.ts';

const common: Config = { ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false };
const words = (text: string): string[] => text.trim().split(/\s+/);

const textTags = words(
  'p br hr h1 h2 h3 h4 h5 h6 strong em s code pre blockquote ul ol li table thead tbody tr th td div span a button',
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

const purifyText = purifier(textConfig);
const purifyMath = purifier(mathConfig);

export function sanitise(html: string): DocumentFragment {
  return admit(...parse(html).childNodes);
}

/** Like `sanitise`, for nodes from `parse`. */
export function admit(...nodes: readonly ChildNode[]): DocumentFragment {
  const root = inert.createElement('span');
  root.append(...nodes);
  return isClean(root) ? contentOf(root) : purifyText(root);
}

/** HTML elements have upper-case names; SVG and MathML ones do not, and so are not in the set. */
const cleanTags = new Set(textTags.map((tag) => tag.toUpperCase()));
const cleanAttributes = new Set(textAttributes);

/** Whether DOMPurify would remove nothing, as for almost all HTML. Checking costs a tenth of cleaning. */
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

const inert = document.implementation.createHTMLDocument('');

/** One instance per configuration, cleaning in place: a document for each text would cost more than cleaning. */
function purifier(config: Config): (root: Element) => DocumentFragment {
  const own = DOMPurify(window);
  own.setConfig({ ...config, IN_PLACE: true });
  // A second check of links that does not depend on the parser.
  own.addHook('uponSanitizeAttribute', (_element, attribute) => {
    if (attribute.attrName === 'href') attribute.keepAttr = isOpenable(attribute.attrValue);
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
