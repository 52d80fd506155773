/** Documents that follow the code: the steps of docs/flows.md, the layers of docs/architecture.md. */

const FLOWS = 5;

/** `read`: the text of a file, undefined if there is none. */
export function flowProblems(text: string, read: (path: string) => string | undefined): readonly string[] {
  const [, ...flows] = text.split('\n## ');
  const problems = flows.length === FLOWS ? [] : [`docs/flows.md has ${flows.length} ways, not ${FLOWS}.`];
  for (const step of flows.flatMap((flow) => flow.split('\n').filter((line) => /^\d/.test(line)))) {
    const [, name = '', file = ''] = /^\d+\. `(\w+)` in `(src\/[\w/.]+)` /.exec(step) ?? [];
    const declared = new RegExp(
      `^ *(?:export |private |async )*(?:(?:function\\*?|const|class|get) ${name}\\b|\\*?${name}(?:<.*>)?\\()`,
      'm',
    );
    if (name === '' || !declared.test(read(file) ?? ''))
      problems.push(`docs/flows.md: No file declares what this step names: ${step}`);
  }
  return problems;
}

/** `entries`: the folders and files directly in `src`. */
export function layerProblems(text: string, entries: readonly string[]): readonly string[] {
  return entries
    .filter((name) => name !== 'sample')
    .filter((name) => !new RegExp(`^  ${name.replace('.ts', '')}\\["${name}`, 'm').test(text))
    .map((name) => `docs/architecture.md: The diagram of layers lacks ${name}.`);
}
