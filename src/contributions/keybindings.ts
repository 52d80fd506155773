import { commandId, type commands } from './commands.ts';
import { viewId } from './views.ts';

interface Keybinding {
  readonly keys: readonly string[];
  readonly mac?: string;
  readonly command: keyof typeof commands;
  /** Commands of the editor that run before it. */
  readonly after?: readonly string[];
  readonly when?: string;
}

export const keybindings: readonly Keybinding[] = [
  // VS Code gives these keys to nothing on any system. On a Mac, Alt with a letter writes a character.
  { keys: ['shift+alt+p'], mac: 'shift+alt+cmd+p', command: 'openChat' },
  // VS Code tells nobody which row has the focus: `list.select` selects it, and does what the keys do by themselves.
  {
    keys: ['space', 'enter'],
    command: 'toggleTool',
    after: ['list.select'],
    when: `focusedView == ${viewId('servers')} && listFocus && !inputFocus && !treestickyScrollFocused && !treeElementCanExpand && !treeElementCanCollapse`,
  },
];

export function keybindingEntries(): readonly object[] {
  return keybindings.flatMap(({ keys, mac, command, after, when }) =>
    keys.map((key) => ({
      key,
      ...(mac !== undefined && { mac }),
      ...(after
        ? { command: 'runCommands', args: { commands: [...after, commandId(command)] } }
        : { command: commandId(command) }),
      ...(when !== undefined && { when }),
    })),
  );
}
