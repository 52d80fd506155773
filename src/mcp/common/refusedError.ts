/** The error of a server that may not be started, because the machine's policy or the user has not allowed it. */
import { ExplainedError } from '../../base/common/message.ts';

export class RefusedError extends ExplainedError {
  override readonly name = 'RefusedError';
  readonly reason: 'policy' | 'unconfirmed' | 'denied' | 'env-file';
  constructor(reason: RefusedError['reason'], explanation: ConstructorParameters<typeof ExplainedError>[0]) {
    super(explanation);
    this.reason = reason;
  }
}
