export const contextKeys = {
  turnRunning: 'A turn runs in one of the chats.',
  nothingSetUp: 'The servers view has nothing to show, as neither a server nor a model is set up.',
  serversFiltered: 'The servers view shows what matches a filter.',
  modelChosen: 'There is a model to ask.',
  serverConnected: 'A server is connected.',
  waitingChanges: 'Diffs of calls that wait for approval, by the URIs of their proposed texts.',
  toolCalled: 'A tool was called since the window opened.',
  hasServers: 'There is a server, valid or not.',
  severalServers: 'There are several servers, which have an order.',
  serverDown: 'A server is disconnected or has an error.',
  serverUp: 'A server is connected, or is being connected.',
  serverFailed: 'A server has an error.',
  serverEnabled: 'A server is enabled.',
  serverDisabled: 'A server is disabled.',
  serverNeedsSignIn: 'A server waits for a sign-in.',
  remoteServer: 'There is a server with a URL.',
  serverToReview: 'The workspace or another extension defines a server, which the user reviews.',
  toolToReview: 'A custom tool of the workspace waits for a review.',
  serverTools: 'A server has tools.',
  resourcesOffered: 'A connected server has resources.',
  toolSetUsed: 'The conversation that is shown uses a tool set.',
  chatEmpty: 'The conversation that is shown has no messages. Not set until one is open.',
} as const;

export function contextKey(name: keyof typeof contextKeys): string {
  return `patchbay.${name}`;
}
