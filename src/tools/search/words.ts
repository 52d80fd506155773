import { headText } from '../../base/common/cut.ts';
import { boundedMarks, foldedCase, isUnspaced, UNSPACED_LETTERS as UNSPACED } from './characters.ts';

/** Longest word. Longer ones are hashes and encoded data, which nobody searches for. */
const MAX_WORD = 40;

const stopWords = new Set(
  `a about all also an and any are as at be been both but by can could did do does each few for from had has have he
  help her his how i if in into is it its just let me more most must my need no nor not of on only or other our out own
  please same shall she should so some such tell than that the their them then there these they this those to too us use
  used using very via want was we were what when where which while who whom why will with would you your
  aber als am an auch auf aus bei bitte das dass dem den der des die ein eine einem einen einer es fur habe ich im ist
  mein mir mit nach oder sich sie sind und uber um von wenn werden wie wir zu zum zur`.split(/\s+/),
);

/** Synonyms in names of tools, one group a line. */
const synonymGroups = `create add new make generate
insert add append
delete remove erase clear drop
update edit modify change set
get fetch retrieve obtain
read open view load
show list display
save write store
search find query lookup
send post publish
run execute
start launch
stop end cancel terminate
draw plot chart graph
calculate compute
convert transform translate
merge combine join
split divide
compare diff difference
copy duplicate clone
move rename
check validate verify
analyze analysis examine
summary summarize overview
download fetch
upload attach
schedule calendar event meeting
image picture photo
document doc docx word
spreadsheet excel xlsx xls sheet
presentation powerpoint pptx ppt slide
text content
file path
folder directory
website site webpage page web url
link url
browser web
repository repo
issue ticket bug
message chat
email mail
user person people
location place address position
map geocode coordinate
route direction path
weather forecast
news headline article
paper article publication
trend trending popular hot
recipe dish meal food
movie film
song music track audio
video clip
stock share ticker
price cost quote
money currency exchange
company business
crypto cryptocurrency bitcoin coin
product item
detail detailed info information
documentation doc docs
package library dependency module
version release
database db sql table
log history
time date
random chance
error failure
config configuration setting
screenshot capture
note memo
task todo
team group
key token secret
container docker
wiki wikipedia
example sample`;

const suffixes: readonly (readonly [string, number])[] = [
  ['ization', 4],
  ['isation', 4],
  ['ations', 4],
  ['ation', 4],
  ['ing', 3],
  ['tion', 4],
  ['ment', 5],
  ['ed', 3],
  ['er', 4],
  ['or', 5],
  ['ly', 4],
  ['al', 5],
  ['ive', 4],
  ['ity', 4],
];

/** A letter of a script without spaces, or of Tibetan, whose words are joined by signs. */
export const unspacedLetter = new RegExp(String.raw`${UNSPACED}|[\p{sc=Tibt}&&[\p{L}\p{N}]]`, 'v');
/** A word. A mark alone is not one: NFKD splits some signs into another sign, or a space, and a mark. */
const words = new RegExp(
  String.raw`${UNSPACED}[${UNSPACED}\p{M}]*|[[\p{L}\p{N}]--${UNSPACED}][[\p{L}\p{M}\p{N}]--${UNSPACED}]*`,
  'gv',
);
/** Parts of an ASCII name: "getHTTPStatus2" has four. It takes a third of the time of the pattern for all scripts. */
const asciiWords = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
const isAscii = /^[\0-\x7f]*$/;

export function wordsOf(text: string): readonly string[] {
  if (isAscii.test(text)) return text.match(asciiWords) ?? [];
  const plain = boundedMarks(text)
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(
      /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=[\p{L}\p{M}])(?=\d)|(?<=\d)(?=\p{L})/gu,
      ' ',
    );
  return (plain.match(words) ?? []).flatMap((word) => (isUnspaced(word) ? pairsOf(word) : [word]));
}

/** Cache of stems: finding one takes longer than reading the word. */
const knownStems = new Map<string, string | undefined>();
const MAX_KNOWN = 50_000;

/** Returns the stem that most forms of an English word share, or undefined for a stop word. */
export function foldedStemOf(word: string): string | undefined {
  if (knownStems.has(word)) return knownStems.get(word);
  const stem = stemOf(foldedCase(word));
  if (knownStems.size >= MAX_KNOWN) knownStems.clear();
  knownStems.set(word, stem);
  return stem;
}

function stemOf(folded: string): string | undefined {
  const word = headText(folded, MAX_WORD);
  if (stopWords.has(word)) return undefined;
  return word.length < 4 || /[^a-z]/.test(word) ? word : withoutEnding(word);
}

export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).flatMap((word) => foldedStemOf(word) ?? []));
}

export function synonymsOf(stem: string): ReadonlySet<string> {
  return synonyms.get(stem) ?? none;
}

const none: ReadonlySet<string> = new Set();

const synonyms = new Map<string, Set<string>>();
for (const line of synonymGroups.split('\n')) {
  const group = [...stemsOf(line)];
  for (const stem of group) {
    const others = synonyms.get(stem) ?? new Set();
    for (const other of group) if (other !== stem) others.add(other);
    synonyms.set(stem, others);
  }
}

/**
 * Returns each pair of adjacent characters as a word. Marks stay with their character, because Thai writes vowels as
 * marks.
 */
function pairsOf(run: string): string[] {
  const characters = run.match(/.\p{M}*/gsu) ?? [];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function withoutEnding(word: string): string {
  let stem = singular(word);
  const found = suffixes.find(
    ([suffix, least]) =>
      stem.endsWith(suffix) &&
      stem.length - suffix.length >= least &&
      /[aeiouy]/.test(stem.slice(0, -suffix.length)),
  );
  if (found) stem = stem.slice(0, -found[0].length);
  if (found?.[0] === 'ing' || found?.[0] === 'ed') stem = stem.replace(/([^aeiouls])\1$/, '$1');
  if (stem.endsWith('e') && stem.length > 3) stem = stem.slice(0, -1);
  if (stem.endsWith('i') && stem.length > 3) stem = `${stem.slice(0, -1)}y`;
  return stem.endsWith('at') && stem.length > 4 ? stem.slice(0, -2) : stem;
}

function singular(word: string): string {
  if (/(ss|us|is)$/.test(word)) return word;
  if (/(sse|she|che|xe|ze)s$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
