/** The words host and webview share: types, and what a patch means, and how numbers are written. */
export * from './changes.ts';
export type * from './composer.ts';
export type * from './content.ts';
export type * from './conversations.ts';
export type * from './history.ts';
export { isJson } from './json.ts';
export { dateLocale, locale } from './locale.ts';
export type * from './messages.ts';
export type * from './offer.ts';
export { patchItem, type ItemPatch } from './patchItem.ts';
export type * from './question.ts';
export type * from './serverPage.ts';
export type * from './transcript.ts';
export type * from './wire.ts';
