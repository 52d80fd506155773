import type { CallRequest } from '../../models/index.ts';
import type { CallNote } from '../../protocol/index.ts';
import {
  otherToolFor,
  resolveToolName,
  takenArguments,
  type NamedTool,
  type ToolSet,
} from '../../tools/index.ts';

/** Names the tools of calls and takes their arguments as they are meant, before anybody sees or decides about them. */
export function callsAsMeant(
  calls: readonly CallRequest[],
  tools: ToolSet,
  others: readonly NamedTool[],
): { readonly calls: readonly CallRequest[]; readonly unknownTool: (name: string) => string | undefined } {
  const ambiguous = new Map<string, string>();
  const named = calls.map((call): CallRequest => {
    const found = resolveToolName(call.name, tools, others);
    if (found.kind === 'ambiguous') ambiguous.set(call.name, ambiguousName(call.name, found.candidates));
    if (found.kind !== 'tool') return call;
    const taken = call.cutBy ? undefined : takenArguments(found.tool, call.argsText);
    const notes: readonly CallNote[] = [
      ...(call.notes ?? []),
      ...(found.wireName === call.name ? [] : [{ kind: 'name', written: call.name } as const]),
      ...(taken?.notes ?? []),
    ];
    return {
      ...call,
      name: found.wireName,
      argsText: taken?.argsText ?? call.argsText,
      ...(notes.length > 0 && { notes }),
    };
  });
  const unknownTool = (name: string): string | undefined =>
    ambiguous.get(name) ?? otherToolFor(name, tools, others);
  return { calls: named, unknownTool };
}

function ambiguousName(name: string, candidates: readonly string[]): string {
  return `"${name}" is not the name of a tool, and more than one could be meant. No tool was run. Call one by its whole name: ${candidates.join(', ')}.`;
}
