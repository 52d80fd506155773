/** What all servers of a manager share. */
import type { Implementation } from '@modelcontextprotocol/client';
import type { Doorkeepers } from './admission/admission.ts';
import type { Clock } from '../base/common/clock.ts';
import type { Interaction } from './questions/interaction.ts';
import type { Authorization } from './oauth/authorization.ts';
import type { ServerLog, ServerMemory, Variables, Workspace } from './ports.ts';
import type { LoginShell } from './process/loginShell.ts';
import type { Reaper } from '../base/node/reaper.ts';

/** Handed to each `Server`. */
export interface ServerContext extends Doorkeepers {
  readonly client: Implementation;
  readonly workspace: Workspace;
  readonly memory: ServerMemory;
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
