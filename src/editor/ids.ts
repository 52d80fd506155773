/** The names under which the editor knows Patchbay's parts. A test checks them against package.json. */

export const commands = {
  connect: 'patchbay.connect',
  disconnect: 'patchbay.disconnect',
  reconnect: 'patchbay.reconnect',
  connectAll: 'patchbay.connectAll',
  reconnectAll: 'patchbay.reconnectAll',
  disconnectAll: 'patchbay.disconnectAll',
  addServer: 'patchbay.addServer',
  pasteServers: 'patchbay.pasteServers',
  importServers: 'patchbay.importServers',
  editServer: 'patchbay.editServer',
  renameServer: 'patchbay.renameServer',
  duplicateServer: 'patchbay.duplicateServer',
  enableServer: 'patchbay.enableServer',
  disableServer: 'patchbay.disableServer',
  removeServer: 'patchbay.removeServer',
  moveServerUp: 'patchbay.moveServerUp',
  moveServerDown: 'patchbay.moveServerDown',
  enableAllTools: 'patchbay.enableAllTools',
  disableAllTools: 'patchbay.disableAllTools',
  newCustomTool: 'patchbay.newCustomTool',
  reloadCustomTools: 'patchbay.reloadCustomTools',
  permissions: 'patchbay.permissions',
  forgetInputs: 'patchbay.forgetInputs',
  forgetSampling: 'patchbay.forgetSampling',
  signIn: 'patchbay.signIn',
  signOut: 'patchbay.signOut',
  openSettings: 'patchbay.openSettings',
  openModelSettings: 'patchbay.openModelSettings',
  showLog: 'patchbay.showLog',
  newChat: 'patchbay.newChat',
  showConversations: 'patchbay.showConversations',
  renameConversation: 'patchbay.renameConversation',
  deleteConversation: 'patchbay.deleteConversation',
  exportConversation: 'patchbay.exportConversation',
  importConversation: 'patchbay.importConversation',
  openChat: 'patchbay.openChat',
  openChatInEditor: 'patchbay.openChatInEditor',
  acceptChange: 'patchbay.acceptChange',
  discardChange: 'patchbay.discardChange',
  findInChat: 'patchbay.findInChat',
  showChatShortcuts: 'patchbay.showChatShortcuts',
  browseResources: 'patchbay.browseResources',
  attachResource: 'patchbay.attachResource',
  runPrompt: 'patchbay.runPrompt',
  showHistory: 'patchbay.showHistory',
  deleteHistory: 'patchbay.deleteHistory',
  filterServers: 'patchbay.filterServers',
  clearFilter: 'patchbay.clearFilter',
  showServer: 'patchbay.showServer',
  troubleshoot: 'patchbay.troubleshoot',
  stop: 'patchbay.stop',
  setApiKey: 'patchbay.setApiKey',
  selectModel: 'patchbay.selectModel',
  selectTools: 'patchbay.selectTools',
  attachFile: 'patchbay.attachFile',
  attachSelection: 'patchbay.attachSelection',
  attachProblems: 'patchbay.attachProblems',
} as const;

/** The commands that write servers into the settings. */
export const editingCommands = [
  commands.addServer,
  commands.pasteServers,
  commands.importServers,
  commands.editServer,
  commands.renameServer,
  commands.duplicateServer,
  commands.enableServer,
  commands.disableServer,
  commands.removeServer,
] as const;

/** The commands about kept conversations. */
export const conversationCommands = [
  commands.showConversations,
  commands.renameConversation,
  commands.deleteConversation,
  commands.exportConversation,
  commands.importConversation,
] as const;

export const views = {
  servers: 'patchbay.servers',
  chat: 'patchbay.chat',
  /** The same chat, for whoever wants it in the primary side bar. */
  chatInActivityBar: 'patchbay.chatInActivityBar',
} as const;

export const panels = {
  chat: 'patchbay.chatPanel',
  history: 'patchbay.historyPanel',
  server: 'patchbay.serverPanel',
} as const;

export const contextKeys = {
  turnRunning: 'patchbay.turnRunning',
  serversFiltered: 'patchbay.serversFiltered',
} as const;

/** Settings, without the `patchbay.` in front. */
export const settings = {
  servers: 'servers',
  inputs: 'inputs',
  linkVscodeServers: 'linkVscodeServers',
  clientMetadataUrl: 'oauth.clientMetadataUrl',
  serverGrace: 'serverGrace',
  maxIterations: 'maxIterations',
  baseUrl: 'model.baseUrl',
  model: 'model.name',
  toolCalling: 'model.toolCalling',
  contextWindow: 'model.contextWindow',
  images: 'model.images',
  parallelCalls: 'model.parallelCalls',
  schema: 'model.schema',
  provider: 'model.provider',
  profile: 'model.profile',
  profiles: 'model.profiles',
  localPorts: 'model.localPorts',
  maxResultTokens: 'maxResultTokens',
  samplingPerMinute: 'sampling.maxPerMinute',
  reviewSampling: 'sampling.reviewResult',
  chatLocation: 'chat.location',
  modelTitles: 'chat.modelTitles',
  approval: 'tools.approval',
  conversationAge: 'conversations.maxAgeDays',
  conversationNumber: 'conversations.maxNumber',
  historyAge: 'history.maxAgeDays',
  historySize: 'history.maxSizeMB',
  recordMessages: 'messages.record',
} as const;
