/** What a table of settings consists of. */
import type { Text } from './text.ts';

/**
 * A setting, in the words of VS Code's `contributes.configuration`, with its texts where the manifest has `%keys%`.
 * Whatever JSON Schema has besides may be added.
 */
export interface Setting {
  /**
   * Who decides it. `application`: the user alone. `window`: a trusted workspace, too. `machine`: the machine's
   * settings. Review each for what a hostile workspace would gain (docs/decisions/012-setting-scopes.md).
   */
  readonly scope: 'application' | 'machine' | 'window';
  /** VS Code drops a workspace's value until the workspace is trusted. */
  readonly restricted?: true;
  /** Its place in the settings editor. */
  readonly order: number;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  /** What each value of `enum` does. */
  readonly enumDescriptions?: readonly Text[];
  readonly default: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: Text;
  /** As `description`, with links and code. */
  readonly markdownDescription?: Text;
  readonly [keyword: string]: unknown;
}

/** Settings by their names, without the `patchbay.` in front. */
export type Settings = Readonly<Record<string, Setting>>;
