/** Globs that a model wrote: the editor makes regular expressions of them, which can take for ever. */

const MAX_LENGTH = 500;
/** Wildcards in one name: the time to match one goes with the name's length to that power. */
const MAX_WILDCARDS = 3;
/** `**` in one glob, by the same rule over the depth of paths. */
const MAX_GLOBSTARS = 4;
/** Choices in braces, multiplied. */
const MAX_CHOICES = 200;

/** What is wrong with a glob, in a sentence for the model; undefined if it can be used. */
export function globProblem(glob: string): string | undefined {
  if (glob.length > MAX_LENGTH)
    return `The glob is longer than ${MAX_LENGTH} characters. Write a shorter one.`;
  if (/^[/\\]|^[a-z]:/i.test(glob) || glob.includes('\\'))
    return 'The glob must be relative to the workspace folder, with "/" between names.';
  if (/(^|[/{,])\.\.([/},]|$)/.test(glob))
    return 'The glob must not contain "..": only the workspace is searched.';
  const isNested = /\{[^}]*\{/.test(glob);
  const choices = [...glob.matchAll(/\{([^{}]*)\}/g)].map(([, inner = '']) => inner.split(',').length);
  if (isNested || choices.reduce((product, count) => product * count, 1) > MAX_CHOICES)
    return 'The glob has too many choices in braces. Search in several steps.';
  const parts = glob.split('/');
  if (parts.filter((part) => part.includes('**')).length > MAX_GLOBSTARS)
    return `The glob has more than ${MAX_GLOBSTARS} "**". Write a simpler one.`;
  if (parts.some((part) => (part.replaceAll('**', '*').match(/[*]/g)?.length ?? 0) > MAX_WILDCARDS))
    return `The glob has more than ${MAX_WILDCARDS} "*" in one name. Write a simpler one.`;
  return undefined;
}
