/**
 * Builds the HTML of Patchbay's pages and its content security policy. It does not import VS Code, because stories use
 * it, too.
 */

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
  /** `tag` is a language tag such as `de`. Without messages the page is English. */
  readonly language: {
    readonly tag: string;
    readonly messages?: Readonly<Record<string, string>> | undefined;
  };
}

/**
 * Allows nothing remote and no inline script or style, so that shown content cannot bring its own. Our own parts, such
 * as the title, are not escaped.
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
    // A worker can only come from a blob that the page made itself, and it has this policy, too.
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

/** Escapes each `<`, because it could begin the end of the element. */
function dataOf(id: string, data: unknown): string {
  if (data === undefined) return '';
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
