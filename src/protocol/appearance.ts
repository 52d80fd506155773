import type { PageSettings } from '../contributions/index.ts';

/**
 * The user's settings for the looks of a page. Every page gets them in answer to `ready`, before anything else, and
 * again when they change. A setting of the table that has `inPages` is part of it without further code.
 */
export interface Appearance {
  readonly type: 'appearance';
  /** The font that the user has chosen for VS Code's own chat; `size` is in pixels. */
  readonly font: { readonly size?: number | undefined; readonly family?: string | undefined };
  /** The page shows it above everything else; empty: nothing. */
  readonly title: string;
  /** Empty until the host has sent them. */
  readonly settings: PageSettings;
}
