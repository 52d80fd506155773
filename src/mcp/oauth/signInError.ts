/** That a server cannot be used before somebody signs in, as an error with the next step. */
import { ExplainedError } from '../../base/common/message.ts';

/** `needed`: nobody was there for it, or did not want to. `failed`: somebody tried. Holds no secrets. */
export class SignInError extends ExplainedError {
  override readonly name = 'SignInError';
  readonly kind: 'needed' | 'failed';

  constructor(kind: SignInError['kind'], explanation: ConstructorParameters<typeof ExplainedError>[0]) {
    super(explanation);
    this.kind = kind;
  }
}
