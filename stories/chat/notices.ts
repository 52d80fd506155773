import { noticeOf } from '../../src/agent/transcript/notices.ts';
import type { TurnEnd } from '../../src/agent/conversation/events.ts';
import type { Item } from '../../src/protocol/index.ts';

const ends: readonly TurnEnd[] = [
  { why: 'answered', textCalls: 'offer' },
  { why: 'answered', textCalls: 'quoted' },
  { why: 'answered', textCalls: 'elsewhere' },
  { why: 'answered', textCalls: 'notAllowed' },
  { why: 'empty', model: 'qwen3-coder-30b-a3b-instruct', thought: true },
  { why: 'empty', model: 'qwen3-coder-30b-a3b-instruct', thought: false },
];

/** In English, the language of this process: the host makes the texts of notices. */
export function noticesOf(): Item[] {
  return ends.flatMap((end, index): Item[] => {
    const notice = noticeOf(end);
    return notice ? [{ kind: 'notice', id: `n${index}`, ...notice }] : [];
  });
}
