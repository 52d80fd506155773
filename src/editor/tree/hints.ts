/** What a tool says of itself (MCP tool annotations), in words and as an icon. Hints, not promises. */

/** The annotations that are shown. */
export interface Annotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** In words, only what it says: what it leaves open is not guessed. A tool that only reads destroys nothing. */
export function hintWords(annotations: Annotations | undefined): string[] {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {};
  return [
    ...(readOnlyHint === true ? ['read-only'] : []),
    ...(destructiveHint === true && readOnlyHint !== true ? ['destructive'] : []),
    ...(openWorldHint === true ? ['open world'] : []),
  ];
}

/** The icon of the hint that matters most. */
export function hintIcon(annotations: Annotations | undefined): string | undefined {
  const [first] = hintWords(annotations);
  return first === undefined
    ? undefined
    : { 'read-only': 'eye', destructive: 'flame', 'open world': 'globe' }[first];
}
