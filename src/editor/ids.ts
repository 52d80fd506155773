/** The names under which the editor knows Patchbay's parts. A test checks them against package.json. */

export const commands = {
  connect: 'patchbay.connect',
  disconnect: 'patchbay.disconnect',
  reconnect: 'patchbay.reconnect',
  connectAll: 'patchbay.connectAll',
  reconnectAll: 'patchbay.reconnectAll',
  disconnectAll: 'patchbay.disconnectAll',
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
  browseResources: 'patchbay.browseResources',
  attachResource: 'patchbay.attachResource',
  runPrompt: 'patchbay.runPrompt',
  showHistory: 'patchbay.showHistory',
  deleteHistory: 'patchbay.deleteHistory',
  stop: 'patchbay.stop',
  setApiKey: 'patchbay.setApiKey',
  selectModel: 'patchbay.selectModel',
} as const;

export const views = {
  servers: 'patchbay.servers',
  chat: 'patchbay.chat',
  /** The same chat, for whoever wants it in the primary side bar. */
  chatInActivityBar: 'patchbay.chatInActivityBar',
} as const;

export const panels = { chat: 'patchbay.chatPanel', history: 'patchbay.historyPanel' } as const;

export const contextKeys = { turnRunning: 'patchbay.turnRunning' } as const;

/** Settings, without the `patchbay.` in front. */
export const settings = {
  servers: 'servers',
  inputs: 'inputs',
  clientMetadataUrl: 'oauth.clientMetadataUrl',
  serverGrace: 'serverGrace',
  maxIterations: 'maxIterations',
  baseUrl: 'model.baseUrl',
  model: 'model.name',
  toolCalling: 'model.toolCalling',
  contextWindow: 'model.contextWindow',
  profile: 'model.profile',
  profiles: 'model.profiles',
  localPorts: 'model.localPorts',
  maxResultTokens: 'maxResultTokens',
  samplingPerMinute: 'sampling.maxPerMinute',
  reviewSampling: 'sampling.reviewResult',
  chatLocation: 'chat.location',
  modelTitles: 'chat.modelTitles',
  approval: 'tools.approval',
  historyAge: 'history.maxAgeDays',
  historySize: 'history.maxSizeMB',
} as const;
