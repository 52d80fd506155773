export const contextKeys = {
  turnRunning: 'A turn runs in one of the chats.',
  nothingSetUp: 'The servers view has nothing to show, as neither a server nor a model is set up.',
  serversFiltered: 'The servers view shows what matches a filter.',
  modelChosen: 'There is a model to ask.',
  serverConnected: 'A server is connected.',
  waitingChanges: 'Diffs of calls that wait for approval, by the URIs of their proposed texts.',
  toolCalled: 'A tool was called since the window opened.',
} as const;

export function contextKey(name: keyof typeof contextKeys): string {
  return `patchbay.${name}`;
}
