import { launcherOf } from '../definition/launcher.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { InstallTimeout, SetupTimeout } from '../failures/explain.ts';
import { INSTALL_LIMIT_MS } from '../failures/protocol.ts';
import { plainLine } from '../process/processTrace.ts';
import type { Clock } from '../../base/common/clock.ts';

/** The time in ms after which a launcher whose server has not written anything is said to install it. */
const SHOWN_AFTER_MS = 5_000;
/** The time in ms within which lines of output are collected and shown at once. */
const COLLECT_MS = 500;

/** `onInstalling` gets the last line of the launcher's output; `abort` is called when the time is over. */
export interface StartLimitEvents {
  readonly onInstalling: (output: string) => void;
  readonly abort: (reason: Error) => void;
}

/**
 * Returns the time limit in ms for a request of the handshake. A launcher's server gets the requests only when it is
 * installed, so the time of the installation is added.
 */
export function requestLimit({ launch, setupTimeout }: ServerDefinition): number {
  return launcherOf(launch) === undefined ? setupTimeout : INSTALL_LIMIT_MS + setupTimeout;
}

/** Limits the time of a start. The limit of a definition does not count while a launcher installs the server. */
export class StartLimit {
  private readonly definition: ServerDefinition;
  private readonly clock: Clock;
  private readonly events: StartLimitEvents;
  private cancelLimit: () => void = () => undefined;
  private cancelReport: (() => void) | undefined;
  private isInstalling: boolean;
  private isShown = false;
  private output = '';

  constructor(definition: ServerDefinition, clock: Clock, events: StartLimitEvents) {
    this.definition = definition;
    this.clock = clock;
    this.events = events;
    this.isInstalling = launcherOf(definition.launch) !== undefined;
    if (this.isInstalling) {
      this.cancelLimit = clock.after(Math.max(INSTALL_LIMIT_MS, definition.setupTimeout), () =>
        events.abort(new InstallTimeout()),
      );
      this.reportAfter(SHOWN_AFTER_MS);
    } else this.limitSetup();
  }

  logged(line: string): void {
    this.output = plainLine(line) || this.output;
    if (this.isShown) this.reportAfter(COLLECT_MS);
  }

  /** Ends the time of installation. A launcher writes to stderr, so that output on stdout is the server's. */
  wroteOutput(): void {
    if (!this.isInstalling) return;
    this.dispose();
    this.isInstalling = false;
    this.limitSetup();
  }

  dispose(): void {
    this.cancelLimit();
    this.cancelReport?.();
    this.cancelReport = undefined;
    this.isShown = false;
  }

  private limitSetup(): void {
    this.cancelLimit = this.clock.after(this.definition.setupTimeout, () =>
      this.events.abort(new SetupTimeout()),
    );
  }

  private reportAfter(ms: number): void {
    this.cancelReport ??= this.clock.after(ms, () => {
      this.cancelReport = undefined;
      this.isShown = true;
      this.events.onInstalling(this.output);
    });
  }
}
