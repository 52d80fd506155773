/** Defects that only the editor shows: settings, trust, files. */
import type { Defect } from '../defect.ts';

export const hostDefects: readonly Defect[] = [
  {
    id: 'unchecked-tool-offered',
    harm: 'The model calls a tool that the user has unchecked.',
    file: 'src/tools/registry.ts',
    find: 'read(this.all).flatMap(({ wireName, tool, isOn }) => (isOn ? [[wireName, tool]] : [])))',
    replace: 'read(this.all).map(({ wireName, tool }) => [wireName, tool]))',
    foundBy: ['keep unchecked tools unchecked over a reconnect, and keep them from the model'],
  },
  {
    id: 'tree-not-told-of-switch',
    harm: 'A tool that was switched on by a command stays off until its server changes.',
    file: 'src/tools/registry.ts',
    find: '      read(enablement.state);\n',
    replace: '',
    foundBy: ['keep unchecked tools unchecked over a reconnect, and keep them from the model'],
  },
  {
    id: 'workspace-settings-misplaced',
    harm: 'A server of a workspace is written where the editor does not read it.',
    file: 'src/editor/settings/settingsFile.ts',
    find: "if (workspaceFile) return { uri: workspaceFile, within: ['settings'] };",
    replace: 'if (workspaceFile) return { uri: workspaceFile, within: [] };',
    foundBy: ['goes into the file of the workspace, in its settings'],
  },
  {
    id: 'unsaved-settings-overwritten',
    harm: 'To add a server takes away what the user has typed into the settings and not saved.',
    file: 'src/editor/settings/settingsFile.ts',
    find: 'if (open?.isDirty)',
    replace: 'if (open?.isClosed)',
    foundBy: ['leaves unsaved changes to the user'],
  },
  {
    id: 'undo-of-changed-file',
    harm: 'Undo of a turn takes away what the user has written since.',
    file: 'src/editor/builtInTools/undoChanges.ts',
    find: "if (now !== expected) return !exists ? 'gone' : expected === undefined ? 'there' : 'changed';",
    replace: "if (now !== expected && !exists) return 'gone';",
    foundBy: [
      'leaves alone and names what has changed, is gone or was changed by others meanwhile, and undoes the rest',
    ],
  },
  {
    id: 'unsaved-text-not-read',
    harm: 'The model reads a file as it was before the user has changed it.',
    file: 'src/editor/builtInTools/fileText.ts',
    find: 'if (open?.isDirty) return { text: lineFeeds(open.getText()), isLossy: await wasOpenedWithLoss(open) };',
    replace:
      'if (open?.isClosed) return { text: lineFeeds(open.getText()), isLossy: await wasOpenedWithLoss(open) };',
    foundBy: ['reads what the user sees, unsaved changes included'],
  },
  {
    id: 'edit-at-wrong-place',
    harm: 'An edit of a file with Windows line ends goes to the wrong place.',
    file: 'src/editor/builtInTools/edits.ts',
    find: "document.eol === vscode.EndOfLine.CRLF ? value.replaceAll('\\n', '\\r\\n') : value;",
    replace: 'value;',
    foundBy: ['replaces every occurrence when asked to, in one step, whatever the line ends'],
  },
];
