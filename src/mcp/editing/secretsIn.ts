import { isRecord } from '../../base/common/guards.ts';
import type { RawEntry } from './serversText.ts';
import { mapTexts } from './foreignVariables.ts';

export interface FoundSecret {
  readonly path: readonly [string, string | number];
  readonly name: string;
  readonly value: string;
}

const tellingName =
  /(token|api[-_]?key|secret|passw(or)?d|credential|authorization|private[-_]?key|access[-_]?key|\bpat\b|_pat$|_key$)/i;
const tellingValue =
  /^(sk-|pk_|rk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abps]-|AKIA|AIza|ya29\.|eyJ[\w-]+\.eyJ|figd_|ntn_|hf_|lin_api_)/;
const tellingFlag = /^--?([\w-]*(?:token|key|secret|password)[\w-]*)(?:=(.+))?$/i;

export function secretsIn(name: string, entry: RawEntry): FoundSecret[] {
  const named = (field: 'env' | 'headers'): FoundSecret[] =>
    Object.entries(isRecord(entry[field]) ? entry[field] : {}).flatMap(([key, value]) => {
      if (typeof value !== 'string') return [];
      const secret = value.replace(/^(Bearer|Basic|Token)\s+/i, '');
      return isPlain(secret) && (tellingName.test(key) || tellingValue.test(secret))
        ? [{ path: [field, key], name: `${name}-${key}`, value: secret }]
        : [];
    });
  const args = Array.isArray(entry['args']) ? (entry['args'] as readonly unknown[]) : [];
  const argued = args.flatMap((arg, index): FoundSecret[] => {
    if (typeof arg !== 'string') return [];
    const [, flag, inline] = tellingFlag.exec(arg) ?? [];
    const next = args[index + 1];
    if (flag !== undefined && inline !== undefined && isPlain(inline))
      return [{ path: ['args', index], name: `${name}-${flag}`, value: inline }];
    if (
      flag !== undefined &&
      inline === undefined &&
      typeof next === 'string' &&
      isPlain(next) &&
      !next.startsWith('-')
    )
      return [{ path: ['args', index + 1], name: `${name}-${flag}`, value: next }];
    const before = args[index - 1];
    const isTold = typeof before === 'string' && tellingFlag.test(before);
    return tellingValue.test(arg) && !isTold
      ? [{ path: ['args', index], name: `${name}-arg${index + 1}`, value: arg }]
      : [];
  });
  return [...named('env'), ...named('headers'), ...argued];
}

export function withSecretsMoved(entry: RawEntry, secrets: readonly FoundSecret[]): RawEntry {
  const changed = structuredClone(entry) as Record<string, Record<string | number, unknown>>;
  for (const { path, name, value } of secrets) {
    const [field, key] = path;
    const holder = changed[field];
    const text = holder?.[key];
    if (holder && typeof text === 'string') holder[key] = text.replace(value, () => `\${secret:${name}}`);
  }
  return changed;
}

/** Replaces each secret by `${input:name}`, because a team shares what is to be asked for and not the values. */
export function withInputsFor(entry: RawEntry, secrets: readonly string[]): RawEntry {
  const change = (text: string): string =>
    secrets.reduce((done, name) => done.replaceAll(`\${secret:${name}}`, () => `\${input:${name}}`), text);
  return mapTexts(entry, change) as RawEntry;
}

/** Returns true for a value: no variable, not empty, no placeholder such as `<your key>`. */
function isPlain(text: string): boolean {
  return text.trim() !== '' && !text.includes('${') && !/^<.*>$|^\.{3}$|^(your|x{3})/i.test(text);
}
