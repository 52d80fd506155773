/** docs/decisions: a number for each, a page at most, and no reference to one that is gone. */
import { basename } from 'node:path';
import { findAll, type Pages } from './pages.ts';

const MAX_WORDS = 600;

/** `sources`: files whose comments name decisions by their numbers. */
export function decisionProblems(pages: Pages, sources: Pages): readonly string[] {
  const numbers = new Set<string>();
  const problems: string[] = [];
  for (const [path, text] of pages) {
    if (!path.startsWith('docs/decisions/')) continue;
    const number = /^(\d{3})-[\w-]+\.md$/.exec(basename(path))?.[1] ?? '';
    if (numbers.has(number)) problems.push(`${path}: There is another decision ${number}.`);
    if (!text.startsWith(`# ${number}: `))
      problems.push(`${path}: The title does not begin with its number.`);
    const words = text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
    if (words > MAX_WORDS)
      problems.push(
        `${path}: It has ${words} words, more than ${MAX_WORDS}. Keep the question, the choice and the measured ` +
          'alternatives; how it works belongs to docs/internals.',
      );
    numbers.add(number);
  }
  const named = /\b(?:decisions?[ /]|docs\/decisions\/)(\d{3})\b/g;
  return [
    ...problems,
    ...[...findAll(pages, named), ...findAll(sources, named)]
      .filter(({ name }) => !numbers.has(name))
      .map(({ place, name }) => `${place}: There is no decision ${name}.`),
  ];
}
