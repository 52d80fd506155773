/**
 * An address that a change puts into a file is a way out: a program that opens the file, or a person who follows it,
 * sends what is in the address. After a secret was read, the data-flow guard asks about each (decision 045).
 */
import { t } from '@vscode/l10n';
import { isRecord } from '../../base/common/guards.ts';
import { truncate } from '../../base/common/text.ts';
import type { DataMark } from '../../protocol/index.ts';
import { addedAddresses, type Destination } from '../../tools/index.ts';
import type { PlannedChange } from './fileNeeds.ts';
import { locate } from './paths.ts';
import type { Place } from './protection.ts';

type Arguments = Readonly<Record<string, unknown>>;

const MAX_SHOWN = 300;

/**
 * Addresses that a permission was decided for, by the call's arguments: these are all that its approval and its run
 * have in common.
 */
const decided = new WeakMap<Arguments, ReadonlySet<string>>();

/**
 * Returns the destination of the first address that a change adds. Undefined if the conversation holds no secret or the
 * change adds no address.
 */
export async function destinationOfChange(
  args: Arguments,
  held: readonly DataMark[],
  plan: (place: Place) => Promise<PlannedChange>,
): Promise<Destination | undefined> {
  const { path } = args;
  if (typeof path !== 'string' || !held.some(({ kind }) => kind === 'secret')) return undefined;
  const change = await locate(path)
    .then(plan)
    // The passage to replace may be there when it is the call's turn, so the texts of the call are looked at.
    .catch(() => ({ before: '', after: textsOf(args) }));
  const added = addedAddresses(change.before ?? '', change.after);
  decided.set(args, new Set(added));
  const [first] = added;
  if (first === undefined) return undefined;
  const label = t('{0}, an address that the change adds to {1}', truncate(first, MAX_SHOWN), path);
  return { source: path, label, isRemote: false };
}

/**
 * Returns whether the change, with the file as it is now, adds an address that was not known when its permission was
 * decided.
 */
export function addsOtherAddresses(args: Arguments, { before = '', after }: PlannedChange): boolean {
  const known = decided.get(args);
  return known !== undefined && addedAddresses(before, after).some((address) => !known.has(address));
}

function textsOf({ newText, content, edits }: Arguments): string {
  const several = Array.isArray(edits) ? edits.map((edit: unknown) => isRecord(edit) && edit['newText']) : [];
  return [newText, content, ...several].filter((text) => typeof text === 'string').join('\n');
}
