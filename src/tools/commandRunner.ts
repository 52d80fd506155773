/** Starts commands in the shell. */
import { BoundedProcesses } from './boundedProcesses.ts';
import type { CommandResult } from './commandOutput.ts';
import { RunningCommand, type CommandStart } from './runningCommand.ts';

export interface CommandRequest extends Omit<CommandStart, 'takesInput'> {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export class CommandRunner {
  private readonly processes = new BoundedProcesses();

  /** Starts a command. It ends by itself, by `stop`, or at the limit that `limit` sets. */
  start(request: CommandStart): RunningCommand {
    return new RunningCommand(request, this.processes);
  }

  /**
   * Runs a command. A command that fails is a result. @throws the signal's reason if aborted, an error if there is no
   * shell
   */
  async run({ timeoutMs, signal, ...request }: CommandRequest): Promise<CommandResult> {
    signal.throwIfAborted();
    const command = this.start({ ...request, takesInput: false });
    command.limit(timeoutMs);
    const stop = (): void => command.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const result = await command.ended;
      signal.throwIfAborted();
      return result;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  dispose(): void {
    this.processes.dispose();
  }
}
