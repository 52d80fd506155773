/** Tools of a server, live or from the last connection. Their annotations are hints, not promises. */
import { t } from '@vscode/l10n';
import type { Server } from '../../mcp/index.ts';
import type { ToolHint } from '../../protocol/index.ts';

export interface Annotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** Returns only hints that the tool gives. A read-only tool is never destructive. */
export function hintsOf(annotations: Annotations | undefined): ToolHint[] {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {};
  const hints: (ToolHint | false)[] = [
    readOnlyHint === true && { kind: 'readOnly', word: t('read-only') },
    destructiveHint === true && readOnlyHint !== true && { kind: 'destructive', word: t('destructive') },
    openWorldHint === true && { kind: 'openWorld', word: t('open world') },
  ];
  return hints.filter((hint) => hint !== false);
}

export function hintIcon(annotations: Annotations | undefined): string {
  const [first] = hintsOf(annotations);
  return first ? { readOnly: 'eye', destructive: 'flame', openWorld: 'globe' }[first.kind] : 'tools';
}

export interface ServerTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Annotations are not saved, so they are known only while the server is connected. */
  readonly annotations?: Annotations | undefined;
}

export function serverTools(server: Server): readonly ServerTool[] {
  if (server.state.kind === 'connected') return server.state.catalog.tools;
  return server.remembered?.tools ?? [];
}
