export interface SystemPart {
  readonly kind: 'base' | 'instructions' | 'skills' | 'search' | 'server';
  readonly name?: string;
  readonly text: string;
  /** There is more than the model gets. */
  readonly isCut?: true;
}

export function systemText(parts: readonly SystemPart[]): string {
  return parts.map(({ text }) => text).join('\n');
}
