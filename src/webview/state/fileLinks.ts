import { t } from '@vscode/l10n';
import type { ChatMessage, HostMessage } from '../../protocol/index.ts';

/** Names per request, which are far more than an answer has. */
const MOST = 100;
/** Candidates: code in a text, and links that the parser did not accept. */
const NAMES = ':scope > .markdown :is(:not(pre, a) > code, .dead-link)';

/** A path with an optional line: it has a folder or an extension, and nothing that only code has. */
export function couldBeFile(text: string): boolean {
  const name = text.replace(/\(\d+(?:,\d+)?\)$/, '');
  if (name.length > 300 || /^(?:[a-z][\w+.-]+:(?!\d)|\/\/)/i.test(name)) return false;
  if (/[\s<>"'`|*?$;=,{}]|:\/\/|\(\)$/.test(name)) return false;
  return /[\w\])][/\\][\w.[(@]/.test(name) || /[\w\])]\.[a-z]\w{0,11}(?:$|[:#]\S)/i.test(name);
}

export function fileNameOf(element: HTMLElement): string {
  return element.localName === 'code' ? element.textContent : decoded(element.title);
}

/** Returns the text itself if it is not percent-encoded correctly. */
export function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

export class FileLinks {
  private readonly post: (message: ChatMessage) => void;
  /** Elements by the request that asked about them. */
  private readonly asked = new Map<number, readonly HTMLElement[]>();
  private readonly known = new Set<string>();
  private requests = 0;

  constructor(post: (message: ChatMessage) => void) {
    this.post = post;
  }

  /** Names that are not known yet become links when the host answers. */
  mark(message: HTMLElement): void {
    const names = [...message.querySelectorAll<HTMLElement>(NAMES)].filter(
      (name) => mayLead(name) && !mayLead(name.parentElement?.closest<HTMLElement>('.dead-link')),
    );
    const unknown = names.filter((name) => !this.known.has(fileNameOf(name)));
    for (const name of names) if (this.known.has(fileNameOf(name))) link(name);
    const texts = [...new Set(unknown.map(fileNameOf))].slice(0, MOST);
    if (texts.length === 0) return;
    this.requests += 1;
    this.asked.set(this.requests, unknown);
    this.post({ type: 'findFiles', request: this.requests, names: texts });
  }

  handle({ request, names }: Extract<HostMessage, { type: 'files' }>): void {
    for (const name of names) this.known.add(name);
    for (const element of this.asked.get(request) ?? [])
      if (names.includes(fileNameOf(element))) link(element);
    this.asked.delete(request);
  }
}

function mayLead(element: HTMLElement | null | undefined): boolean {
  return element ? couldBeFile(fileNameOf(element)) : false;
}

function link(name: HTMLElement): void {
  name.classList.remove('dead-link');
  name.classList.add('file-link');
  name.role = 'link';
  name.tabIndex = 0;
  // A link's title already shows its address, which its text need not.
  if (name.localName === 'code') name.title = t('Open in the editor');
}
