/** A JSON-RPC message, or a note on the connection. Secrets are redacted. */
export interface WireRow {
  readonly seq: number;
  readonly at: number;
  readonly from: 'patchbay' | 'server';
  readonly kind: 'request' | 'result' | 'error' | 'notification' | 'note';
  /** Of an answer the method of its request, if known; of a note its text. */
  readonly method: string;
  /** The tool, prompt or resource of a request; the message of an error. */
  readonly about?: string;
  readonly id?: string | number;
  /** The other half of request and answer; of a progress or cancellation the request. */
  readonly pair?: number;
  /** Of the answer, in ms; on both halves. */
  readonly ms?: number;
  /** In characters of JSON. */
  readonly size: number;
  readonly text: string;
  readonly isCut: boolean;
}

export interface WireLoss {
  readonly messages: number;
  readonly characters: number;
}

export interface WireStatus {
  readonly recording: boolean;
  readonly lost: WireLoss;
  readonly first: number;
}
