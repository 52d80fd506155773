/** Which inputs a server's variables mean: those of whoever defines the server come first. */
import type { InputEntry } from '../settings/inputs.ts';
import { readInputs, readServersOf } from '../settings/settings.ts';
import type { Confirmations } from './confirmations.ts';
import type { LinkedServers } from './linkedServers.ts';

/**
 * The inputs for a server, the later ones before the earlier. A server of the user's knows the user's alone: a
 * workspace must not answer in their place. Without a name, all there are.
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
