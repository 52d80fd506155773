/** The HTML of Patchbay’s own pages and the policy they are under; knows no editor, so that stories have the same. */

/** What a page is made of. `styles` and `scripts` are their addresses, in the order in which they are loaded. */
export interface PageParts {
  readonly title: string;
  /** The id of the element that the script fills. */
  readonly root: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** From where styles and fonts may come. */
  readonly source: string;
  /** Of this page alone: scripts without it do not run. */
  readonly nonce: string;
  readonly bodyClass?: string;
  /** What the page remembered before, where the editor has forgotten it. */
  readonly savedState?: unknown;
  /** The user's language as a tag (`de`), with what each message says in it; without messages it is English. */
  readonly language: {
    readonly tag: string;
    readonly messages?: Readonly<Record<string, string>> | undefined;
  };
}

/**
 * The whole document. No remote content, no inline script or style: what a server or a model sends cannot bring its
 * own. The parts are Patchbay's and go in as they are.
 */
export function pageDocument(parts: PageParts): string {
  const { title, root, styles, scripts, source, nonce, bodyClass, savedState, language } = parts;
  const policy = [
    `default-src 'none'`,
    `img-src data: blob:`,
    `media-src data:`,
    `font-src ${source}`,
    `style-src ${source}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${language.messages ? language.tag : 'en'}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  ${styles.map((uri) => `<link rel="stylesheet" href="${uri}">`).join('\n  ')}
  <title>${title}</title>
</head>
<body${bodyClass === undefined ? '' : ` class="${bodyClass}"`}>
  <div id="${root}"></div>
  ${dataOf('messages', language.messages)}
  ${dataOf('saved-state', savedState)}
  ${scripts.map((uri) => `<script nonce="${nonce}" src="${uri}"></script>`).join('\n  ')}
</body>
</html>`;
}

/** Data that no script can break out of: a `<` could begin the end of the element. */
function dataOf(id: string, data: unknown): string {
  if (data === undefined) return '';
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
