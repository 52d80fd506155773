/** Converts a page into markdown with the text that a reader of the page would see. It runs in a worker. */
import { headText } from '../../base/common/cut.ts';
import { gfm } from '@joplin/turndown-plugin-gfm';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { withoutHidden } from '../../base/common/hiddenCharacters.ts';
import { plainLabel } from '../../base/common/text.ts';
import { removeHidden, type HidingElement } from './hiddenContent.ts';
import type { PageKind } from './pageTypes.ts';

export interface PageContent {
  readonly body: Uint8Array;
  readonly kind: PageKind;
  readonly charset: string | undefined;
  readonly url: string;
  readonly isWhole: boolean;
}

export interface ReadPage {
  readonly title: string | undefined;
  readonly text: string;
  /** Number of characters that were left out at the end. */
  readonly cut: number;
  /** Number of characters that the page has and does not show. */
  readonly hidden: number;
}

/** Members of the DOM that are used. The DOM's own types would apply to the whole source. */
interface PageElement extends HidingElement {
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

interface PageDocument extends PageElement {
  title: string;
  readonly body: PageElement;
}

interface ParsedPage {
  readonly document: PageDocument;
  readonly HTMLElement: { readonly prototype: object };
}

const MAX_TEXT = 400_000;
const MAX_TITLE = 300;
/** Length of an article below which the rest of the page may be what matters. */
const MIN_ARTICLE = 250;

export function readPage({ body, kind, charset, url, isWhole }: PageContent): ReadPage {
  const source = decode(body, kind, charset);
  const { title, text, hidden } =
    kind === 'html' ? readHtml(source, url, isWhole) : { title: undefined, text: source, hidden: 0 };
  const visible = withoutHidden(text);
  const whole = visible.trim();
  const shown = headText(whole, MAX_TEXT);
  return {
    title: plainLabel(title, MAX_TITLE),
    text: shown,
    cut: whole.length - shown.length,
    hidden: hidden + text.length - visible.length,
  };
}

/**
 * Decodes by the byte order mark, the header, or the page's own declaration (HTML standard, "Determining the character
 * encoding").
 */
function decode(body: Uint8Array, kind: PageKind, charset: string | undefined): string {
  const start = Buffer.from(body.subarray(0, 1024)).toString('latin1');
  const said =
    kind === 'html'
      ? /<meta[^>]{0,200}charset\s{0,5}=\s{0,5}["']?([\w-]{1,40})/i.exec(start)?.[1]
      : undefined;
  for (const label of [markedBy(start), charset, said])
    try {
      if (label !== undefined) return new TextDecoder(label).decode(body);
    } catch {
      // There is no encoding of that name.
    }
  return new TextDecoder().decode(body);
}

function markedBy(start: string): string | undefined {
  if (start.startsWith('\u{EF}\u{BB}\u{BF}')) return 'utf-8';
  if (start.startsWith('\u{FF}\u{FE}')) return 'utf-16le';
  return start.startsWith('\u{FE}\u{FF}') ? 'utf-16be' : undefined;
}

function readHtml(
  source: string,
  url: string,
  isWhole: boolean,
): { readonly title: string; readonly text: string; readonly hidden: number } {
  const { document, hidden } = visiblePage(source, url);
  const { title } = document;
  if (isWhole) return { title, text: toMarkdown(document.body), hidden };
  const article = new Readability<PageElement>(document, {
    keepClasses: true,
    disableJSONLD: true,
    serializer: (node) => node as PageElement,
  }).parse();
  const text = article?.content ? toMarkdown(article.content) : '';
  // Extracting the article has changed the document, so it is parsed again.
  const shown = text.length < MIN_ARTICLE ? toMarkdown(visiblePage(source, url).document.body) : text;
  return { title: article?.title || title, text: shown, hidden };
}

interface VisiblePage {
  readonly document: PageDocument;
  /** Number of characters that were removed. */
  readonly hidden: number;
}

function visiblePage(source: string, url: string): VisiblePage {
  const { document, HTMLElement } = parseHTML(withRoot(source)) as unknown as ParsedPage;
  addRows(HTMLElement.prototype);
  for (const element of document.querySelectorAll('*')) nameInLowerCase(element);
  const base = baseOf(document, url);
  const title = document.querySelector('title')?.textContent ?? '';
  for (const element of document.querySelectorAll('title')) element.remove();
  document.title = title;
  const hasSheets = document.querySelector('style, link[rel~="stylesheet" i]') !== null;
  const hidden = removeHidden(document.body, hasSheets);
  for (const element of document.querySelectorAll('base')) element.remove();
  for (const link of document.querySelectorAll('a[href]')) {
    const target = absolute(link.getAttribute('href'), base);
    if (target === undefined) link.removeAttribute('href');
    else link.setAttribute('href', target);
  }
  for (const image of document.querySelectorAll('img')) {
    const target = absolute(image.getAttribute('src'), base);
    if (target === undefined || !image.getAttribute('alt')) image.remove();
    else image.setAttribute('src', target);
  }
  // A title shows only while the pointer rests on the element.
  for (const element of document.querySelectorAll('a[title], img[title]')) element.removeAttribute('title');
  return { document, hidden };
}

/**
 * Adds the root elements. The parser does not add elements that HTML allows to leave out, and does not find every valid
 * body. The attributes of the body stay, because they have colours.
 */
function withRoot(source: string): string {
  const attributes = /<body(\s[^>]*)?>/i.exec(source)?.[1] ?? '';
  const content = source.replaceAll(/<!doctype[^>]*>|<\/?(?:html|head|body)(?:\s[^>]*)?>/gi, '');
  return `<!doctype html><html><head></head><body${attributes}>${content}</body></html>`;
}

/**
 * Converts attribute names to lower case: the parser keeps them as written, and so would not find them. Of two equal
 * names, the first one counts.
 */
function nameInLowerCase(element: PageElement): void {
  const attributes = [...element.attributes];
  if (attributes.every(({ name }) => name === name.toLowerCase())) return;
  const named = new Map<string, string>();
  for (const { name, value } of attributes) {
    const lower = name.toLowerCase();
    if (!named.has(lower)) named.set(lower, value);
    element.removeAttribute(name);
  }
  for (const [name, value] of named) element.setAttribute(name, value);
}

function baseOf(document: PageDocument, url: string): string {
  return absolute(document.querySelector('base')?.getAttribute('href'), url) ?? url;
}

/** Returns undefined for addresses that are not pages: `javascript:`, `data:`. */
function absolute(address: string | null | undefined, base: string): string | undefined {
  const url = address ? URL.parse(address, base) : null;
  return url && ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
}

/** The parser lacks `rows`, from which tables are written. */
function addRows(elements: object): void {
  // Kept for an element of the page while it is read, as the parser makes no list of its own.
  const known = new WeakMap<PageElement, readonly PageElement[]>();
  Object.defineProperty(elements, 'rows', {
    configurable: true,
    get(this: PageElement) {
      if (!known.has(this))
        known.set(this, this.nodeName === 'TABLE' ? [...this.querySelectorAll('tr')] : []);
      return known.get(this);
    },
  });
}

function toMarkdown(content: PageElement): string {
  return new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  })
    .use(gfm)
    .turndown(content);
}
