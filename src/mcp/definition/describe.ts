/** A definition as text for views and logs, and as a fingerprint. */
import type { ServerDefinition } from './definition.ts';
import { sha256 } from '../../base/node/hash.ts';

/** What a launch runs or where it connects, for views and logs: no environment, no headers. */
export function describeLaunch({ launch }: ServerDefinition): string {
  return launch.kind === 'stdio' ? [launch.command, ...launch.args].join(' ') : launch.url;
}

/**
 * Changes when the definition does, and gives nothing of it away: it is stored where secrets must not be. Whole: of a
 * part of a digest, whoever writes a workspace could find two definitions that have it in common.
 */
export function fingerprint(definition: ServerDefinition): string {
  return sha256(JSON.stringify(definition));
}
