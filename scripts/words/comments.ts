/**
 * Finds comments that begin without a subject, such as "Of a server." or "Whether it runs.": a reader has to guess what
 * they speak of. The rule looks at the first words only, and prefers to miss one to refusing a sound sentence.
 */
import { parseSync } from 'oxc-parser';

export interface CommentStart {
  readonly line: number;
  /** First words of the comment. */
  readonly start: string;
}

/** "What it shows." repeats a name; "Those of a turn." and "Else nothing." refer to something that is not there. */
const withoutSubject =
  /^(?:what|whatever|whether|who|whoever|whose|how|why|which|else|elsewhere|those|absent(?! (?:after|before|for|if|in|means|unless|until|when|while)\b)|per|also (?:at|by|for|from|if|in|not|of|on|right|those|to|what|when|where|with|without|while)|later (?:in|on|ones|than)|not (?!all|each|every|everything|many|one)|none (?:at|for|if|in|when|where|while)|than)\b/i;

/** "Only for tests." and "All without a name." limit something that they do not name. */
const limitOnly =
  /^(?:all|each|every|just|nearly|never|one|only)(?: \w+ly)? (?:after|as|at|before|by|for|from|if|in|(?<=only )of|on|that|those|to|until|what|when|where|while|with|without)\b/i;

/** "Absent: all of them." is a note to a reader who already has the type in mind. */
const valueOnly = /^`?(?:absent|empty|false|null|true|undefined|zero|0)`?:/i;

/** "In a page, links are inert." has a subject after its opening; "In a page." and "In ms, for a call." have none. */
const opening =
  /^(?:above|after|as|at|before|below|between|by|during|for|from|if|in|like|of|on|once|since|through|to|under|unless|until|up|when|where|while|with|within|without)\b/i;
const subjectAfterOpening =
  /^[^.;:]*?, (?!(?:after|also|and|as|at|before|but|by|else|for|from|if|in|not|of|on|or|so|that|to|unless|until|when|where|which|while|who|whose|with|without)\b)[^.;:\s]+ \S+ \S+/i;

/** "Without a closing brace nothing is escaped." has no comma. */
const pronounAfterOpening =
  /^(?:for|from|in|on|where|with|without) [^.;:\s]+ (?:[^.;:\s]+ ){0,6}(?:it|nobody|nothing|there|they) \w+/i;

export function hasSubject(comment: string): boolean {
  if (withoutSubject.test(comment) || limitOnly.test(comment) || valueOnly.test(comment)) return false;
  return !opening.test(comment) || subjectAfterOpening.test(comment) || pronounAfterOpening.test(comment);
}

/** Returns the comments of a source that begin without a subject. Consecutive `//` lines are one comment. */
export function commentsWithoutSubject(path: string, source: string): readonly CommentStart[] {
  const found: CommentStart[] = [];
  let end = -1;
  for (const comment of parseSync(path, source).comments) {
    const between = source.slice(Math.max(end, 0), comment.start);
    const continues = comment.type === 'Line' && end >= 0 && /^\r?\n[ \t]*$/.test(between);
    end = comment.type === 'Line' ? comment.end : -1;
    const text = comment.value
      .replaceAll(/^[ \t]*\*+[ \t]?/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (continues || text === '' || hasSubject(text)) continue;
    found.push({
      line: source.slice(0, comment.start).split('\n').length,
      start: text.split(' ', 8).join(' '),
    });
  }
  return found;
}

/** Returns a sentence for each comment without a subject. */
export function commentProblems(files: Iterable<readonly [path: string, source: string]>): readonly string[] {
  return [...files].flatMap(([path, source]) =>
    commentsWithoutSubject(path, source).map(
      ({ line, start }) => `${path}:${line}: the comment has no subject: "${start}"`,
    ),
  );
}
