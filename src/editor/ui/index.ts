/**
 * Wraps VS Code's functions that show text. A lint rule keeps the rest of `src/editor` from calling them directly, so
 * that no text of a server, a model, a file or a workspace can become a link or an icon.
 */
export { EXPORT_MODE, showOpenDialog, showSaveDialog } from './fileDialogs.ts';
export type { HoverPart } from './hover.ts';
export { inertLabel } from './inert.ts';
export { InputBox, showInputBox } from './inputBox.ts';
export { showErrorMessage, showInformationMessage, showWarningMessage } from './notifications.ts';
export { codeLens, createLogChannel, createTerminal } from './named.ts';
export { openDiff, openExternal } from './open.ts';
export { withNotificationProgress, withViewProgress } from './progress.ts';
export type { QuickInput } from './quickInput.ts';
export { QuickPick, separator, showQuickPick, type PickItem } from './quickPick.ts';
export { treeItem, type CheckboxState, type TreeItem } from './treeItem.ts';
export { createTreeView, type TreeDataProvider, type TreeView } from './treeView.ts';
export {
  createWebviewPanel,
  registerWebviewPanelSerializer,
  registerWebviewViewProvider,
  type WebviewPanel,
  type WebviewView,
} from './webviews.ts';
