/** The messages between Patchbay and a server as the wire inspector shows them (features.md, A16). */

/** One JSON-RPC message, or a note on the connection itself. Secrets are masked by the time it is here. */
export interface WireRow {
  /** Its number: later messages have higher ones. */
  readonly seq: number;
  /** In ms since the epoch. */
  readonly at: number;
  readonly from: 'patchbay' | 'server';
  readonly kind: 'request' | 'result' | 'error' | 'notification' | 'note';
  /** The method; of an answer that of its request, if that is known; of a note what happened. */
  readonly method: string;
  /** What a request is about: the tool, the prompt, the resource; of an error what it says. */
  readonly about?: string;
  readonly id?: string | number;
  /** The number of the other half of request and answer; of a progress or a cancellation that of the request. */
  readonly pair?: number;
  /** How long the answer took, in ms; on both halves. */
  readonly ms?: number;
  /** How long the message is, in characters of JSON. */
  readonly size: number;
  /** The message as JSON, or its beginning if it is long. */
  readonly text: string;
  readonly isCut: boolean;
}

/** What no longer fitted into the record: the oldest messages go first. */
export interface WireLoss {
  readonly messages: number;
  readonly characters: number;
}

/** Where a recording stands. */
export interface WireStatus {
  readonly recording: boolean;
  readonly lost: WireLoss;
  /** The number of the oldest message that is kept. */
  readonly first: number;
}
