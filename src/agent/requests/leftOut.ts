import type { Message } from '../../models/index.ts';
import type { Tool } from '../../tools/index.ts';
import { SEARCH_TOOLS, type LeftOut } from '../../protocol/index.ts';
import type { Selection } from '../toolSearch/toolOffer.ts';
import { toolTokens } from '../context/toolCosts.ts';
import { countMessage } from '../context/tokens.ts';
import type { Part } from './parts.ts';
import type { StepRequest } from './stepRequests.ts';

export function leftOutOf(
  request: StepRequest,
  parts: readonly Part[],
  messages: readonly Message[],
): readonly LeftOut[] {
  const { sent, files, context, selection } = request;
  const results = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.callId, message] as const] : [])),
  );
  const { summary } = context;
  const summarized = summary ? messages.slice(0, summary.from) : [];
  return [
    ...(summary
      ? [{ kind: 'summarized', messages: summarized.length, tokens: tokensOf(summarized) } as const]
      : []),
    ...parts.flatMap((part) => cutPart(part, request, results)),
    ...files.flatMap(({ name, notes }): LeftOut[] =>
      notes.length > 0 ? [{ kind: 'instructions', name, why: notes.join(' ') }] : [],
    ),
    ...searchedTools(selection),
    ...sent.leftOut.map(({ name, reason }): LeftOut => {
      const tool = selection.callable.get(name);
      return { kind: 'refusedTool', name: tool?.title ?? tool?.name ?? name, why: reason.localized };
    }),
    ...(sent.isWithoutImages && request.messages.some(hasImage) ? [{ kind: 'images' } as const] : []),
    ...sent.lostImages.map((name): LeftOut => ({ kind: 'image', name })),
    ...sent.refusedFields.map((name): LeftOut => ({ kind: 'field', name })),
  ];
}

function searchedTools({ sent, callable, searchReason: reason }: Selection): LeftOut[] {
  const searched = [...callable].filter(([name]) => !sent.has(name));
  if (!reason || searched.length === 0) return [];
  const all = [...callable].filter(([name]) => name !== SEARCH_TOOLS);
  const tokensOfAll = tokensOfTools(all) * (reason.kind === 'budget' ? reason.ratio : 1);
  return [
    {
      kind: 'searchedTools',
      tools: searched.length,
      tokens: tokensOfTools(searched),
      all: { tools: all.length, tokens: Math.round(tokensOfAll) },
      reason,
    },
  ];
}

function tokensOfTools(tools: readonly (readonly [string, Tool])[]): number {
  return tools.reduce((sum, [name, tool]) => sum + toolTokens(name, tool), 0);
}

function cutPart(
  { kind, name = '', isShortened, piece: { callId } }: Part,
  { context }: StepRequest,
  results: ReadonlyMap<string, Message>,
): LeftOut[] {
  if (!isShortened) return [];
  switch (kind) {
    case 'result':
    case 'skill': {
      const replaced = context.replaced.get(callId ?? '');
      const whole = results.get(callId ?? '');
      if (!replaced || !whole) return [];
      const [tokens, sent] = [countMessage(whole), countMessage(replaced.message)];
      return [{ kind: replaced.how === 'cut' ? 'cutResult' : 'removedResult', tool: name, tokens, sent }];
    }
    case 'server':
      return [{ kind: 'serverInstructions', name }];
    case 'search':
      return [{ kind: 'servers' }];
    case 'skills':
      return [{ kind: 'skills' }];
    case 'attachment':
      return [{ kind: 'attachment', name }];
    default:
      return [];
  }
}

function tokensOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + countMessage(message), 0);
}

function hasImage(message: Message): boolean {
  return (
    (message.role === 'user' || message.role === 'tool') &&
    (message.content ?? []).some(({ type }) => type === 'image')
  );
}
