/** Makes Markdown that loads nothing: images become links, HTML becomes text, and code stays as it is. */
import MarkdownIt from 'markdown-it';

/**
 * Most passes over a text. A pass changes only what is not code, which can change what counts as code, so passes are
 * repeated until one changes nothing.
 */
const MOST_PASSES = 8;

/**
 * Levels of quotes and lists that are parsed, because each level looks at each line below it. What is deeper counts as
 * text, even where it would be code.
 */
const MAX_DEPTH = 24;

const parser = new MarkdownIt({ html: true }).set({ maxNesting: MAX_DEPTH });
// The rules for text within blocks can take very long, and are not needed.
parser.core.ruler.enableOnly(['normalize', 'block']);

export function withoutImages(markdown: string): string {
  let text = markdown.replaceAll(/\r\n?/g, '\n');
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const next = onePass(text);
    if (next === text) return text;
    text = next;
  }
  return inert(text);
}

/** Makes a text inert and closes a code block that has no end, so that what follows is not part of it. */
export function closedMarkdown(markdown: string): string {
  const text = withoutImages(markdown).trimEnd();
  const last = parser.parse(text, {}).at(-1);
  const lines = text.split('\n');
  if (last?.type !== 'fence' || last.map?.[1] !== lines.length) return text;
  const end = (lines.at(-1) ?? '').trim();
  const isClosed = last.map[1] - last.map[0] > 1 && isFence(end) && end.startsWith(last.markup);
  return isClosed ? text : `${text}\n${last.markup}`;
}

function isFence(line: string): boolean {
  return /^(?:`{3,}|~{3,})$/.test(line);
}

/**
 * Goes through the blocks of a text by their lines: keeps code, looks for code within text, and makes all else inert.
 */
function onePass(text: string): string {
  const lines = text.split('\n');
  const done: string[] = [];
  let at = 0;
  const take = (until: number, change: (part: string) => string): void => {
    if (until <= at) return;
    done.push(change(lines.slice(at, until).join('\n')));
    at = until;
  };
  for (const { type, map } of parser.parse(text, {})) {
    if (!map || map[0] < at) continue;
    const isCode = type === 'fence' || type === 'code_block';
    if (!isCode && type !== 'inline') continue;
    take(map[0], inert);
    take(map[1], isCode ? keptCode : inertText);
  }
  take(lines.length, inert);
  return done.join('\n');
}

/**
 * Keeps code as it is, unless it has `$$`. Some programs show formulas: one that begins above the code could end in it,
 * and the rest would not be code.
 */
function keptCode(code: string): string {
  return code.includes('$$') ? inert(code) : code;
}

/** Makes a block of text inert. Code in it stays if there is no doubt that it is code. */
function inertText(text: string): string {
  const parts = codeSpans(text);
  const outside = parts.map(({ isCode, text: part }) => (isCode ? CODE : part)).join('');
  // Code is in doubt beside a link's address or label, an address in angle brackets, a cell of a table and a formula,
  // because each can hold half of what looks like code. So can a bare address that ends where the code begins.
  const isPlain =
    !/\]\(|\]\[|\[\[|[|$]|<[^\s<>]+[:@]/.test(outside.replaceAll(plainLink, '')) &&
    !outside.split(/[\s<]/).some(isAddressWithCode);
  return parts.map(({ isCode, text: part }) => (isCode && isPlain ? part : inert(part))).join('');
}

/** Stands in place of code, which no plain link may contain. */
const CODE = '\uFFFC';
const plainLink = /\](?:\([^\s()<>|\uFFFC]*\)|\[[^[\]<>|\uFFFC]*\])/g;

/**
 * Tells whether a word is a bare address that contains code. VS Code and GitHub make a link of a bare address, up to
 * the next white space or tag.
 */
function isAddressWithCode(word: string): boolean {
  const at = word.search(/:\/\/|www\./i);
  return at >= 0 && word.includes(CODE, at);
}

function codeSpans(text: string): readonly { readonly isCode: boolean; readonly text: string }[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: run, index }) => ({ at: index, length: run.length }));
  // The last place of each length is noted, so that a run without an end is not looked for again and again.
  const lastOf = new Map(runs.map(({ at, length }) => [length, at]));
  const parts: { isCode: boolean; text: string }[] = [];
  let from = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const run = runs[index];
    if (!run || run.at < from) continue;
    let slashes = 0;
    while (run.at - slashes > from && text[run.at - slashes - 1] === '\\') slashes += 1;
    const isEscaped = slashes % 2 === 1;
    const length = run.length - (isEscaped ? 1 : 0);
    if (length === 0 || (lastOf.get(length) ?? -1) <= run.at) continue;
    let next = index + 1;
    while (runs[next]?.length !== length) next += 1;
    const end = runs[next];
    if (!end) continue;
    const start = run.at + (isEscaped ? 1 : 0);
    parts.push({ isCode: false, text: text.slice(from, start) });
    from = end.at + end.length;
    parts.push({ isCode: true, text: text.slice(start, from) });
  }
  return [...parts, { isCode: false, text: text.slice(from) }];
}

/** Leaves no image and no HTML tag in a text. Addresses in angle brackets stay. */
function inert(text: string): string {
  return text
    .replaceAll(/<img\b[^<>]*>/giu, imageLink)
    .replaceAll(/<(?=[a-z/!?])(?![a-z][a-z0-9+.-]{1,31}:[^\s<>`]*>|[\w.+-]+@[\w.-]+>)/giu, '&lt;')
    .replaceAll(/(?<!!)!+(?=\[)/g, '');
}

function imageLink(tag: string): string {
  const valueOf = (name: string): string | undefined => {
    const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'iu').exec(tag);
    return found?.slice(1).find((value) => value !== undefined);
  };
  const source = valueOf('src');
  if (source === undefined) return tag;
  const label = (valueOf('alt') ?? '').replaceAll(/[[\]\\`<>!\n]/g, ' ').trim();
  const address = source.trim().replaceAll(/[\s()<>\\`[\]!]/g, percentEncoded);
  return `[${label === '' ? 'image' : label}](${address})`;
}

function percentEncoded(sign: string): string {
  const encoded = encodeURIComponent(sign);
  return encoded === sign ? `%${sign.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
}
