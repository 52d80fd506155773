/** The rules of docs/glossary.md, "Texts that users read", as far as a program can see them. */

interface Rule {
  readonly found: RegExp;
  readonly instead: string;
}

/** The longest description of a setting. More is said by the page of the guide that it links to. */
const MAX_DESCRIPTION = 200;

const english: readonly Rule[] = [
  { found: /^(It|Its|It's|They|Their|Them|That)\b/, instead: 'the noun that is meant' },
  { found: /^What\b[^?]*$/, instead: 'a noun, as a clause names nothing' },
  {
    // A detail without words, such as `: HTTP 500`, may end a sentence.
    found: /^ | $|\}\{\d\}(?!\.)/,
    instead: 'a whole sentence: pieces cannot be put together in another language',
  },
  { found: /\.\.\./, instead: '…' },
  {
    found:
      /\b\w*(colour|behaviour|favour|neighbour|recognis|summaris|organis|initialis|licence|catalogue|centre|grey)/i,
    instead: 'the US spelling',
  },
  { found: /\bturns?\b(?! .{0,40}\b(on|off)\b)/i, instead: 'response' },
  { found: /\biterations?\b/i, instead: 'steps' },
  { found: /\bfree tools\b/i, instead: 'built-in tools' },
  { found: /\bmessage field\b/i, instead: 'message box' },
  { found: /\b(what|tools|files|calls) asks? each time\b/i, instead: 'always need approval' },
  { found: /, as (it|they|there) /, instead: 'because' },
  { found: /\b(left out|whole of it|all the same)\b/i, instead: 'omitted, all of it, anyway' },
  { found: /(?<![`/.\w-])git\b(?![`/.\w-])/, instead: 'Git' },
];

const german: readonly Rule[] = [
  { found: /^(Ob|Wie viele?|Was|Welche)\b[^?]*$/, instead: 'Steuert, ob …' },
  { found: /\.\.\./, instead: '…' },
  { found: /"/, instead: '„ and “' },
  { found: /\bWerkzeuge?n?\b/, instead: 'Tool' },
  { found: /\bUnterhaltung/, instead: 'Konversation' },
  { found: /\bGenehmigung/, instead: 'Freigabe' },
  { found: /\bvergessen\b/, instead: 'löschen, widerrufen' },
  { found: /\b[Ff]reie Tools\b/, instead: 'integrierte Tools' },
  { found: /\bVerbindung (erneut|wieder) her\b/, instead: 'neu verbinden' },
];

const byLanguage: Readonly<Record<string, readonly Rule[]>> = { en: english, de: german };

/** Words that a title in title case leaves small. */
const small = new Set(
  'a an and as at but by for from if in into is may of on or out the these this to up with'.split(' '),
);

/** `key`: that of package.nls.json, or the English message with what tells translators of the place. */
export function styleProblems(language: string, key: string, text: string): readonly string[] {
  const said = withoutCode(text);
  const rules = byLanguage[language] ?? [];
  const problems = rules.flatMap(({ found, instead }) => {
    const [words] = found.exec(said) ?? [];
    return words === undefined ? [] : [`"${words}" in "${text}": write ${instead}`];
  });
  if (isSetting(key) && visible(text).length > MAX_DESCRIPTION)
    problems.push(`${key} has ${visible(text).length} characters, and the limit is ${MAX_DESCRIPTION}`);
  if (isSetting(key) && /^(Whether|How|When|Where|Which|If)\b/.test(text))
    problems.push(`${key}: write "Controls …", or a noun: ${text}`);
  if (language === 'en' && isTitle(key, text)) {
    const word = titleOf(said).find((each) => /^[a-z]/.test(each) && !small.has(each));
    if (word !== undefined) problems.push(`"${word}" in the title "${text}": write a capital`);
  }
  return problems;
}

/** The English message of a key of l10n/bundle.l10n.*.json. */
export function messageOf(key: string): string {
  return key.replace(/(?<! )\/[a-z][^/{}]*$/, '');
}

function isSetting(key: string): boolean {
  return /^setting\.[\w.]+\.description$/.test(key);
}

function isTitle(key: string, text: string): boolean {
  return /^command\.\w+\.title$/.test(key) || (key.startsWith('Patchbay: ') && !/[.?]( |$)/.test(text));
}

/** The words of a title, without those of the user and those in quotation marks. */
function titleOf(text: string): readonly string[] {
  return text
    .replaceAll(/"[^"]*"|\{\d\}/g, '')
    .split(/[^\p{L}-]+/u)
    .filter((word) => word !== '');
}

/** Settings, files and fields are named as they are. */
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`|\b[\w-]+(?:[./_][\w*-]+)+\b/g, '``');
}

/** A description as the settings editor shows it. */
function visible(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/`#([^#]+)#`/g, '$1');
}
