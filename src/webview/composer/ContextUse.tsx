import { t } from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ContextUse as Use, Usage } from '../../protocol/index.ts';
import { useEscape } from '../ui/escape.ts';
import { TextButton } from '../ui/controls.tsx';
import { percentage, spent, wholeNumber } from '../ui/language.ts';

export function ContextUse({
  context,
  usage,
  onShow,
}: {
  context: Use;
  usage: Usage | undefined;
  onShow: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = ({ target }: Event): void => {
      if (!element.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [isOpen]);
  useEscape(isOpen, () => {
    if (element.current?.contains(document.activeElement)) element.current.querySelector('button')?.focus();
    setOpen(false);
  });
  const { used, window, isAssumed } = context;
  const share = Math.min(1, used / window);
  const percent = percentage(share);
  const [usedText, windowText] = [wholeNumber(used), wholeNumber(window)];
  const inUse = t(
    "{0}: about {1} of the model's {2} tokens of context are in use",
    percent,
    usedText,
    windowText,
  );
  const assumed =
    isAssumed &&
    t('The context window is not set and the endpoint does not report it. {0} is assumed.', windowText);
  const label = assumed === undefined ? inUse : `${inUse}. ${assumed}`;
  return (
    <div class="context-use" ref={element}>
      <button
        type="button"
        class={`status-button status-context ${share > 0.8 ? 'full' : ''}`}
        title={label}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span
          aria-hidden="true"
          class="status-ring"
          style={{ '--pb-share': `${Math.round(share * 100)}%` }}
        />
        <span aria-hidden="true">{percent}</span>
      </button>
      {isOpen && (
        <div class="popup context-detail" role="region" aria-label={t('Context')}>
          <strong>{t('Context')}</strong>
          <p>
            {t(
              'About {0} of {1} tokens ({2}). When the context window is full, older parts are summarized.',
              usedText,
              windowText,
              percent,
            )}
          </p>
          {assumed !== undefined && <p>{assumed}</p>}
          {usage && (
            <p>
              {t(
                'In total, {0} tokens were sent and {1} received.',
                wholeNumber(usage.inputTokens),
                wholeNumber(usage.outputTokens),
              )}{' '}
              {usage.cost !== undefined && t('Price: {0}', spent(usage))}
            </p>
          )}
          <TextButton
            onClick={() => {
              setOpen(false);
              onShow();
            }}
          >
            {t('Show model request')}
          </TextButton>
        </div>
      )}
    </div>
  );
}
