import type { StartChecks } from '../startPolicy/startPolicy.ts';
import type { Authorization } from '../oauth/authorization.ts';
import type { Clock } from '../../base/common/clock.ts';
import type { ProcessTrace } from '../process/processTrace.ts';
import type { Authorizer } from '../oauth/oauth.ts';
import type { SavedDiscovery } from '../catalog/savedServer.ts';
import type { LoginShell } from '../process/loginShell.ts';
import type { Reaper } from '../../base/node/reaper.ts';
import type { WireRecorder } from '../wire/recorder.ts';
import type { Implementation } from '@modelcontextprotocol/client';
import type { Interaction } from '../questions/interaction.ts';
import type { ServerLog, Variables, Workspace } from '../common/ports.ts';
import type { ValueRedactor } from '../definition/valueRedactor.ts';
import type { StartLimit } from './startLimit.ts';
import type { ServerStorage } from '../catalog/savedServer.ts';

export interface ServerContext extends StartChecks {
  readonly client: Implementation;
  readonly workspace: Workspace;
  readonly memory: ServerStorage;
  /** The source of `${input:…}` and `${secret:…}`, which have no value if it is absent. */
  readonly variables?: Variables;
  /** The embedder's own folder, for definitions of servers that come with it. */
  readonly installFolder?: string;
  readonly reaper: Reaper;
  readonly loginShell: LoginShell;
  /** The means to ask the user. If it is absent, servers are told that they cannot ask. */
  readonly interaction?: Interaction;
  /** The means to sign in. If it is absent, a server that wants a sign-in is in error. */
  readonly authorization?: Authorization | undefined;
  readonly openLog: (server: string) => ServerLog;
  /** Returns true if messages are recorded from the start, not only once they are first looked at. */
  readonly recordsMessages?: () => boolean;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onChange: (server: string) => void;
}

export interface ConnectionContext extends ServerContext {
  readonly log: ServerLog;
  readonly wire: WireRecorder;
  readonly redactor: ValueRedactor;
  /** The era that the server spoke last time, so that it is not probed again. */
  readonly knownEra: 'legacy' | 'modern' | undefined;
  /** A modern server's answer to `server/discover` that is still valid, so that the server is not asked again. */
  readonly knownDiscovery?: SavedDiscovery | undefined;
  /** Signs in to a URL. Set by `openConnection`. */
  readonly authorizer?: Authorizer | undefined;
  readonly startLimit?: StartLimit;
  /** Called while a launcher such as npx installs the server, with the last line of its output. */
  readonly onInstalling: (output: string) => void;
  readonly onListChanged: () => void;
  readonly onResourceUpdated: (uri: string) => void;
  readonly onClose: () => void;
  /** Called for errors of a URL's transport outside of requests, once the connection is up. */
  readonly onTrouble: (error: Error) => void;
}

export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly trace: ProcessTrace | undefined;
  /** True if the handshake had succeeded before the error. */
  readonly isInitialized: boolean;
  constructor(cause: unknown, trace: ProcessTrace | undefined, isInitialized = false) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.trace = trace;
    this.isInitialized = isInitialized;
  }
}
