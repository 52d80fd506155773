/**
 * Asks the npm registry for advisories about the packages of a bill of materials. `npm audit` cannot say anything about
 * them: all packages are devDependencies, as they are bundled, and of those most never reach a user.
 */
import { isWithin } from './versionRange.ts';

/** An advisory that does not concern Patchbay, or cannot be helped yet. */
export interface Exception {
  /** The advisory's id, such as `GHSA-vh95-rmgr-6w4m`. */
  readonly advisory: string;
  readonly name: string;
  readonly reason: string;
  /** The last day on which it holds, such as `2026-12-31`: until then somebody has to look again. */
  readonly until: string;
}

export interface Finding {
  readonly advisory: string;
  readonly name: string;
  readonly versions: readonly string[];
  readonly severity: string;
  readonly title: string;
  readonly url: string;
}

/** `notAsked`: nothing is known, which is not the same as no advisory. */
export type Audit =
  | { readonly kind: 'asked'; readonly findings: readonly Finding[] }
  | { readonly kind: 'notAsked'; readonly why: string };

type Packages = ReadonlyMap<string, ReadonlySet<string>>;

const PATH = '-/npm/v1/security/advisories/bulk';
const LIMIT_MS = 30_000;
/** Has an advisory since 2020. A registry that does not name it has no advisories, whatever it answers. */
const CANARY = { name: 'minimist', version: '0.0.8' } as const;
/** A less severe advisory is printed and fails nothing. */
const failing = new Set(['moderate', 'high', 'critical']);

/** The npm packages of a CycloneDX document. @throws Error if there is none. */
export function packagesOf(sbom: string): Packages {
  const { components = [] } = JSON.parse(sbom) as { components?: readonly { readonly purl?: string }[] };
  const packages = new Map<string, Set<string>>();
  for (const { purl = '' } of components) {
    const [, name, version] = /^pkg:npm\/((?:%40[^/@]+\/)?[^/@]+)@(.+)$/.exec(purl) ?? [];
    if (name === undefined || version === undefined) throw new Error(`"${purl}" is no npm package.`);
    const versions = packages.get(decodeURIComponent(name)) ?? new Set();
    packages.set(decodeURIComponent(name), versions.add(version));
  }
  if (packages.size === 0) throw new Error('The bill of materials has no package.');
  return packages;
}

/** Never rejects. */
export async function audit(packages: Packages, registry: string): Promise<Audit> {
  const asked = new Map([...packages].map(([name, versions]) => [name, [...versions]]));
  asked.set(CANARY.name, [...(asked.get(CANARY.name) ?? []), CANARY.version]);
  let answer: unknown;
  try {
    const response = await fetch(new URL(PATH, registry.endsWith('/') ? registry : `${registry}/`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(asked)),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    if (!response.ok) return { kind: 'notAsked', why: `${registry} answers with HTTP ${response.status}` };
    answer = await response.json();
  } catch (error) {
    const { message, cause } = error as Error;
    return { kind: 'notAsked', why: `${registry}: ${cause instanceof Error ? cause.message : message}` };
  }
  if (typeof answer !== 'object' || answer === null)
    return { kind: 'notAsked', why: `${registry} gives no list of advisories` };
  const found = Object.entries(answer).flatMap(([name, list]) =>
    Array.isArray(list) ? list.map((each) => findingOf(name, each as Fields, asked.get(name) ?? [])) : [],
  );
  const isCanary = ({ name, versions }: Finding): boolean =>
    name === CANARY.name && versions.includes(CANARY.version);
  if (!found.some(isCanary))
    return {
      kind: 'notAsked',
      why: `${registry} has no advisories: it names none about ${CANARY.name} ${CANARY.version}`,
    };
  const findings = found.flatMap((finding) => {
    const versions = finding.versions.filter((version) => packages.get(finding.name)?.has(version));
    return versions.length > 0 ? [{ ...finding, versions }] : [];
  });
  return { kind: 'asked', findings };
}

type Fields = Readonly<Record<string, unknown>>;

/** Makes a finding with the versions that the advisory concerns. */
function findingOf(
  name: string,
  { id, url, title, severity, vulnerable_versions: range }: Fields,
  all: readonly string[],
): Finding {
  const address = typeof url === 'string' ? url : '';
  return {
    advisory: /GHSA(?:-[\w]{4}){3}/.exec(address)?.[0] ?? String(id),
    name,
    versions: typeof range === 'string' ? all.filter((version) => isWithin(version, range)) : all,
    severity: typeof severity === 'string' ? severity : 'critical',
    title: typeof title === 'string' ? title : '',
    url: address,
  };
}

/** Lines to print, and what is wrong. `today`: such as `2026-11-28`. */
export function report(
  findings: readonly Finding[],
  exceptions: readonly Exception[],
  today: string,
): { readonly notes: readonly string[]; readonly problems: readonly string[] } {
  const notes: string[] = [];
  const problems: string[] = [];
  for (const finding of findings) {
    const { advisory, name, versions, severity, title, url } = finding;
    const line = `${name} ${versions.join(', ')}: ${severity}: ${title} (${advisory}, ${url})`;
    const exception = exceptions.find((each) => each.advisory === advisory && each.name === name);
    if (!exception) (failing.has(severity) ? problems : notes).push(line);
    else if (exception.until < today) problems.push(`${line}; its exception ended on ${exception.until}`);
    else notes.push(`${line}; excepted until ${exception.until}: ${exception.reason}`);
  }
  for (const { advisory, name } of exceptions)
    if (!findings.some((each) => each.advisory === advisory && each.name === name))
      problems.push(
        `${advisory} is excepted for ${name}, and no longer concerns it: remove it from scripts/release/exceptions.ts`,
      );
  return { notes, problems };
}
