/** Servers in words, for views and logs, and a definition as a fingerprint. */
import type { Catalog } from './catalog/catalog.ts';
import type { ServerDefinition } from './definition/definition.ts';
import { sha256 } from '../base/node/hash.ts';
import type { Retry } from './staying/recovery.ts';

/** What a launch runs or where it connects, for views and logs: no environment, no headers. */
export function describeLaunch({ launch }: ServerDefinition): string {
  return launch.kind === 'stdio' ? [launch.command, ...launch.args].join(' ') : launch.url;
}

/** What a log says of a new connection: time taken in ms, version, capabilities, instructions. */
export function describeConnection(catalog: Catalog, setupMs: number): string {
  const { server, protocolVersion, tools, instructions } = catalog;
  const capabilities = Object.keys(catalog.capabilities).join(', ') || 'none';
  return [
    `Connected in ${Math.round(setupMs)} ms: ${server?.name ?? 'unnamed'} ${server?.version ?? ''}, protocol ${protocolVersion}, ${tools.length} tools.`,
    `Capabilities: ${capabilities}`,
    ...(instructions === undefined ? [] : [`Instructions: ${instructions}`]),
  ].join('\n');
}

/** What a log says of a start to come, at `now` (ms since the epoch). */
export function describeRetry({ attempt, at }: Retry, now: number): string {
  return `Attempt ${attempt} to start it again in ${Math.round((at - now) / 100) / 10} s.`;
}

/**
 * Changes when the definition does, and gives nothing of it away: it is stored where secrets must not be. Whole: of a
 * part of a digest, whoever writes a workspace could find two definitions that have it in common.
 */
export function fingerprint(definition: ServerDefinition): string {
  return sha256(JSON.stringify(definition));
}
