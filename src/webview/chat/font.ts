/** The font of the whole page, where the user has chosen one for chats. */
import type { HostMessage } from '../../protocol/index.ts';

/** Draws the page in that font from now on; what is absent is as everywhere in the editor. */
export function applyFont({ size, family }: Extract<HostMessage, { type: 'font' }>): void {
  const { style } = document.documentElement;
  style.setProperty('--pb-font-size', size === undefined ? null : `${size}px`);
  // A font that this machine does not have is followed by the editor's own.
  style.setProperty('--pb-font-family', family === undefined ? null : `${family}, var(--vscode-font-family)`);
}
