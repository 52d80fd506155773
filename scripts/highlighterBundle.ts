/** Part of esbuild.mjs, and of tests that bundle it themselves: how the worker that colours code is built. */
import type { BuildOptions } from 'esbuild';

/**
 * A webview may load no worker from an address, only from text that the page has. So the script is the body of a
 * function: the page loads that as it loads any script, under its nonce, and makes the worker of the function's text.
 */
export const highlighterBundle = {
  entryPoints: { highlighter: 'src/webview/markdown/highlighter.ts' },
  outdir: 'dist',
  bundle: true,
  platform: 'browser',
  format: 'iife',
  target: 'chrome138',
  banner: { js: 'globalThis.patchbayHighlighter = function () {' },
  footer: { js: '};' },
} satisfies BuildOptions;
