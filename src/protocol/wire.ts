/** A JSON-RPC message, or a note on the connection. Secrets are redacted. */
export interface WireRow {
  readonly seq: number;
  readonly at: number;
  readonly from: 'patchbay' | 'server';
  readonly kind: 'request' | 'result' | 'error' | 'notification' | 'note';
  /** Method of a request or notification, of an answer's request if known, or the text of a note. */
  readonly method: string;
  /** The tool, prompt or resource of a request, or the message of an error. */
  readonly about?: string | undefined;
  readonly id?: string | number | undefined;
  /** `seq` of the other half of request and answer, or of the request of a progress or cancellation. */
  readonly pair?: number | undefined;
  /** Time in ms until the answer, on both halves. */
  readonly ms?: number | undefined;
  /** Size in characters of JSON. */
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
