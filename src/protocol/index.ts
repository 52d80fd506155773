/** The words host and webview share. Types only: this room has no code and imports nothing. */
export type * from './content.ts';
export type * from './history.ts';
export type * from './messages.ts';
export type * from './offer.ts';
export type * from './question.ts';
export type * from './serverPage.ts';
export type * from './transcript.ts';
export type * from './wire.ts';
