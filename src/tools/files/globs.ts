/** The editor makes regular expressions of a model's globs, which can take for ever. */

const MAX_LENGTH = 500;
/** Matching takes the length of a name to this power. */
const MAX_WILDCARDS = 3;
/** `**` per glob: the same with the depth of paths. */
const MAX_GLOBSTARS = 4;
const MAX_CHOICES = 200;

/** A sentence for the model; undefined if the glob can be used. */
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
