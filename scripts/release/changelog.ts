/** Sections of CHANGELOG.md: `## ` and a version, or "Unreleased". */

/** Renames "Unreleased" to the version with its date (YYYY-MM-DD). @throws Error if it is empty. */
export function releaseChangelog(text: string, version: string, date: string): string {
  const section = sectionOf(text, 'Unreleased');
  if (section === undefined)
    throw new Error(
      'CHANGELOG.md has no section "## Unreleased". Write below such a heading what users will notice.',
    );
  if (section === '') throw new Error('The section "## Unreleased" of CHANGELOG.md is empty.');
  if (sectionOf(text, version) !== undefined)
    throw new Error(`CHANGELOG.md already has a section for ${version}.`);
  return text.replace(/^## Unreleased[ \t]*$/m, `## ${version} (${date})`);
}

/** Returns the section without its heading, undefined if there is none. */
export function sectionOf(text: string, name: string): string | undefined {
  const lines = text.split('\n');
  const start = lines.findIndex(
    (line) =>
      line.startsWith('## ') &&
      line
        .slice(3)
        .replace(/ \(.*\)$/, '')
        .trim() === name,
  );
  if (start === -1) return undefined;
  const end = lines.findIndex((line, at) => at > start && line.startsWith('## '));
  return lines
    .slice(start + 1, end === -1 ? undefined : end)
    .join('\n')
    .trim();
}
