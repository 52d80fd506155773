import type { Text } from './text.ts';

/** A setting as in VS Code's `contributes.configuration`. Other keywords of JSON Schema may be added. */
export interface Setting {
  /** `window`: a trusted workspace, too. Review what a hostile one would gain (docs/decisions/012-setting-scopes.md). */
  readonly scope: 'application' | 'machine' | 'window';
  /** VS Code drops a workspace's value until the workspace is trusted. */
  readonly restricted?: true;
  /** Every page gets its value (`Appearance`). Pages show foreign content: none may learn a secret from it. */
  readonly inPages?: true;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly Text[];
  readonly enumItemLabels?: readonly Text[];
  readonly default: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: Text;
  readonly markdownDescription?: Text;
  readonly [keyword: string]: unknown;
}

/** Settings by name, without `patchbay.`, in the order of the settings editor. */
export type Settings = Readonly<Record<string, Setting>>;

/** A heading of the settings editor. */
export interface SettingGroup {
  readonly title: Text;
  readonly settings: Settings;
}
