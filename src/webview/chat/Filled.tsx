/** A sentence with an element in it: where that stands is the language's business. */
import type { ComponentChildren } from 'preact';

/** `text` with `children` in the place of its `{0}`. */
export function Filled({ text, children }: { text: string; children: ComponentChildren }) {
  const [before, after] = text.split('{0}');
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
