/** Parses names like `src/a.ts`, `src/a.ts:12:3`, `src/a.ts#L12-L20`, `src/a.ts(12,3)`. */

export interface FilePosition {
  readonly path: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly endLine?: number | undefined;
}

const SUFFIX = /(?::(\d+)(?::(\d+)|-(\d+))?|#L(\d+)(?:-L?(\d+))?|\((\d+)(?:,\s?(\d+))?\))$/;

export function parseFilePosition(name: string): FilePosition {
  const found = SUFFIX.exec(name);
  if (!found) return { path: name };
  const number = (...groups: readonly number[]): number | undefined => {
    const digits = groups.map((group) => found[group]).find((group) => group !== undefined);
    return digits === undefined ? undefined : Number(digits);
  };
  const [line, column, endLine] = [number(1, 4, 6), number(2, 7), number(3, 5)];
  return {
    path: name.slice(0, found.index),
    line,
    column,
    endLine,
  };
}
