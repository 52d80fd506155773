/** Reads the text of a git configuration file (git-config(1), "Syntax"). Lines that git would refuse are ignored. */

export interface ConfigEntry {
  /** Section and name in lower case, as in `filter.MyFilter.clean`. */
  readonly key: string;
  /** Value, empty for a key without one. */
  readonly value: string;
}

const HEADER = /^[ \t]*\[[ \t]*([\w.-]+)[ \t]*(?:"((?:[^"\\]|\\.)*)")?[ \t]*\]/;
const SETTING = /^[ \t]*([A-Za-z][\w-]*)[ \t]*(?:=[ \t]*(.*))?$/s;

export function parseConfig(text: string): readonly ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section = '';
  for (const line of logicalLines(text)) {
    const header = HEADER.exec(line);
    if (header) {
      const [whole, name = '', sub] = header;
      const subsection = sub?.replaceAll(/\\(.)/g, '$1');
      section = name.toLowerCase() + (subsection === undefined ? '' : `.${subsection}`);
      addSetting(entries, section, line.slice(whole.length));
    } else addSetting(entries, section, line);
  }
  return entries;
}

function addSetting(entries: ConfigEntry[], section: string, text: string): void {
  const found = SETTING.exec(text);
  if (!found || section === '') return;
  const [, name = '', value = ''] = found;
  entries.push({ key: `${section}.${name.toLowerCase()}`, value: valueOf(value) });
}

/** Joins lines: a backslash at the end of a line continues it in the next one. */
function logicalLines(text: string): readonly string[] {
  const lines: string[] = [];
  let begun = '';
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const isContinued = /(?:^|[^\\])(?:\\\\)*\\$/.test(line);
    begun += isContinued ? line.slice(0, -1) : line;
    if (isContinued) continue;
    lines.push(begun);
    begun = '';
  }
  lines.push(begun);
  return lines;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

function valueOf(text: string): string {
  let value = '';
  let kept = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') {
      isQuoted = !isQuoted;
      kept = value.length;
    } else if (character === '\\') {
      at += 1;
      const next = text[at] ?? '';
      value += escapes[next] ?? next;
      kept = value.length;
    } else if (!isQuoted && (character === '#' || character === ';')) break;
    else {
      value += character;
      if (isQuoted || !/[ \t]/.test(character)) kept = value.length;
    }
  }
  return value.slice(0, kept);
}
