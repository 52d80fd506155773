/** A server that may not be started, because the machine's policy or the user has not allowed it. */
import { ExplainedError, type Words } from '../spoken.ts';

export class RefusedError extends ExplainedError {
  override readonly name = 'RefusedError';
  readonly reason: 'policy' | 'unconfirmed' | 'env-file';
  constructor(reason: RefusedError['reason'], words: () => Words) {
    super(words);
    this.reason = reason;
  }
}
