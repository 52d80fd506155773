/** The words host and webview share: types, and what a patch means, and how numbers are written. */
export type * from './approval.ts';
export { describeReason } from './approvalReason.ts';
export * from './changes.ts';
export type * from './composer.ts';
export type * from './content.ts';
export type * from './conversations.ts';
export {
  hiddenPieces,
  showHidden,
  withoutHidden,
  type Strictness,
  type TextPiece,
} from './hiddenCharacters.ts';
export type * from './history.ts';
export { isJson } from './json.ts';
export { dateLocale, locale } from './locale.ts';
export type * from './messages.ts';
export type * from './offer.ts';
export { patchItem, type ItemPatch } from './patchItem.ts';
export { explainProxyProblem, proxyProblem, type ProxyProblem } from './proxyProblem.ts';
export type * from './question.ts';
export { Redactor } from './redactor.ts';
export { isSecretName } from './secretNames.ts';
export type * from './serverPage.ts';
export type * from './transcript.ts';
export type * from './wire.ts';
