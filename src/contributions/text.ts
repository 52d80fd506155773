/**
 * A text that VS Code shows of the manifest, in each language of Patchbay. To add a language, add it here: the
 * compiler then names every text that lacks it, and the generator writes its `package.nls.*.json`.
 */
export interface Text {
  readonly en: string;
  readonly de: string;
}

export type Language = keyof Text;
