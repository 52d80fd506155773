/**
 * Emphasis in scripts that put no spaces between words. By the rules of markdown `**重要。**次` is not bold, because a
 * mark between punctuation and a letter can only open; beside these scripts it may do both.
 */
import type { MarkdownIt, StateInline } from 'markdown-it';

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Teaches the parser where emphasis may begin and end in Chinese, Japanese and Korean. */
export function useCjk(parser: MarkdownIt): void {
  const { inline } = parser;
  inline.State = class extends inline.State {
    override scanDelims(start: number, canSplitWord: boolean): ReturnType<StateInline['scanDelims']> {
      const found = super.scanDelims(start, canSplitWord);
      const [before = '', after = ''] = [this.src[start - 1], this.src[start + found.length]];
      if (!canSplitWord || before.trim() === '' || after.trim() === '') return found;
      return {
        ...found,
        can_open: found.can_open || CJK.test(before),
        can_close: found.can_close || CJK.test(after),
      };
    }
  };
}
