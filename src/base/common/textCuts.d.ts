/** Makes lint refuse raw cuts of text (`typescript/no-deprecated`, test/unit/textCuts.test.ts). */

interface String {
  /** @deprecated It may cut within a character. Use headText or placeBefore of src/base/common/cut.ts. */
  slice<N extends number>(
    start: number,
    end: number extends N ? never : `${N}` extends `-${string}` ? never : N,
  ): string;
  /** @deprecated Use slice, or headText of src/base/common/cut.ts. */
  substring(start: number, end?: number): string;
}
