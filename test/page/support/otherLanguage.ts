/**
 * Finds what a page says in English only: every message of a language is marked, and all that has no mark did not go
 * through `t`, or is content. The marks are invisible and take no room, so that the page looks as its users see it.
 */
import type { Page } from 'playwright-core';
import { languageOf, type Language } from '../../../stories/pages/language.ts';

/** Characters that are neither letters nor places where a line may end. */
const [OPEN, CLOSE] = ['\u2063', '\u2064'];

const { tag, messages } = languageOf('de');

/** The text as a message in the marked language is. */
export function mark(text: string): string {
  return OPEN + text + CLOSE;
}

/** Whether the text is such a message, with nothing around it. */
export function isMarked(text: string): boolean {
  return text.startsWith(OPEN) && text.endsWith(CLOSE);
}

/** German, which has long words, with all its messages marked. */
export const markedLanguage: Language = {
  tag,
  messages: Object.fromEntries(Object.entries(messages).map(([english, text]) => [english, mark(text)])),
};

/** A message that is known in English, as the page has it. @throws Error when German has no such message. */
export function inMarkedLanguage(english: string): string {
  const text = messages[english];
  if (text === undefined) throw new Error(`There is no message "${english}".`);
  return mark(text);
}

/**
 * Which parts of a page to look at, and what in them is not Patchbay's to say. All are CSS selectors.
 */
export interface Looked {
  /** The parts that are looked at, with all in them. */
  readonly areas: readonly string[];
  /**
   * What holds content: words of users, models and servers, names, paths, JSON, keys. `selector` stands for all text
   * in it, `selector@title` for that attribute of the element itself.
   */
  readonly content: readonly string[];
  /** What Patchbay says within content; what is nearer to a text decides. */
  readonly own?: readonly string[];
}

/** The page shows the marks where it shows hidden characters, as in what is to be approved. */
const SHOWN_MARKS = '.hidden-character:is([title="U+2063"], [title="U+2064"], [title="U+2063 U+2064"])';

/** A selector for it. */
const NOTHING = ':not(*)';

/** The texts with letters that are neither marked nor content, each with where it stands; attributes as well. */
export function unmarkedTexts(page: Page, { areas, content, own = [] }: Looked): Promise<string[]> {
  const attributes = [...content, '.hidden-character@title']
    .filter((selector) => selector.includes('@'))
    .map((each) => each.split('@'));
  const texts = content.filter((selector) => !selector.includes('@'));
  const given = {
    areas: areas.join(),
    attributes,
    known: [...texts, ...own].join() || NOTHING,
    own: own.join() || NOTHING,
  };
  return page.evaluate(`(${search})(${JSON.stringify(given)})`);
}

/** Takes the marks off what the page shows now: where one message is part of another, they would part them. */
export async function removeMarks(page: Page): Promise<void> {
  await page.evaluate(String.raw`(() => {
    const bare = (text) => text.replaceAll(/<U\+206[34]>|[\u2063\u2064]/g, '');
    for (const shown of document.querySelectorAll(${JSON.stringify(SHOWN_MARKS)})) shown.remove();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (bare(node.data) !== node.data) node.data = bare(node.data);
    for (const element of document.body.querySelectorAll('*'))
      for (const { name, value } of element.attributes)
        if (bare(value) !== value) element.setAttribute(name, bare(value));
  })()`);
}

/** Runs in the page, on a copy in which the marks that the page has made visible are what they were. */
const search = String.raw`({ areas, attributes, known, own }) => {
  const found = new Set();
  const nameOf = (element) =>
    [element.localName, ...element.classList].join('.') + (element.parentElement ? ' in ' + [...element.parentElement.classList].join('.') : '');
  const look = (text, element, where) => {
    let rest = (text ?? '').replaceAll('<U+2063>', '\u2063').replaceAll('<U+2064>', '\u2064');
    for (let before; before !== rest;)
      [before, rest] = [rest, rest.replaceAll(/\u2063[^\u2063\u2064]*\u2064/gs, '')];
    // Where an element stands in a message, its text is in pieces, each with one of the marks.
    rest = rest.replace(/^[^\u2064]*\u2064/, '').replace(/\u2063[^\u2063]*$/, '');
    if (/\p{L}/u.test(rest)) found.add(where + ' of ' + nameOf(element) + ': ' + text.trim().slice(0, 120));
  };
  const isContent = (element) => element.closest(known)?.matches(own) === false;
  for (const shown of document.querySelectorAll(areas)) {
    const area = shown.cloneNode(true);
    for (const mark of area.querySelectorAll(${JSON.stringify(SHOWN_MARKS)})) mark.replaceWith(mark.textContent);
    area.normalize();
    const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!isContent(node.parentElement)) look(node.data, node.parentElement, 'text');
    for (const element of [area, ...area.querySelectorAll('*')])
      for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'])
        if (!attributes.some(([selector, attribute]) => attribute === name && element.matches(selector)))
          look(element.getAttribute(name), element, name);
  }
  return [...found];
}`;
