/**
 * Exports VS Code's functions that show text, made safe: no text of others becomes a link or an icon. A lint rule
 * enforces their use.
 */
export type { HoverPart } from './hover.ts';
export { inertLabel } from './inert.ts';
export {
  InputBox,
  showInputBox,
  type QuickInput,
  QuickPick,
  separator,
  showQuickPick,
  type PickItem,
} from './quickInput.ts';
export {
  showErrorMessage,
  showInformationMessage,
  showWarningMessage,
  withNotificationProgress,
  withViewProgress,
} from './notifications.ts';
export { registerRowCommand } from './rowCommand.ts';
export { createStatusBarItem } from './statusBar.ts';
export { writeExportedFile } from './exportedFile.ts';
export { exportJson } from './exportJson.ts';
export { openDiff, openExternal, openPage, showOpenDialog, showSaveDialog } from './open.ts';
export {
  treeItem,
  type CheckboxState,
  type TreeItem,
  createTreeView,
  type TreeDataProvider,
  type TreeView,
} from './treeView.ts';
export {
  codeLens,
  createLogChannel,
  createTerminal,
  createWebviewPanel,
  withDescription,
  withTitle,
  type BareWebviewPanel,
  type BareWebviewView,
  type WebviewPanel,
  type WebviewView,
} from './named.ts';
export { registerWebviewPanelSerializer, registerWebviewViewProvider } from './webviews.ts';
