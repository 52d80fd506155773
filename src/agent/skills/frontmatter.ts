/** Reads the fields at the top of a SKILL.md (agentskills.io/specification), liberally, as other clients do. */

/** Returns the fields and the text below them, or undefined if there is no such block. */
export function frontmatterOf(
  text: string,
): { readonly fields: ReadonlyMap<string, string>; readonly body: string } | undefined {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (lines[0]?.trimEnd() !== '---' || end < 0) return undefined;
  const fields = new Map<string, string>();
  for (let at = 1; at < end;) {
    const [, name, value = ''] = /^([A-Za-z][\w-]*):(?:\s+(.*))?$/.exec(lines[at] ?? '') ?? [];
    at += 1;
    const more: string[] = [];
    while (at < end && /^(?:\s|$)/.test(lines[at] ?? '')) more.push((lines[at++] ?? '').trim());
    if (name !== undefined) fields.set(name, scalarOf(value.trim(), more));
  }
  return {
    fields,
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}

function scalarOf(value: string, more: readonly string[]): string {
  const block = /^([|>])[+-]?\d*(?:\s+#.*)?$/.exec(value)?.[1];
  if (block !== undefined) return more.join(block === '|' ? '\n' : ' ').trim();
  const whole = [value, ...more].join(' ').trim();
  if (/^'.*'$/s.test(whole)) return whole.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/s.test(whole)) return whole.replace(/\s#.*$/, '');
  try {
    return String(JSON.parse(whole));
  } catch {
    return whole.slice(1, -1);
  }
}
