/** The tools of a server as they are listed, live or from the last connection, and their annotations (hints, not promises). */
import { t } from '@vscode/l10n';
import type { Server } from '../../mcp/index.ts';
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

/** A tool of a server, live or saved from the last connection. */
export interface ServerTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** What it says of itself; not remembered. */
  readonly annotations?: Annotations | undefined;
}

/** The tools of a server: those it has, or while it is down those it had when last connected. */
export function serverTools(server: Server): readonly ServerTool[] {
  if (server.state.kind === 'connected') return server.state.catalog.tools;
  return server.remembered?.tools ?? [];
}
