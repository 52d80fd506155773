import type { InputEntry } from '../settings/inputs.ts';
import { readInputs, readServersOf } from '../settings/settings.ts';
import type { Confirmations } from './confirmations.ts';
import type { LinkedServers } from './linkedServers.ts';

/**
 * The inputs that a server's variables may use, later ones first; all without a name. A server of the user gets only
 * the user's inputs: a workspace must not answer for them.
 */
export function inputsFor(
  server: string | undefined,
  confirmations: Pick<Confirmations, 'isOfWorkspace'>,
  linked: Pick<LinkedServers, 'inputs' | 'fileOf'>,
): readonly InputEntry[] {
  const all = readInputs();
  if (server === undefined) return [...linked.inputs, ...all];
  const ofUser = all.filter(({ scope }) => scope === undefined);
  if (!confirmations.isOfWorkspace(server)) return ofUser;
  if (Object.hasOwn(readServersOf('workspace'), server)) return all;
  const file = linked.fileOf(server)?.toString();
  return [...ofUser, ...linked.inputs.filter(({ scope }) => scope === file)];
}
