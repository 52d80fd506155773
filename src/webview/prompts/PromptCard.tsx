import { t } from '@vscode/l10n';
import type { ContentPart, PromptRun } from '../../protocol/index.ts';
import { CodeText } from '../calls/ResultPart.tsx';
import { Picture } from '../ui/Picture.tsx';
import { mediaUri, readable } from '../calls/parts.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Icon } from '../ui/controls.tsx';
import { commandOf } from './matching.ts';

export function PromptCard({ id, text, prompt }: { id: string; text: string; prompt: PromptRun }) {
  const values = text.split('\n').slice(1);
  return (
    <div class="prompt-run">
      <div class="prompt-run-head" title={t('Prompt "{0}" of the server "{1}"', prompt.name, prompt.server)}>
        <Icon name="comment-discussion" />
        <span>/{commandOf(prompt)}</span>
      </div>
      {values.length > 0 && <div class="prompt-run-values">{values.join('\n')}</div>}
      <Disclosure id={`${id} prompt`} class="prompt-run-content" label={t('Content')}>
        {() =>
          prompt.messages.map(({ role, content }, index) => (
            <div class="prompt-message" key={index}>
              <div class="prompt-role">{role === 'user' ? t('User') : t('Assistant')}</div>
              {content.map((part, at) => (
                <Part key={at} part={part} />
              ))}
            </div>
          ))
        }
      </Disclosure>
    </div>
  );
}

function Part({ part }: { part: ContentPart }) {
  switch (part.type) {
    case 'text':
      return <div class="prompt-text">{part.text}</div>;
    case 'json':
      return <CodeText text={JSON.stringify(part.value, null, 2)} language="json" />;
    case 'image': {
      const uri = mediaUri('image', part.mimeType, part.data);
      if (uri === undefined) return <div class="prompt-text">{t('[image, {0}]', part.mimeType)}</div>;
      return <Picture src={uri} alt={t('Image from the prompt, {0}', part.mimeType)} />;
    }
    case 'audio':
      return <div class="prompt-text">{t('[audio, {0}]', part.mimeType)}</div>;
    case 'link':
      return <div class="prompt-text">{`${part.title ?? part.name} ${part.uri}`}</div>;
    case 'resource':
      return (
        <>
          <div class="prompt-role">{part.uri}</div>
          {part.text !== undefined && <CodeText {...readable(part.text)} />}
        </>
      );
  }
}
