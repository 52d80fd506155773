/** Menu ids, `when` and `group` are VS Code's (`contributes.menus`). */
import type { commands } from './commands.ts';
import { contextKey } from './contextKeys.ts';
import { panelId, viewId } from './views.ts';

interface MenuItem {
  readonly command: keyof typeof commands;
  readonly when?: string;
  /** The group, and after `@` the place in it. `navigation` and `inline` are shown as icons. */
  readonly group?: string;
}

const inServers = `view == ${viewId('servers')}`;
const inChat = `view =~ /^patchbay\\.chat/`;
const inChatPanel = `activeWebviewPanelId == ${panelId('chat')}`;
const inProposal = 'resourceScheme == patchbay-proposal';
const inWaitingChange = `resource in ${contextKey('waitingChanges')}`;

/** A `when` for a row of the servers view whose `contextValue` equals or matches this (src/editor/tree). */
function onRow(contextValue: string | RegExp): string {
  const operator = typeof contextValue === 'string' ? '==' : '=~';
  return `${inServers} && viewItem ${operator} ${String(contextValue)}`;
}

export const menus: Readonly<Record<string, readonly MenuItem[]>> = {
  commandPalette: [
    { command: 'toggleTool', when: 'false' },
    { command: 'openCustomTool', when: 'false' },
    { command: 'openSkill', when: 'false' },
    { command: 'acceptChange', when: inProposal },
    { command: 'discardChange', when: inProposal },
    { command: 'allowChange', when: inWaitingChange },
    { command: 'denyChange', when: inWaitingChange },
    { command: 'attachSelection', when: 'editorHasSelection' },
    { command: 'renameConversation', when: `!${contextKey('chatEmpty')}` },
    { command: 'duplicateConversation', when: `!${contextKey('chatEmpty')}` },
    { command: 'deleteConversation', when: `!${contextKey('chatEmpty')}` },
    { command: 'exportConversation', when: `!${contextKey('chatEmpty')}` },
    { command: 'restoreCheckpoint', when: `!${contextKey('chatEmpty')}` },
    { command: 'findInChat', when: `!${contextKey('chatEmpty')}` },
    { command: 'showModelRequest', when: `!${contextKey('chatEmpty')}` },
    { command: 'clearToolSet', when: contextKey('toolSetUsed') },
    { command: 'connect', when: contextKey('serverDown') },
    { command: 'connectAll', when: contextKey('serverDown') },
    { command: 'disconnect', when: contextKey('serverUp') },
    { command: 'disconnectAll', when: contextKey('serverUp') },
    ...(
      [
        'reconnect',
        'reconnectAll',
        'showServer',
        'editServer',
        'renameServer',
        'duplicateServer',
        'removeServer',
      ] as const
    ).map((command) => ({ command, when: contextKey('hasServers') })),
    { command: 'enableServer', when: contextKey('serverDisabled') },
    { command: 'disableServer', when: contextKey('serverEnabled') },
    { command: 'moveServerUp', when: contextKey('severalServers') },
    { command: 'moveServerDown', when: contextKey('severalServers') },
    { command: 'signIn', when: contextKey('serverNeedsSignIn') },
    { command: 'signOut', when: contextKey('remoteServer') },
    { command: 'troubleshoot', when: contextKey('serverFailed') },
    { command: 'reviewServers', when: contextKey('serverToReview') },
    { command: 'reviewTools', when: contextKey('toolToReview') },
    { command: 'enableAllTools', when: contextKey('serverTools') },
    { command: 'disableAllTools', when: contextKey('serverTools') },
    { command: 'toggleAlwaysSend', when: contextKey('serverTools') },
    { command: 'browseResources', when: contextKey('resourcesOffered') },
    { command: 'attachResource', when: contextKey('resourcesOffered') },
  ],
  'view/title': [
    {
      command: 'clearFilter',
      when: `${inServers} && ${contextKey('serversFiltered')}`,
      group: 'navigation@-1',
    },
    { command: 'filterServers', when: inServers, group: 'navigation@0' },
    { command: 'addServer', when: inServers, group: 'navigation@1' },
    { command: 'reconnectAll', when: inServers, group: '1_all@0' },
    { command: 'openSettings', when: inServers, group: '2_log@0' },
    { command: 'openChat', when: inServers, group: '0_chat@1' },
    { command: 'connectAll', when: inServers, group: '1_all@1' },
    { command: 'disconnectAll', when: inServers, group: '1_all@2' },
    { command: 'showLog', when: inServers, group: '2_log' },
    { command: 'showHistory', when: inServers, group: '2_log' },
    { command: 'showHistory', when: inChat, group: '2_history' },
    { command: 'showModelRequest', when: inChat, group: '2_history' },
    { command: 'showConversations', when: inChat, group: 'navigation@2' },
    { command: 'renameConversation', when: inChat, group: '0_conversation@1' },
    { command: 'duplicateConversation', when: inChat, group: '0_conversation@2' },
    { command: 'exportConversation', when: inChat, group: '0_conversation@3' },
    { command: 'importConversation', when: inChat, group: '0_conversation@4' },
    { command: 'deleteConversation', when: inChat, group: '0_conversation@5' },
    { command: 'newChat', when: inChat, group: 'navigation@1' },
    { command: 'openChatInEditor', when: inChat, group: '0_chat@1' },
    { command: 'findInChat', when: inChat, group: '2_chat@1' },
    { command: 'showChatShortcuts', when: inChat, group: '2_chat@2' },
    { command: 'selectModel', when: inChat, group: '1_model@1' },
    { command: 'selectTools', when: inChat, group: '1_model@4' },
    { command: 'useToolSet', when: inChat, group: '1_model@5' },
    { command: 'setApiKey', when: inChat, group: '1_model@2' },
    { command: 'openModelSettings', when: inChat, group: '1_model@3' },
    { command: 'pasteServers', when: inServers, group: '0_add@1' },
    { command: 'importServers', when: inServers, group: '0_add@2' },
  ],
  'editor/title': [
    { command: 'acceptChange', when: inProposal, group: 'navigation@1' },
    { command: 'discardChange', when: inProposal, group: 'navigation@2' },
    { command: 'allowChange', when: inWaitingChange, group: 'navigation@1' },
    { command: 'denyChange', when: inWaitingChange, group: 'navigation@2' },
    { command: 'newChat', when: inChatPanel, group: 'navigation@1' },
    { command: 'showConversations', when: inChatPanel, group: 'navigation@2' },
  ],
  'editor/context': [{ command: 'attachSelection', when: 'editorHasSelection', group: '1_patchbay@1' }],
  'explorer/context': [{ command: 'attachFile', group: '5_patchbay@1' }],
  'view/item/context': [
    { command: 'newCustomTool', when: onRow('custom'), group: 'inline@1' },
    { command: 'reloadCustomTools', when: onRow('custom'), group: 'inline@2' },
    { command: 'openCustomTool', when: onRow('customFile'), group: 'inline@1' },
    { command: 'openCustomTool', when: onRow('customFile'), group: '1_open@1' },
    { command: 'openSkill', when: onRow('skill'), group: 'inline@1' },
    { command: 'openSkill', when: onRow('skill'), group: '1_open@1' },
    { command: 'clearToolSet', when: onRow('toolSet'), group: 'inline@1' },
    { command: 'clearToolSet', when: onRow('toolSet'), group: '1_toolSet@1' },
    { command: 'signIn', when: onRow(/\.signIn$/), group: 'inline@0' },
    { command: 'signIn', when: onRow(/\.signIn$/), group: '0_signIn' },
    { command: 'signOut', when: onRow(/\.signedIn$/), group: '1_connection@4' },
    { command: 'connect', when: onRow(/^server\.(disconnected)\b/), group: 'inline@1' },
    { command: 'reconnect', when: onRow(/^server\.(connected|connecting|error)\b/), group: 'inline@1' },
    { command: 'disconnect', when: onRow(/^server\.(connected|connecting|error)\b/), group: 'inline@2' },
    { command: 'openSettings', when: onRow('server.invalid'), group: 'inline@1' },
    { command: 'connect', when: onRow(/^server\.(disconnected|error)\b/), group: '1_connection@1' },
    { command: 'reconnect', when: onRow(/^server\.(connected|connecting|error)\b/), group: '1_connection@2' },
    {
      command: 'disconnect',
      when: onRow(/^server\.(connected|connecting|error)\b/),
      group: '1_connection@3',
    },
    {
      command: 'enableAllTools',
      when: onRow(/^server\.(connected|disconnected|error)\b/),
      group: '2_tools@1',
    },
    {
      command: 'disableAllTools',
      when: onRow(/^server\.(connected|disconnected|error)\b/),
      group: '2_tools@2',
    },
    {
      command: 'toggleAlwaysSend',
      when: onRow(/^(tool$|server\.(connected|disconnected|error)\b)/),
      group: '2_tools@3',
    },
    { command: 'reviewServers', when: onRow(/\.confirm$/), group: 'inline@0' },
    { command: 'reviewServers', when: onRow(/\.confirm$/), group: '0_signIn' },
    { command: 'troubleshoot', when: onRow(/^server\.error(\.off)?$/), group: 'inline@0' },
    { command: 'troubleshoot', when: onRow(/^server\.error\b/), group: '0_troubleshoot' },
    {
      command: 'showServer',
      when: onRow(/^server\.(connected|connecting|error|disconnected)\b/),
      group: 'inline@3',
    },
    {
      command: 'showServer',
      when: onRow(/^server\.(connected|connecting|error|disconnected)\b/),
      group: '3_more@0',
    },
    { command: 'showLog', when: `${onRow(/^server\./)} && viewItem != server.invalid`, group: '3_more@1' },
    { command: 'openSettings', when: onRow(/^server\./), group: '3_more@2' },
    { command: 'editServer', when: onRow(/^server\./), group: '4_edit@1' },
    { command: 'renameServer', when: onRow(/^server\./), group: '4_edit@2' },
    { command: 'duplicateServer', when: onRow(/^server\./), group: '4_edit@3' },
    { command: 'enableServer', when: onRow(/^server\.\w+\.off\b/), group: '4_edit@4' },
    { command: 'disableServer', when: onRow(/^server\.(?!invalid)\w+(?!\.off)(\.|$)/), group: '4_edit@5' },
    { command: 'moveServerUp', when: onRow(/^server\.(?!invalid)/), group: '4_order@1' },
    { command: 'moveServerDown', when: onRow(/^server\.(?!invalid)/), group: '4_order@2' },
    { command: 'removeServer', when: onRow(/^server\./), group: '5_remove@1' },
  ],
};
