/** What a tool says of itself (MCP tool annotations), in words and as an icon. Hints, not promises. */
import { t } from '@vscode/l10n';
import type { ToolHint } from '../../protocol/index.ts';

/** The annotations that are shown. */
export interface Annotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** Only what it says: what it leaves open is not guessed. A tool that only reads destroys nothing. */
export function hintsOf(annotations: Annotations | undefined): ToolHint[] {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {};
  const hints: (ToolHint | false)[] = [
    readOnlyHint === true && { kind: 'readOnly', word: t('read-only') },
    destructiveHint === true && readOnlyHint !== true && { kind: 'destructive', word: t('destructive') },
    openWorldHint === true && { kind: 'openWorld', word: t('open world') },
  ];
  return hints.filter((hint) => hint !== false);
}

/** The icon of the hint that matters most; an empty one without hints, so that all labels begin at the same place. */
export function hintIcon(annotations: Annotations | undefined): string {
  const [first] = hintsOf(annotations);
  return first ? { readOnly: 'eye', destructive: 'flame', openWorld: 'globe' }[first.kind] : 'blank';
}
