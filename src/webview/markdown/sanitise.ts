/**
 * The gate between generated HTML and the page: only the elements that markdown and code blocks need, only
 * links that the host opens, no styles, no scripts, nothing loaded from elsewhere.
 */
import DOMPurify from 'dompurify';
import { isOpenable } from './links.ts';

const tags =
  'p br hr h1 h2 h3 h4 h5 h6 strong em s code pre blockquote ul ol li table thead tbody tr th td div span a button';
const attributes = 'href title class start type tabindex role aria-label aria-hidden data-code';
/** What formulas are made of (MathML Core). */
const mathTags =
  'math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose merror msub msup msubsup munder mover munderover mmultiscripts mtable mtr mtd';
const mathAttributes =
  'display displaystyle scriptlevel mathvariant mathcolor mathsize stretchy fence separator lspace rspace accent accentunder linethickness minsize maxsize movablelimits symmetric width height depth voffset columnalign columnspacing rowspacing columnlines rowlines notation encoding xmlns';

const purifier = DOMPurify(window);
// A second look at links: the parser lets only these through, and this does not depend on the parser.
purifier.addHook('uponSanitizeAttribute', (_element, attribute) => {
  if (attribute.attrName === 'href') attribute.keepAttr = isOpenable(attribute.attrValue);
});

/** The HTML as nodes that may be put into the page. */
export function sanitise(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: tags.split(' '),
    ALLOWED_ATTR: attributes.split(' '),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

/** The MathML of a formula as nodes that may be put into the page. */
export function sanitiseMath(html: string): DocumentFragment {
  // Parsing them alone would breach the policy of the page. Quotes in KaTeX's texts are escaped.
  const unstyled = html.replaceAll(/ style="[^"]*"/g, '');
  return purifier.sanitize(unstyled, {
    ALLOWED_TAGS: ['span', '#text', ...mathTags.split(' ')],
    ALLOWED_ATTR: ['class', 'title', ...mathAttributes.split(' ')],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
