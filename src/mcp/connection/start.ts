import type { ServerContext } from './context.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { expandDefinition } from '../definition/expansion.ts';
import { openConnection } from './attempt.ts';
import { LiveConnection } from './liveConnection.ts';
import { stillValid } from '../catalog/offer.ts';
import type { ServerLog } from '../common/ports.ts';
import type { SavedServer } from '../catalog/savedServer.ts';
import { knownEra } from '../catalog/savedServer.ts';
import type { ValueMask } from '../definition/valueMask.ts';
import { redactLiterals } from '../definition/valueMask.ts';
import type { WireRecorder } from '../wire/recorder.ts';

export interface ConnectionStart extends Omit<ServerContext, 'onChange' | 'openLog'> {
  readonly mask: ValueMask;
  readonly log: ServerLog;
  readonly wire: WireRecorder;
  /** Read after the variables are expanded. */
  readonly remembered: () => SavedServer | undefined;
  /** Called once, before any other callback. `setupMs` leaves out the time that the user took to enter values. */
  readonly onUp: (live: LiveConnection, setupMs: number) => void;
  readonly onClose: (live: LiveConnection) => void;
  readonly onTrouble: (live: LiveConnection, error: Error) => void;
  readonly onResourceUpdated: (uri: string) => void;
  /** Also for changes while it came up. */
  readonly onListChanged: (live: LiveConnection) => void;
}

/** A connection that comes up after `signal` was aborted is closed. @throws VariableError, and like `openConnection` */
export async function startConnection(
  definition: ServerDefinition,
  attempt: ConnectionStart,
  signal: AbortSignal,
): Promise<void> {
  const { clock, mask } = attempt;
  let live: LiveConnection | undefined = undefined;
  let changedMeanwhile = false;
  redactLiterals(definition, mask);
  const expanded = await expandFor(definition, attempt, mask, signal);
  // After the user has entered values: that time is not the server's.
  const startedAt = performance.now();
  const remembered = attempt.remembered();
  const connection = await openConnection(
    expanded,
    {
      ...attempt,
      hide: (secret, shown) => mask.add(secret, shown, 'secret'),
      knownEra: knownEra(remembered, clock.now()),
      knownOffer: stillValid(remembered?.offer),
      onClose: () => live && attempt.onClose(live),
      onTrouble: (error) => live && attempt.onTrouble(live, error),
      onListChanged: () => {
        changedMeanwhile = true;
        if (live) attempt.onListChanged(live);
      },
    },
    signal,
  );
  if (signal.aborted) {
    await connection.close();
    return;
  }
  live = new LiveConnection(connection, clock);
  attempt.onUp(live, performance.now() - startedAt);
  if (changedMeanwhile) attempt.onListChanged(live);
}

export function expandFor(
  definition: ServerDefinition,
  { workspace, variables, installFolder }: Pick<ServerContext, 'workspace' | 'variables' | 'installFolder'>,
  mask: ValueMask,
  signal: AbortSignal,
): Promise<ServerDefinition> {
  const sources = {
    folders: workspace.folders(),
    installFolder,
    environment: process.env,
    variables,
    mask,
  };
  return expandDefinition(definition, sources, signal);
}
