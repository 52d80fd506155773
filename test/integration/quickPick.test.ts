/** What the user has chosen in a list whose rows change meanwhile. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { poll } from '../e2e/support/poll.ts';
import { askPick } from '../../src/editor/common/steps.ts';
import { pickModel } from '../../src/editor/modelSelection/modelPicker.ts';
import { pickValue } from '../../src/editor/resources/pickValue.ts';
import { QuickPick, separator, type PickItem } from '../../src/editor/ui/index.ts';

describe('a list whose rows change while one is chosen', () => {
  const { createQuickPick } = vscode.window;
  afterEach(() => Object.assign(vscode.window, { createQuickPick }));

  it('gives the row that the user saw', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((label): PickItem => ({ label }));
    assert.ok(one && two && three);
    const pick = new QuickPick();
    try {
      pick.items = [one, two];
      pick.show();
      await poll('the first row to be active', () => Promise.resolve(pick.activeItems[0] === one));
      const chosen = new Promise<readonly PickItem[]>((resolve) =>
        pick.onDidAccept(() => resolve(pick.selectedItems)),
      );
      // The editor learns of them after it has been told to accept.
      pick.items = [separator('New'), three, one, two];
      pick.items = [three, two];
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      assert.deepEqual(await chosen, [one]);
      await poll('the rows of now', () => Promise.resolve(pick.activeItems[0] === three));
    } finally {
      pick.dispose();
    }
  });

  it('takes the first row on Enter where rows have come in the moment in which another one was marked', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((label): PickItem => ({ label }));
    assert.ok(one && two && three);
    const pick = new QuickPick();
    const taken: unknown[] = [];
    const takes = (row: PickItem) =>
      poll(`Enter to take "${row.label}"`, async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return taken.at(-1) === row;
      });
    try {
      pick.onDidAccept(() => taken.push(pick.selectedItems[0]));
      pick.items = [one, two];
      pick.show();
      await takes(one);
      // VS Code gets these together.
      pick.items = [two, three];
      pick.activeItems = [three];
      pick.items = [three, two];
      await takes(three);
      pick.items = [one, three];
      pick.activeItems = [three];
      pick.items = [one, two];
      pick.activeItems = [two];
      await takes(two);
    } finally {
      pick.dispose();
    }
  });

  it('gives what is typed by then where the row stands for that', async () => {
    const picks: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    Object.assign(vscode.window, {
      createQuickPick: () => {
        const made = createQuickPick();
        picks.push(made);
        return made;
      },
    });
    const typedRow = (value: string) => ({ label: `Use ${value}`, value });
    const accepted = async (answer: Promise<unknown>): Promise<unknown> => {
      const [pick] = picks.splice(0);
      assert.ok(pick);
      pick.value = 'ab';
      await poll('the row', () => Promise.resolve(pick.activeItems[0]?.label.includes('ab') === true));
      pick.value = 'abc';
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return answer;
    };
    const step = askPick({ title: 'Step', placeholder: '', rows: [], typedRow });
    assert.deepEqual(await accepted(step), { kind: 'value', value: 'abc' });
    const suggest = () => Promise.resolve([]);
    assert.equal(await accepted(pickValue({ title: 'Value', placeholder: '', suggest })), 'abc');
    const source = { title: 'here', current: undefined, ifNone: 'tell' as const, choose: async () => {} };
    const models = [{ ...source, list: () => Promise.resolve([{ name: 'abd' }]) }];
    const model = await accepted(pickModel(models, { title: 'Model', placeholder: '' }));
    assert.deepEqual(model, { kind: 'value', value: { kind: 'model', source: models[0], model: 'abc' } });
  });

  it('gives the place of no row to another one in the next list, however often and much it changes', () => {
    const shown = { items: [] as readonly vscode.QuickPickItem[] };
    Object.assign(vscode.window, { createQuickPick: () => shown });
    const pick = new QuickPick();
    let before: readonly vscode.QuickPickItem[] = [];
    let longest = 0;
    for (let update = 0; update < 2_000; update += 1) {
      const length = (update * 7) % 90;
      pick.items = Array.from({ length }, (_, at) => ({ label: `${update}/${at}` }));
      const isRow = ({ kind }: vscode.QuickPickItem): boolean => kind !== vscode.QuickPickItemKind.Separator;
      const { items } = shown;
      assert.deepEqual(
        items.filter(isRow).map(({ label }) => label),
        pick.items.map(({ label }) => label),
      );
      const taken = before.flatMap((row, place) => (isRow(row) && isRow(items[place] ?? row) ? [place] : []));
      assert.deepEqual(taken, []);
      longest = Math.max(longest, items.length);
      before = items;
    }
    assert.ok(longest <= 600, String(longest));
  });
});
