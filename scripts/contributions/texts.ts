/** Collects the tables' texts under the keys by which package.json refers to them. */
import type { Language, Text } from '../../src/contributions/text.ts';

export class Texts {
  private readonly keys = new Map<Text, string>();
  private readonly texts = new Map<string, Text>();
  private readonly documentation: string;

  /** `documentation`: the address of the folder `docs`, to which links such as `docs:guide/tools.md` lead. */
  constructor(documentation = '') {
    this.documentation = documentation;
  }

  /**
   * `value` with a `%key%` for each text: `prefix` and the path within `value`. The same text object keeps its first
   * key.
   */
  add(prefix: string, value: unknown): unknown {
    if (isText(value)) return `%${this.keyOf(prefix, value)}%`;
    if (Array.isArray(value)) return value.map((each, index) => this.add(`${prefix}.${index}`, each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, this.add(pathTo(prefix, name), inner)]),
    );
  }

  /** The content of package.nls.json, or its translation, sorted by key. */
  in(language: Language): Readonly<Record<string, string>> {
    const keys = [...this.texts.keys()].sort();
    const textOf = (key: string): string => this.texts.get(key)?.[language] ?? '';
    return Object.fromEntries(
      keys.map((key) => [key, textOf(key).replaceAll('](docs:', `](${this.documentation}`)]),
    );
  }

  private keyOf(key: string, text: Text): string {
    const known = this.keys.get(text);
    if (known !== undefined) return known;
    if (this.texts.has(key)) throw new Error(`Two texts of the tables have the key ${key}.`);
    this.keys.set(text, key);
    this.texts.set(key, text);
    return key;
  }
}

/** A schema's property is identified by its name alone. */
function pathTo(prefix: string, name: string): string {
  if (name === 'properties') return prefix;
  return `${prefix}.${name === 'markdownDescription' ? 'description' : name}`;
}

function isText(value: unknown): value is Text {
  if (typeof value !== 'object' || value === null || !('en' in value)) return false;
  return Object.values(value).every((each) => typeof each === 'string');
}
