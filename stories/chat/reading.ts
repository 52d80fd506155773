/** Reading: tasks and formulas, the find bar, the list of keys, an opened picture. */
import type { Item } from '../../src/protocol/index.ts';

const markdown = `Here is the plan, and the mathematics behind it.

- [x] Read the data
- [x] Fit the model
- [ ] Write the report
  - [ ] with **figures**

The error falls as $O(n^{-1/2})$, because

$$
\\operatorname{Var}(\\bar X) = \\frac{1}{n^2} \\sum_{i=1}^{n} \\sigma^2 = \\frac{\\sigma^2}{n}, \\qquad
\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}
$$

and with \\(\\lambda_1 \\ge \\lambda_2\\) the matrix is

\\[
A = \\begin{pmatrix} \\lambda_1 & 0 \\\\ 0 & \\lambda_2 \\end{pmatrix}
\\]

A price of $5 and another of $10 are no formula.

\`\`\`python src/fit.py
def standard_error(values: list[float]) -> float:
    """How far the mean may be from the truth, which is what the report has to say about every figure in it."""
    return stdev(values) / sqrt(len(values))
\`\`\`
`;

export const readingItems: readonly Item[] = [
  { kind: 'user', id: 'u1', text: 'How sure are we of the report?' },
  {
    kind: 'assistant',
    id: 'a1',
    text: markdown,
    reasoning: 'The standard error of the mean.',
    reasoningMs: 4200,
    streaming: false,
  },
  { kind: 'user', id: 'u2', text: 'And who writes the report?' },
  { kind: 'assistant', id: 'a2', text: 'You do. The report is short.', streaming: false },
];

/** More than are drawn, with something new below. */
export const manyItems: readonly Item[] = Array.from({ length: 200 }, (_, index) => ({
  ...(readingItems[index % 4] as Item),
  id: `m${index}`,
}));
