/**
 * Finds what a page says in English only: a language is made up in which every message is marked, ⟦like this⟧, and all
 * that has no mark did not go through `t`, or is content.
 */
import type { Page } from 'playwright-core';
import { languageOf, type Language } from '../../../scripts/preview/language.ts';

/** Every message that German has, as it is in English, in marks; messages with a comment keep that behind them. */
export const markedLanguage: Language = {
  tag: 'de',
  messages: Object.fromEntries(
    Object.keys(languageOf('de').messages).map((message) => [message, `⟦${message}⟧`]),
  ),
};

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

/** A selector for it. */
const NOTHING = ':not(*)';

/** The texts with letters that are neither marked nor content, each with where it stands; attributes as well. */
export function unmarkedTexts(page: Page, { areas, content, own = [] }: Looked): Promise<string[]> {
  const attributes = content.filter((selector) => selector.includes('@')).map((each) => each.split('@'));
  const texts = content.filter((selector) => !selector.includes('@'));
  const given = {
    areas: areas.join(),
    attributes,
    known: [...texts, ...own].join() || NOTHING,
    own: own.join() || NOTHING,
  };
  return page.evaluate(`(${search})(${JSON.stringify(given)})`);
}

/** Runs in the page. */
const search = String.raw`({ areas, attributes, known, own }) => {
  const found = new Set();
  const nameOf = (element) =>
    [element.localName, ...element.classList].join('.') + (element.parentElement ? ' in ' + [...element.parentElement.classList].join('.') : '');
  const look = (text, element, where) => {
    let rest = text ?? '';
    for (let before; before !== rest;) [before, rest] = [rest, rest.replaceAll(/⟦[^⟦⟧]*⟧/gs, '')];
    // Where an element stands in a message, its text is in pieces, each with one of the marks.
    rest = rest.replace(/^[^⟧]*⟧/, '').replace(/⟦[^⟦]*$/, '');
    if (/\p{L}/u.test(rest)) found.add(where + ' of ' + nameOf(element) + ': ' + text.trim().slice(0, 120));
  };
  const isContent = (element) => element.closest(known)?.matches(own) === false;
  for (const area of document.querySelectorAll(areas)) {
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
