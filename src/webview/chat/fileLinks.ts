/** Names of files in answers that lead to the files: which are there, the host knows. */
import { t } from '@vscode/l10n';
import type { ChatMessage, HostMessage } from '../../protocol/index.ts';

/** Names asked about at once, which is far more than an answer has. */
const MOST = 100;

/** Whether it could name a file, with or without a line: it has a folder or an ending, and nothing that code has. */
export function couldBeFile(text: string): boolean {
  const name = text.replace(/\(\d+(?:,\d+)?\)$/, '');
  if (name.length > 300 || /[\s<>"'`|*?$;=,{}]|:\/\/|\(\)$/.test(name)) return false;
  return /[\w\])][/\\][\w.[(@]/.test(name) || /[\w\])]\.[a-z]\w{0,11}(?:$|[:#]\S)/i.test(name);
}

export class FileLinks {
  private readonly post: (message: ChatMessage) => void;
  /** What was asked about and not answered yet. */
  private readonly asked = new Map<number, readonly HTMLElement[]>();
  private readonly known = new Set<string>();
  private requests = 0;

  constructor(post: (message: ChatMessage) => void) {
    this.post = post;
  }

  /** Makes links of the names in the text of a message; of those that nobody knows yet, once the host has answered. */
  mark(message: HTMLElement): void {
    const code = message.querySelectorAll<HTMLElement>(':scope > .markdown :not(pre, a) > code');
    const names = [...code].filter(({ textContent }) => couldBeFile(textContent));
    const unknown = names.filter((name) => !this.known.has(name.textContent));
    for (const name of names) if (!unknown.includes(name)) link(name);
    const texts = [...new Set(unknown.map(({ textContent }) => textContent))].slice(0, MOST);
    if (texts.length === 0) return;
    this.requests += 1;
    this.asked.set(this.requests, unknown);
    this.post({ type: 'findFiles', request: this.requests, names: texts });
  }

  /** The host knows which of the names are files. */
  hear({ request, names }: Extract<HostMessage, { type: 'files' }>): void {
    for (const name of names) this.known.add(name);
    for (const element of this.asked.get(request) ?? [])
      if (names.includes(element.textContent)) link(element);
    this.asked.delete(request);
  }
}

function link(name: HTMLElement): void {
  name.classList.add('file-link');
  name.role = 'link';
  name.tabIndex = 0;
  name.title = t('Open in the editor');
}
