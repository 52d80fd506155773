import * as vscode from 'vscode';
import { isRecord } from '../../base/common/guards.ts';
import { plainLabel } from '../../base/common/text.ts';
import { parseServers } from '../../mcp/index.ts';
import type { Registration } from './extensionServers.ts';

/** Longest name in the log, in characters. */
const MAX_NAME = 100;

/** Puts the servers of other extensions beside those of the settings. */
export class AddedServers {
  private readonly registrations: Iterable<Registration>;
  private readonly warn: (message: string) => void;
  private readonly reported = new Set<string>();

  /** `warn` is called once for each server that is not valid. */
  constructor(registrations: Iterable<Registration>, warn: (message: string) => void) {
    this.registrations = registrations;
    this.warn = warn;
  }

  /**
   * Returns `known`, the value of `patchbay.servers`, and beside it the valid servers whose names are free. Of names
   * that differ only in case, only one can be used, so that no extension takes away a server of the user's. `owners`
   * are the ids of extensions by name. No server is added before workspace trust.
   */
  beside(known: unknown): { readonly servers: unknown; readonly owners: ReadonlyMap<string, string> } {
    const owners = new Map<string, string>();
    const registrations = [...this.registrations];
    if (registrations.length === 0 || !vscode.workspace.isTrusted) return { servers: known, owners };
    if (known !== undefined && !isRecord(known)) return { servers: known, owners };
    const all: [string, unknown][] = Object.entries(known ?? {});
    const taken = new Set(all.map(([name]) => name.toLowerCase()));
    for (const { extension, entries } of registrations) {
      for (const [name, entry] of Object.entries(entries)) {
        const [parsed] = parseServers(Object.fromEntries([[name, entry]]));
        if (parsed?.kind !== 'valid') this.report(extension, name, parsed?.problems[0]?.message ?? '');
        else if (!taken.has(name.toLowerCase())) {
          taken.add(name.toLowerCase());
          owners.set(name, extension);
          all.push([name, entry]);
        }
      }
    }
    return { servers: Object.fromEntries(all), owners };
  }

  private report(extension: string, name: string, problem: string): void {
    const text = `The extension ${extension} adds the server "${plainLabel(name, MAX_NAME) ?? ''}", which is not valid: ${problem}`;
    if (this.reported.has(text)) return;
    this.reported.add(text);
    this.warn(text);
  }
}
