/** Task lists: `- [ ]` and `- [x]` at the start of a list item become read-only boxes. */
import { t } from '@vscode/l10n';
import type { MarkdownIt } from 'markdown-it';
import { escapeHtml } from './codeBlock.ts';

export function useTasks(parser: MarkdownIt): void {
  parser.core.ruler.push('patchbay_tasks', ({ tokens, Token }) => {
    tokens.forEach((token, index) => {
      const item = tokens[index - 2];
      const isFirst = tokens[index - 1]?.type === 'paragraph_open' && item?.type === 'list_item_open';
      const [text] = token.children ?? [];
      const mark = isFirst && text?.type === 'text' ? /^\[([ xX])\]\s+/.exec(text.content) : null;
      if (!mark || !text || !item) return;
      text.content = text.content.slice(mark[0].length);
      const box = new Token('task_box', '', 0);
      box.meta = { done: mark[1] !== ' ' };
      token.children?.unshift(box);
      item.attrJoin('class', 'task');
    });
  });
  parser.renderer.rules['task_box'] = (tokens, index) => {
    const done = tokens[index]?.meta?.['done'] === true;
    const label = done
      ? t({ message: 'Done', comment: 'a task' })
      : t({ message: 'To do', comment: 'a task' });
    return `<span class="task-box${done ? ' codicon codicon-check' : ''}" role="img" aria-label="${escapeHtml(label)}"></span>`;
  };
}
