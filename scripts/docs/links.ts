/** Links between documents: their files, and the headings that they name. */
import { posix } from 'node:path';
import { findAll, withoutCode, type Pages } from './pages.ts';

export function linkProblems(pages: Pages, exists: (path: string) => boolean): readonly string[] {
  const prose = new Map([...pages].map(([path, text]) => [path, withoutCode(text)]));
  return findAll(prose, /\]\((?!https?:|mailto:)([^)\s]+)\)/g).flatMap(({ place, name }) => {
    const from = place.replace(/:\d+$/, '');
    const [file = '', heading] = name.split('#');
    const path = file === '' ? from : posix.join(posix.dirname(from), file);
    if (!exists(path)) return [`${place}: There is no ${path}.`];
    const target = pages.get(path);
    if (heading === undefined || target === undefined || headingsOf(target).has(heading)) return [];
    return [`${place}: ${path} has no heading for #${heading}.`];
  });
}

/** Names headings as GitHub does: small letters, hyphens for spaces, and a number where two are the same. */
function headingsOf(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, title = ''] of withoutFences(text).matchAll(/^#+ (.*)$/gm)) {
    const name = title
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    let unique = name;
    for (let number = 1; names.has(unique); number += 1) unique = `${name}-${number}`;
    names.add(unique);
  }
  return names;
}

function withoutFences(text: string): string {
  return text.replaceAll(/^( *)```[^]*?^\1```/gm, '');
}
