// These functions are not in definition.ts, because activation needs them and not the schemas.
import type { ServerDefinition } from './definition.ts';
import { sha256 } from '../../base/node/hash.ts';

export function describeLaunch({ launch }: ServerDefinition): string {
  return launch.kind === 'stdio' ? [launch.command, ...launch.args].join(' ') : launch.url;
}

/**
 * Returns a digest of a definition, because it is stored where secrets must not be. It is not shortened: a workspace
 * could find two definitions with the same part.
 */
export function fingerprint(definition: ServerDefinition): string {
  return sha256(JSON.stringify(definition));
}
