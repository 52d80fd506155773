/** Draws text with the styles of a terminal. What is selected and copied is plain. */
import {
  onScreen,
  plainStyle,
  runsOf,
  type StyledText,
  type TerminalColour,
  type TerminalStyle,
} from '../../base/common/terminalText.ts';
import { escapeHtml } from '../markdown/codeBlock.ts';
import { showHiddenHtml } from '../markdown/hiddenText.ts';
import { sanitise } from '../markdown/sanitise.ts';

export function styledFragment(styled: StyledText): DocumentFragment {
  const { text } = styled;
  const fragment = document.createDocumentFragment();
  let end = 0;
  for (const [at, length, style] of runsOf(styled)) {
    fragment.append(shown(text.slice(end, at)));
    const span = styledSpan(style);
    span.append(shown(text.slice(at, at + length)));
    fragment.append(span);
    end = at + length;
  }
  fragment.append(shown(text.slice(end)));
  return fragment;
}

function shown(text: string): DocumentFragment {
  return sanitise(showHiddenHtml(escapeHtml(text), 'prose'));
}

function styledSpan({ fore, back, inverse, ...marks }: TerminalStyle): HTMLElement {
  const span = document.createElement('span');
  for (const mark of ['bold', 'dim', 'italic', 'underline'] as const)
    if (marks[mark]) span.classList.add(`terminal-${mark}`);
  const front = inverse ? back : fore;
  const ground = inverse ? (fore ?? 'text') : back;
  if (front !== undefined) {
    span.classList.add('terminal-fore');
    span.style.setProperty('--terminal-fore', valueOf(front));
  }
  if (ground !== undefined) {
    span.classList.add('terminal-back');
    span.style.setProperty('--terminal-back', valueOf(ground));
  }
  return span;
}

function valueOf(colour: TerminalColour): string {
  if (colour === 'text') return 'var(--vscode-foreground)';
  if (typeof colour === 'number') return `var(--ansi-${colour})`;
  return colour;
}

/** Draws output that grows. The last line can be overwritten; those above it, and what is selected there, stay. */
export class GrowingScreen {
  private readonly element: HTMLElement;
  private readonly last = document.createElement('span');
  private text = '';
  /** Place in the text where the last line begins, and the style that it begins with. */
  private lineAt = 0;
  private style: TerminalStyle = plainStyle;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  show(text: string): void {
    if (text === this.text && this.last.isConnected) return;
    if (!text.startsWith(this.text) || !this.last.isConnected) {
      this.element.replaceChildren(this.last);
      this.lineAt = 0;
      this.style = plainStyle;
    }
    this.text = text;
    const lineAt = text.lastIndexOf('\n') + 1;
    if (lineAt > this.lineAt) {
      const above = onScreen(text.slice(this.lineAt, lineAt), this.style);
      this.last.before(styledFragment(above));
      this.lineAt = lineAt;
      this.style = above.after;
    }
    this.last.replaceChildren(styledFragment(onScreen(text.slice(lineAt), this.style)));
  }
}
