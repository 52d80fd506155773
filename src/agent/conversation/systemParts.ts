export interface SystemPart {
  readonly kind: 'base' | 'instructions' | 'skills' | 'search' | 'server';
  readonly name?: string;
  readonly text: string;
  /** Marks a part of which the model gets only the beginning. */
  readonly isCut?: true;
}

export function systemText(parts: readonly SystemPart[]): string {
  return parts.map(({ text }) => text).join('\n');
}
