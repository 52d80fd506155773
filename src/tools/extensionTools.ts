/** Makes `Tool`s of tools that other extensions register with the editor. The editor runs them (docs/decisions/037). */
import { sameItems, observableValue, type Observable } from '../base/common/observable.ts';
import { untilAborted } from '../base/common/abort.ts';
import { isRecord } from '../base/common/guards.ts';
import { markedText, plainLabel, plainText } from '../base/common/text.ts';
import { sha256 } from '../base/node/hash.ts';
import { argumentProblem } from './argumentCheck.ts';
import { extensionSource } from './enablement.ts';
import { fromEditorContent } from './extensionResult.ts';
import { cancelledResult, failedResult, textContent, unfitResult } from './results.ts';
import type { Tool, ToolResult } from './tool.ts';

/** A tool as the editor and the extension's manifest describe it. */
export interface FoundExtensionTool {
  readonly name: string;
  /** Id of the extension that contributes it. */
  readonly extension: string;
  readonly title?: unknown;
  readonly description: unknown;
  readonly inputSchema: unknown;
}

export interface ExtensionToolsOptions {
  /** Returns an empty list before the workspace is trusted. */
  readonly list: () => readonly FoundExtensionTool[];
  /** Resolves with the parts of the result. Rejects with the error of the extension or the editor. */
  readonly invoke: (
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<unknown>;
  readonly timeoutMs: () => number;
  /** Called about each tool that is left out, once. */
  readonly onProblem: (message: string) => void;
}

const MAX_TOOLS = 1_000;
const MAX_TITLE = 120;
const MAX_DESCRIPTION = 8_000;
const MAX_SCHEMA = 256 * 1024;
const MAX_MESSAGE = 2_000;

export class ExtensionTools {
  private readonly options: ExtensionToolsOptions;
  /** Keeps the same object for an unchanged tool, because token counts and permissions are cached by it. */
  private made = new Map<string, Tool>();
  private readonly reported = new Set<string>();
  private readonly current = observableValue<readonly Tool[]>([], sameItems);
  readonly source: Observable<readonly Tool[]> = this.current;

  constructor(options: ExtensionToolsOptions) {
    this.options = options;
  }

  /** Tools sorted by extension and name. */
  get tools(): readonly Tool[] {
    return this.current.get();
  }

  /** Reads the editor's list again, because the editor has no event for changes. */
  reload(): void {
    const made = new Map<string, Tool>();
    for (const found of this.options.list().slice(0, MAX_TOOLS)) {
      const schema = schemaOf(found.inputSchema);
      if (schema === undefined || !/^[\w.-]{1,128}$/.test(found.name)) this.report(found);
      else {
        const id = idOf(found, schema);
        made.set(id, this.made.get(id) ?? this.toTool(found, schema, id));
      }
    }
    this.made = new Map([...made].toSorted(([, a], [, b]) => (sortKey(a) < sortKey(b) ? -1 : 1)));
    this.current.set([...this.made.values()]);
  }

  private report({ name, extension }: FoundExtensionTool): void {
    const label = `${plainLabel(name, MAX_TITLE) ?? ''} of the extension ${extension}`;
    if (this.reported.has(label)) return;
    this.reported.add(label);
    this.options.onProblem(
      `The tool ${label} is not used: its name or the schema of its input cannot be used.`,
    );
  }

  private toTool(found: FoundExtensionTool, inputSchema: Record<string, unknown>, id: string): Tool {
    const { name } = found;
    const extension = found.extension.toLowerCase();
    const source = extensionSource(extension);
    const title = plainLabel(found.title, MAX_TITLE);
    const tool: Tool = {
      name,
      source: { kind: 'extension', extension },
      title: title === name ? undefined : title,
      description: markedText(found.description, MAX_DESCRIPTION) ?? '',
      inputSchema,
      hints: {},
      usualNeed: 'ask',
      approvalNeed: () => ({ kind: 'ask', reasons: [] }),
      // Nobody knows what the tool reads, or where it sends it.
      bringsOutsideContent: source,
      destination: () => ({ source, label: extension, isRemote: true }),
      fingerprint: () => ({ origin: extension, definition: sha256(id) }),
      call: async (args, { signal }) => {
        const problem = argumentProblem(tool, args);
        if (problem !== undefined) return unfitResult(problem.english);
        // Workspace trust or the extension may be gone since the model was offered the tool.
        if (!this.isOffered(name, extension))
          return failedResult('The tool is not available any more: its extension no longer offers it.');
        return this.run(name, args, signal);
      },
    };
    return tool;
  }

  private isOffered(name: string, extension: string): boolean {
    const all = this.options.list();
    return all.some((each) => each.name === name && each.extension.toLowerCase() === extension);
  }

  private async run(
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    if (signal.aborted) return cancelledResult;
    const ms = this.options.timeoutMs();
    const limit = AbortSignal.timeout(ms);
    const ended = AbortSignal.any([signal, limit]);
    try {
      const content = fromEditorContent(await untilAborted(this.options.invoke(name, args, ended), ended));
      return { status: 'success', content: content.length > 0 ? content : textContent('(no result)') };
    } catch (error) {
      if (signal.aborted) return cancelledResult;
      if (limit.aborted) {
        const text = `The tool took longer than ${ms / 1_000} s, its time limit, and was cancelled.`;
        return { status: 'timeout', content: textContent(text) };
      }
      return failedResult(messageOf(error));
    }
  }
}

/** Message of the editor's error for a cancelled call, also if the user cancelled a dialog of the extension. */
const CANCELLED = 'Canceled';

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message === CANCELLED)
    return 'The call was cancelled by the extension, or by the user in a dialog of the editor.';
  return plainText(message, MAX_MESSAGE) ?? 'The tool failed without saying why.';
}

function sortKey({ source, name }: Tool): string {
  return `${source.kind === 'extension' ? source.extension : ''} ${name}`;
}

function idOf({ name, extension, title, description }: FoundExtensionTool, schema: object): string {
  return JSON.stringify([extension.toLowerCase(), name, title, description, schema]);
}

/** Returns a copy of the schema, or undefined if it is not an object's or too large to be sent. */
function schemaOf(schema: unknown): Record<string, unknown> | undefined {
  if (schema === undefined || schema === null) return { type: 'object', properties: {} };
  try {
    const text = JSON.stringify(schema);
    const copy: unknown = text.length > MAX_SCHEMA ? undefined : JSON.parse(text);
    if (!isRecord(copy) || (copy['type'] !== undefined && copy['type'] !== 'object')) return undefined;
    return { ...copy, type: 'object' };
  } catch {
    return undefined;
  }
}
