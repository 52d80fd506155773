/**
 * `npm run check:commits`, in `npm run check`: checks the subjects of the commits since the branch left main, on main
 * itself of the last one.
 */
import { git, mergeBase } from './git.ts';

const MAX_SUBJECT = 72;
/** An area or several, such as "tools, chat: ", and what the commit does. */
const SUBJECT = /^[a-z][\w./-]*(?:, [a-z][\w./-]*)*: \S/;

/** A sentence for each subject that does not say where and what. */
export function subjectProblems(subjects: readonly string[]): readonly string[] {
  return subjects.flatMap((subject) => {
    if (!SUBJECT.test(subject)) return [`"${subject}" does not begin with an area, such as "tools: ".`];
    if (subject.length > MAX_SUBJECT)
      return [`"${subject}" has ${subject.length} characters; ${MAX_SUBJECT} are shown everywhere.`];
    if (/\bwip\b/i.test(subject)) return [`"${subject}" does not say what the commit does.`];
    return [];
  });
}

/** Returns no subjects where there is no repository, as in an archive of the sources. */
function readSubjects(): readonly string[] {
  try {
    const base = mergeBase();
    const isMain = base === 'HEAD' || base === git('rev-parse', 'HEAD').trim();
    const log = git('log', '--no-merges', '--format=%s', ...(isMain ? ['-1'] : [`${base}..HEAD`]));
    return log.split('\n').filter((subject) => subject !== '');
  } catch {
    return [];
  }
}

if (import.meta.main) {
  const checked = readSubjects();
  const problems = subjectProblems(checked);
  for (const problem of problems) console.error(problem);
  console.log(`${checked.length} commits, ${problems.length} problems.`);
  if (problems.length > 0) {
    console.error('CONTRIBUTING.md says how a subject is written; `git rebase --interactive` changes one.');
    process.exitCode = 1;
  }
}
