import { commandId, type commands } from './commands.ts';
import { viewId } from './views.ts';

interface Keybinding {
  readonly keys: readonly string[];
  readonly command: keyof typeof commands;
  readonly after: readonly string[];
  readonly when: string;
}

/** VS Code tells nobody which row has the focus: `list.select` selects it, and does what the keys do by themselves. */
export const keybindings: readonly Keybinding[] = [
  {
    keys: ['space', 'enter'],
    command: 'toggleTool',
    after: ['list.select'],
    when: `focusedView == ${viewId('servers')} && listFocus && !inputFocus && !treestickyScrollFocused && !treeElementCanExpand && !treeElementCanCollapse`,
  },
];

export function keybindingEntries(): readonly object[] {
  return keybindings.flatMap(({ keys, command, after, when }) =>
    keys.map((key) => ({
      key,
      command: 'runCommands',
      args: { commands: [...after, commandId(command)] },
      when,
    })),
  );
}
