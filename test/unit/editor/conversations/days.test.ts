/** The list of conversations by day (features.md, D6). */
import assert from 'node:assert/strict';
import { groupConversations, whenChanged } from '../../../../src/editor/conversations/days.ts';
import type { ConversationRow } from '../../../../src/protocol/index.ts';

const at = (month: number, day: number, hour = 12): number => new Date(2026, month - 1, day, hour).getTime();
const now = at(11, 24, 9);

function row(id: string, changedAt: number, over: Partial<ConversationRow> = {}): ConversationRow {
  return {
    id,
    title: id,
    titledBy: 'text',
    workspace: 'here',
    changedAt,
    isBranch: false,
    isPinned: false,
    isUnread: false,
    isElsewhere: false,
    lastWords: '',
    ...over,
  };
}

const monthOf = (time: number): string =>
  new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }).format(time);

describe('the list of conversations', () => {
  it('is grouped by days of the calendar, then by months', () => {
    const rows = [
      row('now', now),
      row('midnight', at(11, 24, 0)),
      row('evening', at(11, 23, 23)),
      row('yesterday', at(11, 23, 0)),
      row('two days', at(11, 22, 23)),
      row('seven days', at(11, 17, 0)),
      row('eight days', at(11, 16, 23)),
      row('thirty days', at(10, 25, 0)),
      row('october', at(10, 24, 23)),
      row('another', at(10, 1)),
      row('last year', at(10, 1) - 365 * 86_400_000),
    ];
    assert.deepEqual(
      groupConversations(rows, 'here', now).map(({ label, rows: of }) => [label, ...of.map(({ id }) => id)]),
      [
        ['Today', 'now', 'midnight'],
        ['Yesterday', 'evening', 'yesterday'],
        ['Previous 7 days', 'two days', 'seven days'],
        ['Previous 30 days', 'eight days', 'thirty days'],
        [monthOf(at(10, 1)), 'october', 'another'],
        [monthOf(at(10, 1) - 365 * 86_400_000), 'last year'],
      ],
    );
  });

  it('begins with what is pinned, from wherever, and ends with other workspaces', () => {
    const rows = [
      row('pinned', at(1, 1), { isPinned: true, workspace: 'there' }),
      row('there', now, { workspace: 'there' }),
      row('here', now - 1),
      row('nowhere', now - 2, { workspace: '' }),
    ];
    assert.deepEqual(
      groupConversations(rows, 'here', now).map(({ label, rows: of }) => [label, ...of.map(({ id }) => id)]),
      [
        ['Pinned', 'pinned'],
        ['Today', 'here'],
        ['Other workspaces', 'there', 'nowhere'],
      ],
    );
  });

  it('says when: the time of today, the day of this week, else the date', () => {
    assert.doesNotMatch(whenChanged(at(11, 24, 8), now), /24|day/i);
    assert.match(whenChanged(at(11, 23, 8), now), /^Yesterday, /);
    const friday = new Intl.DateTimeFormat(undefined, { weekday: 'long' }).format(at(11, 20));
    assert.ok(whenChanged(at(11, 20, 8), now).includes(friday));
    assert.match(whenChanged(at(3, 2), now), /2026/);
  });
});
