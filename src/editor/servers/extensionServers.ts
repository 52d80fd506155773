/** Servers that other extensions add through Patchbay's API. Nobody vouches for who calls it: the user confirms each. */
import * as vscode from 'vscode';
import type { PatchbayApi, ServerRegistration } from '../../../api/patchbay.d.ts';
import { Emitter } from '../../base/common/event.ts';
import { isRecord } from '../../base/common/guards.ts';
import { plainLabel } from '../../base/common/text.ts';

type Entries = Readonly<Record<string, unknown>>;

interface Registration {
  readonly extension: string;
  entries: Entries;
}

export type ServerParser = (typeof import('../../engine.ts'))['parseServers'];

const MAX_SERVERS = 20;
const MAX_ALL = 100;
/** Characters of JSON of one registration. */
const MAX_LENGTH = 65_536;
/** Characters of a name in the log. */
const MAX_NAME = 100;

export class ExtensionServers {
  private readonly own: string;
  private readonly warn: (message: string) => void;
  private readonly reported = new Set<string>();
  private readonly registrations = new Set<Registration>();
  private readonly changed = new Emitter();
  readonly onDidChange = this.changed.event;

  /** `own`: Patchbay's id. `warn` is called once for each server that is not valid. */
  constructor(own: string, warn: (message: string) => void) {
    this.own = own.toLowerCase();
    this.warn = warn;
  }

  readonly api: PatchbayApi = Object.freeze({
    version: 1,
    registerServerDefinitions: (extension: unknown, servers: unknown): ServerRegistration => {
      const added: Registration = { extension: this.idOf(extension), entries: {} };
      const put = (entries: unknown): void => {
        added.entries = this.checked(entries, added);
        this.registrations.add(added);
        this.changed.fire();
      };
      put(servers);
      let isDisposed = false;
      return Object.freeze({
        update: (entries: unknown) => {
          if (isDisposed) throw new TypeError('The registration was disposed.');
          put(entries);
        },
        dispose: () => {
          isDisposed = true;
          if (this.registrations.delete(added)) this.changed.fire();
        },
      });
    },
  });

  /**
   * `known`, the value of `patchbay.servers`, and beside it the valid servers whose names nobody has. Of names that
   * differ in case only one can be used, so that no extension takes away a server of the user's. `owners`: ids of
   * extensions by name. None before workspace trust.
   */
  beside(
    known: unknown,
    parse: ServerParser,
  ): { readonly servers: unknown; readonly owners: ReadonlyMap<string, string> } {
    const owners = new Map<string, string>();
    if (this.registrations.size === 0 || !vscode.workspace.isTrusted) return { servers: known, owners };
    if (known !== undefined && !isRecord(known)) return { servers: known, owners };
    const all: [string, unknown][] = Object.entries(known ?? {});
    const taken = new Set(all.map(([name]) => name.toLowerCase()));
    for (const { extension, entries } of this.registrations) {
      for (const [name, entry] of Object.entries(entries)) {
        const [parsed] = parse(Object.fromEntries([[name, entry]]));
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

  /** Removes the servers of extensions that are uninstalled or disabled. */
  follow(): vscode.Disposable {
    return vscode.extensions.onDidChange(() => {
      const gone = [...this.registrations].filter(
        ({ extension }) => !vscode.extensions.getExtension(extension),
      );
      for (const each of gone) this.registrations.delete(each);
      if (gone.length > 0) this.changed.fire();
    });
  }

  private idOf(extension: unknown): string {
    const id = isRecord(extension) ? extension['id'] : undefined;
    const known = typeof id === 'string' ? vscode.extensions.getExtension(id)?.id.toLowerCase() : undefined;
    if (known === undefined || known === this.own)
      throw new TypeError('The first argument must be your extension: context.extension.');
    return known;
  }

  /** A copy, which later changes of the caller's objects do not reach. */
  private checked(servers: unknown, by: Registration): Entries {
    if (!isRecord(servers)) throw new TypeError('The servers must be an object keyed by their names.');
    const text = JSON.stringify(servers);
    if (text.length > MAX_LENGTH)
      throw new RangeError(`The servers have more than ${MAX_LENGTH} characters of JSON.`);
    const entries = JSON.parse(text) as Entries;
    if (!isRecord(entries) || !Object.values(entries).every(isRecord))
      throw new TypeError('Each server must be an object.');
    const count = Object.keys(entries).length;
    const others = [...this.registrations].filter((each) => each !== by);
    const all = others.reduce((sum, each) => sum + Object.keys(each.entries).length, count);
    if (count > MAX_SERVERS) throw new RangeError(`There are more than ${MAX_SERVERS} servers.`);
    if (all > MAX_ALL) throw new RangeError(`All extensions together have more than ${MAX_ALL} servers.`);
    return entries;
  }
}
