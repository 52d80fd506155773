import { t } from '@vscode/l10n';
import type { LeftOut, RequestGroup, RequestPart, WindowOrigin } from './requestPage.ts';

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

/** Returns the label of a part. `name` and `server` are foreign text. */
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
      return t('Summary of earlier messages');
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
      return t('Note about images in results');
    case 'added':
      return t('Added by Patchbay');
  }
}

/** Describes what was left out. The texts may contain foreign text. `count` formats a number. */
export function leftOutWords(
  left: LeftOut,
  count: (value: number) => string,
): { readonly what: string; readonly why: string } {
  switch (left.kind) {
    case 'summarized':
      return {
        what: t('Older messages: {0}', count(left.messages)),
        why: t(
          'Summarized to free space: about {0} tokens. The model can read their results again.',
          count(left.tokens),
        ),
      };
    case 'cutResult':
      return {
        what: t('Result: {0}', left.tool),
        why: t(
          'Truncated to {0} of {1} tokens, the limit for results. The model can read the rest.',
          count(left.sent),
          count(left.tokens),
        ),
      };
    case 'removedResult':
      return {
        what: t('Result: {0}', left.tool),
        why: t('Removed to free space: about {0} tokens. The model can read it again.', count(left.tokens)),
      };
    case 'searchedTools':
      return {
        what: t('Tools: {0}', count(left.tools)),
        why: [
          t('The model finds these tools by search (about {0} tokens).', count(left.tokens)),
          searchReason(left, count),
        ].join(' '),
      };
    case 'refusedTool':
      return { what: left.name, why: t('Not sent to the model: {0}', left.why) };
    case 'instructions':
      return { what: left.name, why: left.why };
    case 'serverInstructions':
      return {
        what: t('Instructions of the server {0}', left.name),
        why: t('Too long. Only their beginning is sent.'),
      };
    case 'attachment':
      return {
        what: left.name === '' ? t('Attachment') : left.name,
        why: t('Too long. Only the beginning is sent.'),
      };
    case 'servers':
      return {
        what: t('Servers whose tools are found by search'),
        why: t('There are too many servers to list all of them.'),
      };
    case 'skills':
      return {
        what: t('List of skills'),
        why: t('There are too many skills, so descriptions are truncated or omitted.'),
      };
    case 'images':
      return {
        what: t('Images'),
        why: t('Only the names are sent, because the model does not support images.'),
      };
    case 'image':
      return {
        what: left.name,
        why: t('Only the name is sent, because the endpoint does not support images.'),
      };
    case 'field':
      return { what: left.name, why: t('The endpoint does not accept this field of your settings.') };
  }
}

/** Says what decided that tools are found by search. */
function searchReason(
  { reason, all }: Extract<LeftOut, { kind: 'searchedTools' }>,
  count: (value: number) => string,
): string {
  switch (reason.kind) {
    case 'number':
      return t('The endpoint accepts at most {0} tools.', count(reason.limit));
    case 'always':
      return t('Your settings make the model search for all tools.');
    case 'earlier':
      return earlier();
    case 'budget': {
      const { most, percent, isLeast, window, origin } = reason;
      // The number of tools can have changed since.
      if (all.tokens <= most) return earlier();
      const sizes = [count(all.tools), count(all.tokens), count(most)] as const;
      const size = t('{0} tokens, {1}', count(window), originLabel(origin));
      return isLeast
        ? t(
            'All {0} tools would use about {1} tokens. The limit is {2}: the minimum for this context window ({3}).',
            ...sizes,
            size,
          )
        : t(
            'All {0} tools would use about {1} tokens. The limit is {2}: {3}% of the context window ({4}).',
            ...sizes,
            count(percent),
            size,
          );
    }
  }
}

function earlier(): string {
  return t('The conversation keeps the previous decision.');
}

function originLabel(origin: WindowOrigin): string {
  switch (origin) {
    case 'user':
      return t('from your settings');
    case 'endpoint':
      return t('reported by the endpoint');
    case 'refusal':
      return t('from an error of the endpoint');
    case 'assumed':
      return t('assumed');
  }
}
