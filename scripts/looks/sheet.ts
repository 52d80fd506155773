/** Lays out pictures in labelled rows. */
import type { BrowserContext, Page } from 'playwright-core';

/** `width`: CSS pixels of the screenshot. */
export interface Shot {
  readonly label: string;
  readonly width: number;
  readonly png: Buffer;
}

/**
 * Returns a WebP as wide as its widest row; `scale` 0.5 halves both sides. @throws Playwright's error if the browser is
 * gone.
 */
export async function drawSheet(
  browser: BrowserContext,
  rows: readonly (readonly Shot[])[],
  scale = 1,
): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    await page.setContent(`<style>${styles(scale)}</style><main>${rows.map(row).join('')}</main>`);
    await page.waitForFunction('[...document.images].every(({ complete }) => complete)');
    return await toWebP(page, await page.locator('main').screenshot({ animations: 'disabled' }));
  } finally {
    await page.close();
  }
}

/** The browser writes WebP, a third of its PNG. 1 is without loss. */
const QUALITY = 0.75;

async function toWebP(page: Page, png: Buffer): Promise<Buffer> {
  const dataUrl = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${QUALITY});
  })()`);
  return Buffer.from(dataUrl.replace(/^data:image\/webp;base64,/, ''), 'base64');
}

function row(shots: readonly Shot[]): string {
  const figures = shots.map(
    ({ label, width, png }) =>
      `<figure><figcaption>${label}</figcaption>` +
      `<img width="${width}" src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  );
  return `<section>${figures.join('')}</section>`;
}

function styles(scale: number): string {
  return `
    body { margin: 0; }
    main { width: max-content; padding: 10px; background: #8a8a8a; font: 14px sans-serif; zoom: ${scale}; }
    section { display: flex; gap: 10px; align-items: flex-start; }
    section + section { margin-top: 10px; }
    figure { margin: 0; }
    figcaption { padding-bottom: 4px; color: #000; }
    img { display: block; }`;
}
