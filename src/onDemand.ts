/** Code that activation does not need, in its own bundle (decision 002). A module in both must not have state. */
export { setTranslations } from './base/common/message.ts';
export { createChatReceiver } from './editor/chatPage/receiver.ts';
export { registerAttachCommands } from './editor/attachments/attachCommands.ts';
export { ComposerService } from './editor/attachments/composerService.ts';
export { editorTools, followEditorTools } from './editor/extensionTools/editorTools.ts';
export { engineOffer, engineStatus } from './editor/chat/engineStatus.ts';
export { followEngine } from './editor/engineFollowers.ts';
export { engineSettings, followSettings } from './editor/engineSettings.ts';
export { registerConversations } from './editor/conversations/commands.ts';
export { registerCustomTools } from './editor/customTools/commands.ts';
export { registerToolReview } from './editor/customTools/review.ts';
export { registerFirstMinute } from './editor/gettingStarted/commands.ts';
export {
  instructionOptions,
  skillOptions,
  registerSkillCommands,
} from './editor/instructions/instructionOptions.ts';
export { registerHistory } from './editor/history/panel.ts';
export { askBeforeChange } from './editor/builtInTools/askBeforeChange.ts';
export { bytesToApply } from './editor/builtInTools/exactFiles.ts';
export { locateToChange } from './editor/builtInTools/paths.ts';
export { registerCheckpoints } from './editor/checkpoints/checkpointCommands.ts';
export { WorkspaceFiles } from './editor/checkpoints/workspaceFiles.ts';
export { hasRemoteSchema } from './tools/index.ts';
export { createProposedEdit } from './editor/builtInTools/proposedEdits.ts';
export { nativeTools } from './editor/builtInTools/tools.ts';
export { registerPermissions } from './editor/permissionsPicker.ts';
export { registerRequestPage } from './editor/requestPage/panel.ts';
export { registerResourceCommands } from './editor/resources/resourceCommands.ts';
export { registerServerPages } from './editor/serverPage/panel.ts';
export { registerServerEditing } from './editor/serverEditing/commands.ts';
export { registerReview } from './editor/serverEditing/review.ts';
export { registerForgetSampling } from './editor/settings/samplingPermissions.ts';
export { FollowedSettings } from './editor/settings/followedSettings.ts';
export { registerForget } from './editor/settings/valuePrompts.ts';
export { registerToolChoice } from './editor/toolSetsPicker.ts';
export { registerFilter } from './editor/tree/filterPicker.ts';
export * from './editor/tree/items.ts';
export { registerOrdering } from './editor/tree/ordering.ts';
export { registerTroubleshoot } from './editor/tree/serverCommands.ts';
