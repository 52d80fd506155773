import { isRecord, recordOf } from '../../base/common/guards.ts';
import { slices, withoutCarriers, type RequestPiece } from '../../models/index.ts';
import type { RequestGroup, RequestPartKind } from '../../protocol/index.ts';
import type { SystemPart } from '../conversation/systemParts.ts';
import type { StepRequest } from './stepRequests.ts';

export interface Part {
  readonly kind: RequestPartKind;
  readonly group: RequestGroup;
  /** Name of the file, the server, the skill or the tool. */
  readonly name?: string | undefined;
  readonly server?: string | undefined;
  readonly isShortened?: true | undefined;
  readonly about?: string;
  readonly piece: RequestPiece;
}

const groups: Readonly<Record<RequestPartKind, RequestGroup>> = {
  fields: 'other',
  base: 'system',
  search: 'system',
  server: 'system',
  instructions: 'instructions',
  skills: 'skills',
  skill: 'skills',
  tool: 'tools',
  user: 'messages',
  summary: 'messages',
  assistant: 'messages',
  reasoning: 'messages',
  call: 'messages',
  attachment: 'attachments',
  result: 'results',
  image: 'attachments',
  images: 'results',
  added: 'messages',
};

/** Matches the line that Patchbay writes above an attachment that was too long (src/editor/attachments/excerpt.ts). */
const cutAttachment =
  /^\s*\[[^\n]*; only the first [\d,]+ of [\d,]+ lines, as the whole is too long to attach\]/;
const attachmentName =
  /^\s*\[(?:(?:File|Image|Folder): |(?:Selection in|Symbol \S+ in) |Resource: )([^\n;,\]]+)/;

/**
 * Returns the parts of a request in the order in which endpoints write the prompt, and by which they cache it: tools,
 * then messages.
 */
export function requestParts(request: StepRequest): readonly Part[] {
  const tools = new Map<string, Pick<Part, 'name' | 'server'>>();
  for (const [wireName, { title, name, source }] of request.selection.callable)
    tools.set(wireName, {
      name: title ?? name,
      server: source.kind === 'mcp' ? source.server : undefined,
    });
  const pieces = request.sent.pieces();
  const called = new Map(
    pieces.flatMap(({ kind, callId, name }) => (kind === 'call' ? [[callId, name]] : [])),
  );
  const toolOf = (wireName = ''): Pick<Part, 'name' | 'server'> => tools.get(wireName) ?? { name: wireName };
  const isReplaced = (callId: string | undefined): true | undefined =>
    callId !== undefined && request.context.replaced.has(callId) ? true : undefined;
  return pieces.flatMap((piece): Part[] => {
    const make = (kind: RequestPartKind, about: Partial<Part> = {}): Part => ({
      kind,
      group: groups[kind],
      piece,
      ...about,
    });
    const { kind, callId, message, text } = piece;
    switch (kind) {
      case 'system':
        return systemParts(piece, request.system);
      case 'tool':
      case 'call':
        return [make(kind, { ...toolOf(piece.name), about: aboutJson(text) })];
      case 'result': {
        return [make(kind, { ...toolOf(called.get(callId)), isShortened: isReplaced(callId) })];
      }
      case 'skill': {
        const name = message?.role === 'user' || message?.role === 'tool' ? message.skill : undefined;
        return [make(kind, { name, isShortened: isReplaced(callId) })];
      }
      case 'user':
        return [make(message === request.context.summary?.message ? 'summary' : kind)];
      case 'attachment': {
        const name = attachmentName.exec(text)?.[1];
        return [make(kind, { name, isShortened: cutAttachment.test(text) ? true : undefined })];
      }
      case 'image':
        return [make(kind, message ? {} : { group: 'results' })];
      case 'instructions':
        return [make(kind, { name: nestedName(text) })];
      default:
        return [make(kind)];
    }
  });
}

/** Returns the description of a tool, or the arguments of a call. */
function aboutJson(text: string): string {
  const value: unknown = JSON.parse(text);
  const { function: inner, ...own } = recordOf(value);
  const fields = isRecord(inner) ? inner : own;
  const about = fields['description'] ?? fields['arguments'];
  return typeof about === 'string' ? about : '';
}

/** Returns the names of the files, as the blocks of the instructions have them. */
function nestedName(text: string): string {
  return [...text.matchAll(/<instructions file="([^"]*)">/g)].map(([, name]) => name).join(', ');
}

/** Splits the system message. What follows its parts is Patchbay's note on what it removed. */
function systemParts(piece: RequestPiece, parts: readonly SystemPart[]): Part[] {
  const clean = parts.map(({ text }) => withoutCarriers(text).text);
  const { length } = clean.join('\n');
  const split = slices(piece.text.slice(0, length), clean, '\n');
  if (!split) return [{ kind: 'base', group: 'system', piece }];
  const rest = piece.text.slice(length);
  const { message: _, ...place } = piece;
  return [
    ...split.map((text, index): Part => {
      const { kind = 'base', name, isCut } = parts[index] ?? {};
      return {
        kind,
        group: groups[kind],
        name,
        isShortened: isCut,
        piece: { ...place, text },
      };
    }),
    ...(rest === '' ? [] : [{ kind: 'added', group: 'system', piece: { ...place, text: rest } } as const]),
  ];
}
