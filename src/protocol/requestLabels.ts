import { t } from '@vscode/l10n';
import type { RequestGroup, RequestPart } from './requestPage.ts';

export function requestGroupLabel(group: RequestGroup): string {
  switch (group) {
    case 'system':
      return t('System message');
    case 'instructions':
      return t('Instructions');
    case 'skills':
      return t('Skills');
    case 'tools':
      return t('Tools');
    case 'messages':
      return t('Messages');
    case 'attachments':
      return t('Attachments');
    case 'results':
      return t('Results');
    case 'other':
      return t('Other fields');
  }
}

/** Names are foreign text. */
export function requestPartLabel({
  kind,
  name = '',
  server,
}: Pick<RequestPart, 'kind' | 'name' | 'server'>): string {
  const tool = server === undefined ? name : t('{0} of {1}', name, server);
  switch (kind) {
    case 'fields':
      return t('Fields of the request');
    case 'base':
      return t('Basics');
    case 'search':
      return t('Servers whose tools are found by search');
    case 'server':
      return t('Instructions of the server {0}', name);
    case 'instructions':
      return name === '' ? t('Instructions') : name;
    case 'skills':
      return t('List of skills');
    case 'skill':
      return t('Skill {0}', name);
    case 'tool':
      return tool;
    case 'user':
      return t('User');
    case 'summary':
      return t('Summary of what came before');
    case 'assistant':
      return t('Model');
    case 'reasoning':
      return t('Reasoning of the model');
    case 'call':
      return t('Call: {0}', tool);
    case 'attachment':
      return name === '' ? t('Attachment') : name;
    case 'result':
      return t('Result: {0}', tool);
    case 'image':
      return t('Image');
    case 'images':
      return t('Note on images of results');
    case 'added':
      return t('Added by Patchbay');
  }
}
