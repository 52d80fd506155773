/** Bold words in pages for users: labels that Patchbay shows. */
import { findAll, withoutCode, type Pages } from './pages.ts';

/** What the pages write in bold and Patchbay does not show: labels of VS Code and other programs, and emphasis. */
export const otherLabels: ReadonlySet<string> = new Set([
  'Developer',
  'Developer: Reload Window',
  'Extensions: Install from VSIX…',
  'HTTP',
  'Preferences: Open Keyboard Shortcuts',
  'Reopen with Encoding',
  'SSE',
  'URL',
  'Uninstall',
  'bold',
  'without an error',
  '≥',
]);

/** Bold words at the beginning of a line, a row or an item can be a heading of it. They are taken in without their name. */
const bold = /^(?:[\s|*-]|\d+\.)*\*\*[^*\n]+\*\*|\*\*([^*\n]+)\*\*/gm;

/**
 * `messages` are those of the bundle, where a comment follows a slash, and the texts of the manifest. Whole sentences
 * are not looked up. `others` holds no label that Patchbay shows.
 */
export function labelProblems(
  pages: Pages,
  messages: readonly string[],
  others: ReadonlySet<string> = otherLabels,
): readonly string[] {
  const labels = new Set(messages.flatMap((message) => [message, message.replace(/\/.*/, '')]));
  const isKnown = (name: string): boolean =>
    labels.has(name) || others.has(name) || messages.some((message) => isFilledIn(message, name));
  const prose = new Map([...pages].map(([path, text]) => [path, withoutCode(text)]));
  return [
    ...findAll(prose, bold, isForUsers)
      .filter(({ name }) => name !== '' && !/^Patchbay: |[.?:]$/.test(name) && !isKnown(name))
      .map(({ place, name }) => `${place}: "${name}" is no label that Patchbay shows.`),
    ...[...others]
      .filter((name) => labels.has(name))
      .map((name) => `scripts/docs/labels.ts: Patchbay shows "${name}", so it is no label of others.`),
  ];
}

/** True if `name` begins and ends as the message, with values in between. A message of few letters says nothing. */
function isFilledIn(message: string, name: string): boolean {
  const parts = message.split(/\{\d\}/);
  const head = parts.at(0) ?? '';
  const tail = parts.at(-1) ?? '';
  const isLong = parts.length > 1 && /\p{L}{3}/u.test(head);
  return isLong && name.length > head.length + tail.length && name.startsWith(head) && name.endsWith(tail);
}

function isForUsers(path: string): boolean {
  return /^(README|docs\/(guide\/.*|data|first-minute|teams))\.md$/.test(path);
}
