import { t } from '@vscode/l10n';
import type { LeftOut, RequestOutline } from '../../protocol/index.ts';
import { wholeNumber } from '../ui/language.ts';

export function formatName(format: RequestOutline['format']): string {
  switch (format) {
    case 'chat':
      return 'Chat Completions';
    case 'responses':
      return 'Responses API';
    case 'editor':
      return t('Through the editor, which passes it on in a format of its own');
  }
}

/** `what` may have names in it, which are foreign text. */
export function leftOutWords(left: LeftOut): { readonly what: string; readonly why: string } {
  switch (left.kind) {
    case 'summarized':
      return {
        what: t('Older messages: {0}', wholeNumber(left.messages)),
        why: t(
          'Summarized to make room: about {0} tokens. The model can read their results again.',
          wholeNumber(left.tokens),
        ),
      };
    case 'cutResult':
      return {
        what: t('Result: {0}', left.tool),
        why: t(
          'Shortened to {0} of {1} tokens, as results may take no more. The model can read the rest.',
          wholeNumber(left.sent),
          wholeNumber(left.tokens),
        ),
      };
    case 'removedResult':
      return {
        what: t('Result: {0}', left.tool),
        why: t(
          'Taken out to make room: about {0} tokens. The model can read it again.',
          wholeNumber(left.tokens),
        ),
      };
    case 'searchedTools':
      return {
        what: t('Tools: {0}', wholeNumber(left.tools)),
        why: t(
          'Found by search when they are needed, as all tools would take more than the settings allow: about {0} tokens.',
          wholeNumber(left.tokens),
        ),
      };
    case 'refusedTool':
      return { what: left.name, why: t('Not sent to the model: {0}', left.why) };
    case 'instructions':
      return { what: left.name, why: left.why };
    case 'serverInstructions':
      return {
        what: t('Instructions of the server {0}', left.name),
        why: t('Only their beginning is sent, as they are too long.'),
      };
    case 'attachment':
      return {
        what: left.name === '' ? t('Attachment') : left.name,
        why: t('Only its beginning is sent, as it is too long.'),
      };
    case 'servers':
      return {
        what: t('Servers whose tools are found by search'),
        why: t('Not all are named, as there are too many.'),
      };
    case 'skills':
      return {
        what: t('List of skills'),
        why: t('Descriptions are shortened or left out, as there are too many.'),
      };
    case 'images':
      return { what: t('Images'), why: t('Named instead of sent, as the model does not take them.') };
    case 'field':
      return { what: left.name, why: t('The endpoint does not accept this field of your settings.') };
  }
}
