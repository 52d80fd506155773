/** Collects the texts of the tables under the keys by which package.json refers to them. */
import type { Language, Text } from '../../src/contributions/text.ts';

export class Texts {
  private readonly keys = new Map<Text, string>();
  private readonly texts = new Map<string, Text>();

  /**
   * `value` with a `%key%` in place of each text. A key is `prefix` and the path within the value. A text that is
   * found again, the same object, keeps its first key.
   */
  add(prefix: string, value: unknown): unknown {
    if (isText(value)) return `%${this.keyOf(prefix, value)}%`;
    if (Array.isArray(value)) return value.map((each, index) => this.add(`${prefix}.${index}`, each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, this.add(pathTo(prefix, name), inner)]),
    );
  }

  /** package.nls.json, or the file of another language, sorted by key. */
  in(language: Language): Readonly<Record<string, string>> {
    const keys = [...this.texts.keys()].sort();
    return Object.fromEntries(keys.map((key) => [key, this.texts.get(key)?.[language] ?? '']));
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

/** A property of a schema is known by its name alone. */
function pathTo(prefix: string, name: string): string {
  if (name === 'properties') return prefix;
  return `${prefix}.${name === 'markdownDescription' ? 'description' : name}`;
}

function isText(value: unknown): value is Text {
  if (typeof value !== 'object' || value === null || !('en' in value)) return false;
  return Object.values(value).every((each) => typeof each === 'string');
}
