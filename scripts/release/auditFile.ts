import { execFileSync } from 'node:child_process';
import { npmCommand } from '../npm.ts';
import { audit, packagesOf, report } from './audit.ts';
import { exceptions } from './exceptions.ts';

export interface AuditOutcome {
  /** Lines that are printed in any case. */
  readonly lines: readonly string[];
  readonly problems: readonly string[];
  /** Why nothing is known. */
  readonly why?: string;
}

/** Audits a bill of materials. `registry` is the one that npm is configured for, if absent. */
export async function auditFile(
  sbom: string,
  { registry = configuredRegistry(), today = new Date().toISOString().slice(0, 10) } = {},
): Promise<AuditOutcome> {
  const packages = packagesOf(sbom);
  const outcome = await audit(packages, registry);
  if (outcome.kind === 'notAsked')
    return {
      lines: [`NOT AUDITED: the advisories could not be asked for (${outcome.why}).`],
      problems: [],
      why: outcome.why,
    };
  const { notes, problems } = report(outcome.findings, exceptions, today);
  const sum = `${packages.size} packages audited at ${registry}, ${problems.length} problems`;
  return { lines: [...notes, sum], problems };
}

function configuredRegistry(): string {
  const [program, ...args] = npmCommand(['config', 'get', 'registry']);
  return execFileSync(program, args, { encoding: 'utf8' }).trim();
}
