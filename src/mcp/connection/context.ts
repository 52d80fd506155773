/** What a launch is given, and how it says that it failed. */
import type { StartChecks } from '../startPolicy/startPolicy.ts';
import type { Authorization } from '../oauth/authorization.ts';
import type { ClientContext } from './client.ts';
import type { Clock } from '../../base/common/clock.ts';
import type { ProcessTrace } from '../process/processTrace.ts';
import type { Authorizer } from '../oauth/oauth.ts';
import type { Offer } from '../catalog/offer.ts';
import type { LoginShell } from '../process/loginShell.ts';
import type { Reaper } from '../../base/node/reaper.ts';
import type { WireRecorder } from '../wire/recorder.ts';
import type { Implementation } from '@modelcontextprotocol/client';
import type { Interaction } from '../questions/interaction.ts';
import type { ServerLog, Variables, Workspace } from '../common/ports.ts';
import type { ServerStorage } from '../catalog/savedServer.ts';

/** What a launch needs beyond the definition. */
export interface ConnectionContext
  extends ClientContext, Pick<StartChecks, 'policy' | 'isOfWorkspace' | 'unconfirmedFile'> {
  readonly reaper: Reaper;
  readonly loginShell: LoginShell;
  readonly clock: Clock;
  /** Gives numbers from 0 to 1. */
  readonly random: () => number;
  /** The era the server spoke last time, so that asking is not paid for again. */
  readonly knownEra: 'legacy' | 'modern' | undefined;
  /** What a server of the modern era said of itself, while that still holds: it is not asked again. */
  readonly knownOffer?: Offer | undefined;
  /** How to sign in to remote servers; without it, one that wants that is in error. */
  readonly authorization?: Authorization | undefined;
  readonly wire: WireRecorder;
  /** Has `shown` written wherever the secret would be shown. */
  readonly hide: (secret: string, shown: string) => void;
  /** Called once when the connection has ended, for whatever reason, after it was up. */
  readonly onClose: () => void;
  /** Called for what the transport to a URL reports on the side, once the connection is up. */
  readonly onTrouble: (error: Error) => void;
}

/** A launch with what signs it in. */
export interface AttemptContext extends ConnectionContext {
  readonly authorizer: Authorizer | undefined;
}

/** An error of a launch, together with what is known of the process that failed. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly trace: ProcessTrace | undefined;
  constructor(cause: unknown, trace: ProcessTrace | undefined) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.trace = trace;
  }
}

/** Handed to each `Server`. */
export interface ServerContext extends StartChecks {
  readonly client: Implementation;
  readonly workspace: Workspace;
  readonly memory: ServerStorage;
  readonly variables?: Variables;
  /** The folder that the embedder is installed in, for definitions of servers that come with it. */
  readonly installFolder?: string;
  readonly reaper: Reaper;
  readonly loginShell: LoginShell;
  readonly interaction?: Interaction;
  readonly authorization?: Authorization;
  readonly openLog: (server: string) => ServerLog;
  /** Whether messages are recorded from the start, and not only when somebody first looks. */
  readonly recordsMessages?: () => boolean;
  readonly clock: Clock;
  /** Gives numbers from 0 to 1. */
  readonly random: () => number;
  /** Called after every change of a server's state, catalog or definition. */
  readonly onChange: (server: string) => void;
}
