/** The HTML of Patchbay's pages and its content security policy; without VS Code, as stories use it, too. */

export interface PageParts {
  readonly title: string;
  /** The id of the element that the script fills. */
  readonly root: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  readonly source: string;
  readonly nonce: string;
  readonly bodyClass?: string;
  /** The state that the page saved before, where VS Code has lost it. */
  readonly savedState?: unknown;
  /** `tag` is as in `de`; without messages the page is English. */
  readonly language: {
    readonly tag: string;
    readonly messages?: Readonly<Record<string, string>> | undefined;
  };
}

/** Nothing remote, no inline script or style: what is shown cannot bring its own. Our own parts are not escaped. */
export function pageDocument(parts: PageParts): string {
  const { title, root, styles, scripts, source, nonce, bodyClass, savedState, language } = parts;
  const policy = [
    `default-src 'none'`,
    `img-src data: blob:`,
    `media-src data:`,
    `font-src ${source}`,
    `style-src ${source}`,
    `script-src 'nonce-${nonce}'`,
    // A worker has this policy, too. No address but one that the page made itself can be one.
    `worker-src blob:`,
    `form-action 'none'`,
    `base-uri 'none'`,
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

/** A `<` could begin the end of the element. */
function dataOf(id: string, data: unknown): string {
  if (data === undefined) return '';
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
