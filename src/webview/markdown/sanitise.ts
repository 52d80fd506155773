/**
 * The gate between generated HTML and the page: only the elements that markdown and code blocks need, only
 * links that the host opens, no styles, no scripts, nothing loaded from elsewhere.
 */
import DOMPurify, { type Config } from 'dompurify';
import { isOpenable } from './links.ts';

const common: Config = { ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false };
const words = (text: string): string[] => text.trim().split(/\s+/);

const textTags = words(
  'p br hr h1 h2 h3 h4 h5 h6 strong em s code pre blockquote ul ol li table thead tbody tr th td div span a button',
);
const textAttributes = words('href title class start type tabindex role aria-label aria-hidden data-code');
const textConfig: Config = { ...common, ALLOWED_TAGS: textTags, ALLOWED_ATTR: textAttributes };

/** What formulas are made of (MathML Core). */
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

/** The HTML as nodes that may be put into the page. */
export function sanitise(html: string): DocumentFragment {
  return admit(...parse(html).childNodes);
}

/** The nodes, as `parse` made them, as such that may be put into the page. */
export function admit(...nodes: readonly ChildNode[]): DocumentFragment {
  const root = inert.createElement('span');
  root.append(...nodes);
  return isClean(root) ? contentOf(root) : purifyText(root);
}

/** Names in capitals are those of HTML alone, not of SVG or MathML. */
const cleanTags = new Set(textTags.map((tag) => tag.toUpperCase()));
const cleanAttributes = new Set(textAttributes);

/**
 * Whether there is nothing to remove, as in almost all that the parser makes: elements, attributes and links of the
 * lists alone. Looking costs a tenth of what cleaning does; what is anything else is cleaned.
 */
function isClean(node: Node): boolean {
  if (node.nodeType === Node.TEXT_NODE) return true;
  if (!(node instanceof Element) || !cleanTags.has(node.tagName)) return false;
  for (const { name, value } of node.attributes)
    if (!cleanAttributes.has(name) || (name === 'href' && !isOpenable(value))) return false;
  for (let child = node.firstChild; child; child = child.nextSibling) if (!isClean(child)) return false;
  return true;
}

/** The HTML as children of an element outside of any page: nothing of it runs or loads, and nothing is safe yet. */
export function parse(html: string): Element {
  const root = inert.createElement('span');
  root.innerHTML = html;
  return root;
}

/** The MathML of a formula as nodes that may be put into the page. */
export function sanitiseMath(html: string): DocumentFragment {
  // Parsing styles alone would breach the policy of the page. Quotes in KaTeX's texts are escaped.
  return purifyMath(parse(html.replaceAll(/ style="[^"]*"/g, '')));
}

/** A document that runs nothing and loads nothing. */
const inert = document.implementation.createHTMLDocument('');

/**
 * Its configuration is read once and no document made for each text: for every piece of an answer that would cost
 * more than cleaning it.
 */
function purifier(config: Config): (root: Element) => DocumentFragment {
  const own = DOMPurify(window);
  own.setConfig({ ...config, IN_PLACE: true });
  // A second look at links: the parser lets only these through, and this does not depend on the parser.
  own.addHook('uponSanitizeAttribute', (_element, attribute) => {
    if (attribute.attrName === 'href') attribute.keepAttr = isOpenable(attribute.attrValue);
  });
  return (root) => {
    try {
      own.sanitize(root);
    } catch {
      // It refuses what it cannot take apart, such as a form whose field has the name of a property: the text remains.
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
