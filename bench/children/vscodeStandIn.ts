/**
 * A stand-in for the `vscode` module that only records what is registered, to measure activation outside an editor.
 * Everything of the API that a bundle reads when it loads or activates must be an export here.
 */

/** The calls so far, such as `commands.registerCommand patchbay.stop`. */
export const recorded: string[] = [];

export class Disposable {
  static from(): Disposable {
    return new Disposable();
  }
  dispose(): void {}
}

export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeColor extends ThemeIcon {}

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class MarkdownString {
  readonly value: string;
  constructor(value = '') {
    this.value = value;
  }
}

export class RelativePattern {
  readonly base: unknown;
  readonly pattern: string;
  constructor(base: unknown, pattern: string) {
    this.base = base;
    this.pattern = pattern;
  }
}

export class EventEmitter {
  readonly event = (): Disposable => new Disposable();
  fire(): void {}
  dispose(): void {}
}

const settings = { get: (_key: string, fallback: unknown) => fallback, inspect: () => undefined };

export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const TreeItemCheckboxState = { Unchecked: 0, Checked: 1 };
export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 };
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export const ExtensionMode = { Production: 1, Development: 2, Test: 3 };

export const commands = recorder('commands');
export const window = recorder('window');
export const workspace = recorder('workspace', {
  isTrusted: true,
  workspaceFolders: [],
  textDocuments: [],
  getConfiguration: () => settings,
});
/** English. */
export const l10n = { bundle: undefined };
export const env = recorder('env');
export const Uri = recorder('Uri');
export const languages = recorder('languages');
export const extensions = recorder('extensions');

const memento = { get: (_key: string, fallback: unknown) => fallback };

/** The argument of `activate`. */
export const extensionContext: unknown = {
  extensionMode: ExtensionMode.Production,
  subscriptions: [],
  secrets: recorder('secrets'),
  globalState: recorder('globalState', memento),
  workspaceState: recorder('workspaceState', memento),
  extensionUri: {},
  extension: { id: 'patchbay.patchbay', packageJSON: { version: '0.0.0' } },
};

/** An object whose members, other than `own`, are recorded functions that return such an object again. */
function recorder(path: string, own: Readonly<Record<string, unknown>> = {}): unknown {
  return new Proxy<Record<string, unknown>>(
    { ...own },
    {
      get: (members, name) => {
        if (typeof name === 'symbol') return undefined;
        members[name] ??= (...args: readonly unknown[]) => {
          recorded.push([`${path}.${name}`, ...args.filter((arg) => typeof arg === 'string')].join(' '));
          return recorder(name);
        };
        return members[name];
      },
    },
  );
}
