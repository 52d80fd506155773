/** The policy that every page of Patchbay has: all are made by this one function. */
import assert from 'node:assert/strict';
import { readFile, glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pageDocument } from '../../../../src/editor/common/pageDocument.ts';

const html = pageDocument({
  title: 'Patchbay',
  root: 'root',
  styles: ['https://host/page.css'],
  scripts: ['https://host/page.js'],
  source: 'https://host',
  nonce: 'n',
  language: { tag: 'en' },
});

describe('the policy of a page', () => {
  it('allows its own scripts and styles, workers that it makes itself, and no form, base address or connection', () => {
    const policy = /content="(default-src[^"]*)"/.exec(html)?.[1]?.split('; ');
    assert.deepEqual(policy, [
      "default-src 'none'",
      'img-src data: blob:',
      'media-src data:',
      'font-src https://host',
      'style-src https://host',
      "script-src 'nonce-n'",
      'worker-src blob:',
      "form-action 'none'",
      "base-uri 'none'",
    ]);
  });

  it('is that of every page: nothing else gives a webview HTML', async () => {
    const root = join(import.meta.dirname, '../../../..');
    const others: string[] = [];
    for await (const path of glob('src/**/*.ts', { cwd: root })) {
      const source = await readFile(join(root, path), 'utf8');
      if (/webview\.html =/.test(source) && !/webview\.html = pageHtml\(/.test(source)) others.push(path);
    }
    assert.deepEqual(others, []);
  });
});
