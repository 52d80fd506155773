/**
 * What the extension host needs only when somebody wants something: the code of commands, of pages and of the
 * built-in tools. A bundle of its own (docs/decisions/002), because starting the editor pays for every byte of the
 * first one. Nothing that is in both bundles may keep anything in its module.
 */
/** Gives this bundle the messages in the user's language. */
export { speak } from './mcp/index.ts';
export { createChatActions } from './editor/chat/actions.ts';
export { registerAttachCommands } from './editor/context/attachCommands.ts';
export { Composing } from './editor/context/composing.ts';
export { registerConversations } from './editor/conversations/commands.ts';
export { registerCustomTools } from './editor/custom/commands.ts';
export { registerToolReview } from './editor/custom/review.ts';
export { registerFirstMinute } from './editor/firstMinute/commands.ts';
export { registerHistory } from './editor/history/panel.ts';
export { askBeforeChange } from './editor/native/askBeforeChange.ts';
export { locateToChange } from './editor/native/paths.ts';
export { hasRemoteSchema } from './tools/index.ts';
export { nativeTools } from './editor/native/tools.ts';
export { registerPermissions } from './editor/permissionsPicker.ts';
export { registerResourceCommands } from './editor/resources/resourceCommands.ts';
export { registerServerPages } from './editor/server/panel.ts';
export { registerServerEditing } from './editor/servers/commands.ts';
export { registerReview } from './editor/servers/review.ts';
export { registerToolsPicker } from './editor/toolsPicker.ts';
export { registerFilter } from './editor/tree/filterPicker.ts';
export { registerOrdering } from './editor/tree/ordering.ts';
export { registerTroubleshoot } from './editor/troubleshoot.ts';
