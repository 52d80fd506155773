/**
 * Computes what the model sees of a conversation. The conversation keeps every message whole; the view replaces some.
 */
import type { Message } from '../../models/index.ts';
import { planProgress, type ShortenedContext } from '../../protocol/index.ts';
import { planInMessages, planText } from '../plan/planTool.ts';
import { READ_RESULT } from '../../protocol/index.ts';
import { withoutResult } from './results.ts';
import type { ContextState, LoadedSkill, ToolMessage } from '../conversation/contextState.ts';
import { isImage, resultText } from './resultText.ts';
import { countMessage, countText } from './tokens.ts';

/**
 * Returns the messages as the model reads them. They stay the same objects while the state is the same, because counts
 * and written requests are cached by message.
 */
export function modelView(messages: readonly Message[], state: ContextState): readonly Message[] {
  const { replaced, summary } = state;
  const kept = summary ? messages.slice(summary.from) : messages;
  const shown = replaced.size === 0 ? kept : kept.map((message) => shownIn(state, message));
  return summary ? [summary.message, ...shown] : shown;
}

export function shownIn({ replaced }: ContextState, message: Message): Message {
  return message.role === 'tool' ? (replaced.get(message.callId)?.message ?? message) : message;
}

export function withReplaced(
  state: ContextState,
  how: 'cut' | 'removed',
  messages: readonly ToolMessage[],
): ContextState {
  if (messages.length === 0) return state;
  const added = messages.map((message) => [message.callId, { how, message }] as const);
  return { ...state, replaced: new Map([...state.replaced, ...added]) };
}

/**
 * Counts the results of which the model gets less in the second state than in the first, and their images that are
 * gone.
 */
export function shortenedBetween(
  messages: readonly Message[],
  before: ContextState,
  now: ContextState,
): Pick<ShortenedContext, 'removed' | 'cut' | 'images'> {
  let [removed, cut, images] = [0, 0, 0];
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    const replaced = now.replaced.get(message.callId);
    const earlier = before.replaced.get(message.callId);
    if (!replaced || replaced === earlier) continue;
    if (replaced.how === 'removed') removed += 1;
    else cut += 1;
    images += imagesIn(earlier?.message ?? message) - imagesIn(replaced.message);
  }
  return { removed, cut, images };
}

function imagesIn({ content }: ToolMessage): number {
  return content.filter(isImage).length;
}

const MAX_NAMED = 20;
/** Tokens of the smallest result that is removed. For less, the note in its place would save nothing. */
const LEAST_TO_REMOVE = 200;

/** Removes old results until `excess` tokens are saved, but not those of the last two steps, and no skills. */
export function withoutOldResults(
  messages: readonly Message[],
  state: ContextState,
  excess: number,
): ContextState {
  const steps = stepStarts(messages);
  const end = steps.at(-2) ?? 0;
  const removed: ToolMessage[] = [];
  let left = excess;
  for (const message of messages.slice(state.summary?.from ?? 0, end)) {
    if (left <= 0) break;
    if (message.role !== 'tool' || message.skill !== undefined) continue;
    const tokens = countMessage(shownIn(state, message));
    if (state.replaced.get(message.callId)?.how === 'removed' || tokens < LEAST_TO_REMOVE) continue;
    const note = withoutResult(message);
    removed.push(note);
    left -= tokens - countMessage(note);
  }
  return withReplaced(state, 'removed', removed);
}

/**
 * Returns the places where the conversation may be split. None is between a call and its results, because endpoints
 * refuse one without the other.
 */
export function stepStarts(messages: readonly Message[]): number[] {
  return messages.flatMap(({ role }, index) => (role === 'tool' ? [] : [index]));
}

/**
 * Returns how many messages to summarise so that the rest takes at most `keep` tokens, or undefined if there are none.
 * The last step always stays.
 */
export function planSummary(
  messages: readonly Message[],
  state: ContextState,
  keep: number,
): number | undefined {
  const before = state.summary?.until ?? 0;
  let until: number | undefined;
  let end = messages.length;
  let tokens = 0;
  for (const start of stepStarts(messages).toReversed()) {
    if (start < before) break;
    for (const message of messages.slice(start, end)) tokens += countMessage(shownIn(state, message));
    if (until !== undefined && tokens > keep) break;
    until = start;
    end = start;
  }
  return until === undefined || until <= before ? undefined : until;
}

/**
 * Replaces the messages before `until` by one with their summary, the loaded skills, the plan and the user's last
 * message. `skillTokens` limits the skills.
 */
export function withSummary(
  messages: readonly Message[],
  state: ContextState,
  text: string,
  { until, skillTokens }: { readonly until: number; readonly skillTokens: number },
): ContextState {
  const next = messages[until];
  const isAsked = next?.role === 'user';
  const lastWords = isAsked ? next : messages.slice(0, until).findLast(({ role }) => role === 'user');
  const words = lastWords?.role === 'user' ? lastWords.text : '';
  const from = isAsked ? until + 1 : until;
  const { skills, left } = fitting(
    [...(state.summary?.skills ?? []), ...skillsIn(messages.slice(state.summary?.from ?? 0, from), state)],
    skillTokens,
  );
  // All of it is one message, because some chat templates refuse two of the user in a row.
  const message = {
    role: 'user',
    text:
      `The conversation until here, as a summary. Whole results of earlier calls can be read with the tool ${READ_RESULT} ` +
      `by their call id.\n\n<summary>\n${text}\n</summary>\n\n` +
      (skills.length > 0
        ? `Skills that were loaded, whole:\n\n${skills.map((skill) => skill.text).join('\n\n')}\n\n`
        : '') +
      (left.length > 0
        ? `Skills that were loaded, to be loaded again when needed: ${left.join(', ')}.\n\n`
        : '') +
      planAfter(messages, from) +
      (isAsked ? words : `My last message, which you are working on:\n\n${words}`),
  } as const;
  return { ...state, summary: { text, until, message, from, ...(skills.length > 0 && { skills }) } };
}

/** Returns the plan as text if the model would no longer have it, but not a plan whose steps are all done. */
function planAfter(messages: readonly Message[], from: number): string {
  const plan = planInMessages(messages.slice(from)) ? undefined : planInMessages(messages);
  return plan && planProgress(plan).current ? `${planText(plan)}\n\n` : '';
}

function skillsIn(messages: readonly Message[], state: ContextState): LoadedSkill[] {
  return messages.flatMap((message): LoadedSkill[] => {
    const shown = shownIn(state, message);
    if (shown.role === 'tool' && shown.skill !== undefined)
      return [{ name: shown.skill, text: resultText(shown.content) }];
    if (shown.role !== 'user' || shown.skill === undefined) return [];
    return [{ name: shown.skill, text: resultText(shown.content?.slice(0, 1) ?? []) }];
  });
}

/** Returns the newest skills that fit into `tokens`, each once and in their order, and the names of the others. */
function fitting(
  loaded: readonly LoadedSkill[],
  tokens: number,
): { readonly skills: readonly LoadedSkill[]; readonly left: readonly string[] } {
  const skills: LoadedSkill[] = [];
  const left: string[] = [];
  let room = tokens;
  for (const skill of [...new Map(loaded.map((each) => [each.name, each])).values()].toReversed()) {
    const size = countText(skill.text);
    if (size > room) left.push(skill.name);
    else {
      skills.unshift(skill);
      room -= size;
    }
  }
  return { skills, left: left.slice(0, MAX_NAMED) };
}
