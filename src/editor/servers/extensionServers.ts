/** Servers that other extensions add through Patchbay's API. Nobody vouches for who calls it: the user confirms each. */
import * as vscode from 'vscode';
import type { PatchbayApi, ServerRegistration } from '../../../api/patchbay.d.ts';
import { Emitter } from '../../base/common/event.ts';
import { isRecord } from '../../base/common/guards.ts';

type Entries = Readonly<Record<string, unknown>>;

export interface Registration {
  readonly extension: string;
  entries: Entries;
}

const MAX_SERVERS = 20;
const MAX_ALL = 100;
/** Longest registration, in characters of JSON. */
const MAX_LENGTH = 65_536;

export class ExtensionServers {
  private readonly own: string;
  private readonly registrations = new Set<Registration>();
  private readonly changed = new Emitter();
  readonly onDidChange = this.changed.event;

  /** `own` is the id of Patchbay. */
  constructor(own: string) {
    this.own = own.toLowerCase();
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

  /** Registrations in the order in which they were made. */
  get all(): Iterable<Registration> {
    return this.registrations;
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

  /** Returns a copy, which later changes of the caller's objects do not reach. */
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
