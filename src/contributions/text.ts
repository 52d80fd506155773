/**
 * A text of the manifest in each language. To add a language, add it here: the compiler names every text that lacks it,
 * and the generator writes its `package.nls.*.json`.
 */
export interface Text {
  readonly en: string;
  readonly de: string;
}

export type Language = keyof Text;
