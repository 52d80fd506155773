declare module '@joplin/turndown-plugin-gfm' {
  /** Converts tables, task lists, struck text and languages of code. */
  export const gfm: import('turndown').Plugin;
}
