export type PageKind = 'html' | 'plain';

export interface PageType {
  readonly kind: PageKind;
  /** MIME type without parameters, in lower case. */
  readonly mimeType: string;
  readonly charset: string | undefined;
}

const html: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const plain = /^(?:text\/[\w.+-]+|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|x-ndjson|javascript))$/;

/** Returns undefined for a type that is not text. */
export function pageType(contentType: string | undefined): PageType | undefined {
  const [mimeType = '', ...parameters] = (contentType ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((each) => each.startsWith('charset='))?.slice('charset='.length);
  const rest = { mimeType, charset: charset?.replaceAll('"', '') };
  if (html.has(mimeType)) return { kind: 'html', ...rest };
  return plain.test(mimeType) ? { kind: 'plain', ...rest } : undefined;
}
