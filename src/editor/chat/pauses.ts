import type { Transcript } from '../../agent/index.ts';
import type { PauseDecision, PauseState, ReachedLimit, TurnSoFar } from '../../protocol/index.ts';

interface PausesHost {
  readonly transcript: Transcript;
  needsUser(): void;
  counted(decision: Promise<boolean>): Promise<boolean>;
  /** Stops the turn that waits. */
  stop(): void;
}

/** Asks the user at the limits of a conversation's turns, each time by an item of the transcript. */
export class Pauses {
  private readonly host: PausesHost;
  private readonly open = new Map<string, (status: PauseState['status']) => void>();
  private stepsAreUnlimited = false;

  constructor(host: PausesHost) {
    this.host = host;
  }

  /** Resolves with whether the turn goes on: with false, too, when the signal aborts. */
  ask(reached: ReachedLimit, soFar: TurnSoFar, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (reached.kind === 'steps' && this.stepsAreUnlimited) return Promise.resolve(true);
    const { transcript } = this.host;
    const decision = new Promise<boolean>((resolve) => {
      const id = transcript.addPause(reached, soFar);
      const close = (status: PauseState['status']): void => {
        if (!this.open.delete(id)) return;
        signal.removeEventListener('abort', withdraw);
        transcript.changePause(id, { status });
        resolve(status === 'continued' || status === 'alwaysContinued');
      };
      const withdraw = (): void => close('withdrawn');
      this.open.set(id, close);
      signal.addEventListener('abort', withdraw, { once: true });
    });
    this.host.needsUser();
    return this.host.counted(decision);
  }

  /** Does nothing if the pause is over. `always` holds for limits of steps only. */
  decide(id: string, decision: PauseDecision): void {
    const close = this.open.get(id);
    const item = this.host.transcript.item(id);
    if (!close || item?.kind !== 'pause') return;
    if (decision === 'stop') {
      close('stopped');
      return this.host.stop();
    }
    const isAlways = decision === 'always' && item.reached.kind === 'steps';
    if (isAlways) this.stepsAreUnlimited = true;
    close(isAlways ? 'alwaysContinued' : 'continued');
  }
}
