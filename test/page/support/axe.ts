/** Asks axe-core whether a page can be used by everybody. */
import type { Frame, Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/**
 * The list that belongs to the message is gone through with the arrow keys from there. Axe knows that of a
 * combobox only, which a text field of several lines must not be.
 */
const isKnown = (rule: string, target: string): boolean =>
  rule === 'scrollable-region-focusable' && target === '#context-list';

/** The rules that depend on the theme. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** What axe has against the page as it is, in short; `colours`: by the rules alone that depend on the theme. */
export async function violations(page: Page | Frame, colours = false): Promise<string[]> {
  const which = colours ? { runOnly: OF_COLOUR } : { rules: { 'page-has-heading-one': { enabled: true } } };
  await page.evaluate(`globalThis.axe ?? new Promise((resolve, reject) => {
    const script = document.createElement('script');
    Object.assign(script, { src: '/axe.js', nonce: 'stories', onload: resolve, onerror: reject });
    document.head.append(script);
  })`);
  // Axe would fetch styles and sounds again, for the only rule that the next line stands for.
  const options = { resultTypes: ['violations'], preload: false, ...which };
  const plays = await page.evaluate<boolean>(`document.querySelector('[autoplay]') !== null`);
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  const broken = found.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => !isKnown(id, target.join(' ')))
      .map(
        ({ target, failureSummary }) =>
          `${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
      ),
  );
  return plays ? [...broken, 'no-autoplay-audio'] : broken;
}
