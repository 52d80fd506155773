/** Text that the host puts into a composer while another conversation is still drawn. */
import type { AttackClass, Defence } from '../attack.ts';

const ownDraft: Defence = {
  title: 'text for a composer goes to the draft of its conversation',
  file: 'src/webview/state/viewState.ts',
  name: 'ViewState.compose',
  at: 'condition !==',
  as: 'false',
};
const ownLost: Defence = {
  title: 'a message that was lost comes back to its conversation',
  file: 'src/webview/state/viewState.ts',
  name: 'ViewState.bringBack',
  at: '=== each',
  as: 'true',
};

const ownEdit: Defence = {
  title: 'a file for a message that is edited goes to that of its conversation',
  file: 'src/webview/state/viewState.ts',
  name: 'ViewState.addToEdit',
  at: 'condition conversation',
  as: 'true',
};

/** What is used of the page's state, which is checked with the types of a browser. */
interface View {
  readonly draft: { readonly value: string };
  belongTo(conversation: string): void;
  readonly edits: {
    begin(id: string, text: string): void;
    of(id: string): { readonly added: readonly unknown[] } | undefined;
  };
  compose(
    conversation: string,
    content: { readonly text: string; readonly attachments?: readonly unknown[]; readonly edit?: string },
  ): void;
  sendDraft(text: string): void;
  bringBack(conversation: string, said: readonly unknown[], waiting: readonly string[]): void;
}

interface Storage {
  load(): unknown;
  save(state: unknown): void;
  saveSoon(make: () => unknown): void;
}

const path: string = '../../../src/webview/state/viewState.ts';

async function page(saved?: unknown): Promise<{ readonly view: View; readonly saved: () => unknown }> {
  const { ViewState } = (await import(path)) as { readonly ViewState: new (storage: Storage) => View };
  let state = saved;
  const save = (next: unknown): void => void (state = next);
  const view = new ViewState({ load: () => state, save, saveSoon: (make) => save(make()) });
  return { view, saved: () => state };
}

export const attacks: AttackClass = {
  title: 'Text for composers',
  attacks: [
    {
      title: 'A message that the user goes back to stands in the conversation of another server',
      defences: [ownDraft],
      succeeds: async () => {
        const { view } = await page();
        view.belongTo('public');
        view.compose('private', { text: 'the plan of our merger' });
        return view.draft.value.includes('merger');
      },
    },
    {
      title: 'A picture goes with a message of another conversation that is edited and has the same id',
      defences: [ownEdit],
      succeeds: async () => {
        const { view } = await page();
        view.belongTo('private');
        view.edits.begin('i1', 'Look');
        view.belongTo('public');
        view.edits.begin('i1', 'Hello');
        const attachments = [{ kind: 'data', id: 'p', name: 'plan.png' }];
        view.compose('private', { text: '', attachments, edit: 'i1' });
        return (view.edits.of('i1')?.added.length ?? 0) > 0;
      },
    },
    {
      title: 'A message that was lost with its window comes back in another conversation',
      defences: [ownLost],
      succeeds: async () => {
        const { view, saved } = await page();
        view.belongTo('private');
        view.sendDraft('the plan of our merger');
        const { view: later } = await page(saved());
        later.belongTo('public');
        later.bringBack('public', [], []);
        return later.draft.value.includes('merger');
      },
    },
  ],
};
