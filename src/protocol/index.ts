/** The words host and webview share: types, and what a patch means, and how numbers are written. */
export type * from './approval.ts';
export { describeReason } from './approvalReason.ts';
export * from './changes.ts';
export type * from './composer.ts';
export type * from './content.ts';
export type * from './conversations.ts';
export type * from './history.ts';
export type * from './messages.ts';
export type * from './offer.ts';
export { patchItem, type ItemPatch } from './patchItem.ts';
export { explainProxyProblem, proxyProblem, type ProxyProblem } from './proxyProblem.ts';
export type * from './question.ts';
export type * from './serverPage.ts';
export type * from './transcript.ts';
export type * from './wire.ts';
