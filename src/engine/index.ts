export { ServersAndTools, type ToolOptions } from './serversAndTools.ts';
export { ToolViews, type ToolOfferState } from './toolViews.ts';
export { maxToolTokens, Turns, type ManualCall, type TurnRequest } from './turns.ts';
