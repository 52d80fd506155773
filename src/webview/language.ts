/** The user's language in a page. */
import { config } from '@vscode/l10n';

/** Takes the messages that the host wrote into the document. To be called before anything is drawn. */
export function readLanguage(): void {
  const messages = document.querySelector('#messages')?.textContent;
  if (messages) config({ contents: messages });
}
