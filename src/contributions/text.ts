/** A text of the manifest. To add a language, add it here: the compiler names every text that lacks it. */
export interface Text {
  readonly en: string;
  readonly de: string;
}

export type Language = keyof Text;
