/** Keeps the work of parsing in proportion to the text. Text beyond the bounds is shown as written, with a note. */
import { t } from '@vscode/l10n';
import type { MarkdownIt } from 'markdown-it';
import { escapeHtml } from './codeBlock.ts';
import { showHiddenHtml } from './hiddenText.ts';

/**
 * Levels of quotes and lists: more have no room. Each looks at each line below it, also where its marks are missing,
 * and markdown-it silently leaves out what is deeper than 100.
 */
const MAX_DEPTH = 24;
/** Images in the text of images. An inner image is parsed again for each image around it. */
const MAX_IMAGES = 3;

export function boundWork(parser: MarkdownIt): void {
  boundBlocks(parser);
  boundImages(parser);
}

function boundBlocks(parser: MarkdownIt): void {
  parser.block.ruler.before('table', 'patchbay_bounds', (state, startLine, endLine, silent) => {
    if (silent || state.level < MAX_DEPTH) return false;
    const token = state.push('unparsed', '', 0);
    token.content = state.getLines(startLine, endLine, state.blkIndent, false);
    token.block = true;
    token.map = [startLine, endLine];
    state.line = endLine;
    return true;
  });
  parser.renderer.rules['unparsed'] = (tokens, index) => {
    const content = showHiddenHtml(escapeHtml(tokens[index]?.content ?? ''), 'prose');
    const note = t('The text above is shown as plain text because it is nested too deeply.');
    return `<pre class="unparsed" tabindex="0">${content}</pre><div class="cut">${escapeHtml(note)}</div>\n`;
  };
}

/** Deeper images stay text, which is all that is shown of an image. */
function boundImages(parser: MarkdownIt): void {
  const { inline } = parser;
  const parse = inline.parse.bind(inline);
  let depth = 0;
  inline.parse = (text, md, env, tokens) => {
    if (depth > MAX_IMAGES) {
      const state = new inline.State(text, md, env, tokens);
      state.pending = text;
      state.pushPending();
      return;
    }
    depth += 1;
    try {
      parse(text, md, env, tokens);
    } finally {
      depth -= 1;
    }
  };
}
