/** Most characters of a line that the user types into a command. */
export const MAX_COMMAND_INPUT = 10_000;

/** A command that runs, as pages show it. */
export interface CommandView {
  /** Id of the call that has started it. */
  readonly id: string;
  readonly command: string;
  /** Last line of its output as plain text; empty if there is none. */
  readonly line: string;
  readonly startedAt: number;
  /** The turn does not wait for it. */
  readonly isBackground: boolean;
  /** Absent unless it waits for input. `prompt` is empty if it has not said for what. */
  readonly wait?: { readonly prompt: string; readonly isSecret: boolean } | undefined;
}
