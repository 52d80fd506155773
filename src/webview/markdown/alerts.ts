/** Draws `> [!NOTE]` and its kin as GitHub does: a quote with a title. */
import { t } from '@vscode/l10n';
import type { MarkdownIt } from 'markdown-it';

const MARK = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i;
/** Matches a mark of which more may come. */
const HALF_MARK = /^\[(?:![A-Z]{0,9}\]?)?$/i;

const icons = {
  note: 'info',
  tip: 'lightbulb',
  important: 'megaphone',
  warning: 'warning',
  caution: 'error',
};
type Kind = keyof typeof icons;

export function useAlerts(parser: MarkdownIt): void {
  parser.core.ruler.after('block', 'patchbay_alerts', ({ tokens, env, Token }) => {
    for (let at = tokens.length - 3; at >= 0; at--) {
      const [quote, open, text] = tokens.slice(at, at + 3);
      if (quote?.type !== 'blockquote_open' || open?.type !== 'paragraph_open' || !text) continue;
      const isLast = text === tokens.at(-3);
      if (env['grows'] === true && isLast && HALF_MARK.test(text.content)) {
        env['isCompleted'] = true;
        if (!MARK.test(text.content)) text.content = '';
      }
      const [mark, name] = MARK.exec(text.content) ?? [];
      if (mark === undefined || name === undefined) continue;
      text.content = text.content.slice(mark.length);
      const title = new Token('alert_title', '', 0);
      title.block = true;
      title.level = open.level;
      title.meta = { kind: name.toLowerCase() };
      quote.attrJoin('class', `alert alert-${name.toLowerCase()}`);
      // An empty paragraph would leave a gap.
      tokens.splice(at + 1, text.content.trim() === '' ? 3 : 0, title);
    }
  });
  parser.renderer.rules['alert_title'] = (tokens, index) => {
    const kind = tokens[index]?.meta?.['kind'] as Kind;
    const icon = `<span class="codicon codicon-${icons[kind]}" aria-hidden="true"></span>`;
    return `<p class="alert-title">${icon} ${titleOf(kind)}</p>\n`;
  };
}

function titleOf(kind: Kind): string {
  switch (kind) {
    case 'note':
      return t('Note');
    case 'tip':
      return t('Tip');
    case 'important':
      return t('Important');
    case 'warning':
      return t('Warning');
    case 'caution':
      return t('Caution');
  }
}
