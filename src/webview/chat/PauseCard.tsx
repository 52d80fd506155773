import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { reachedText, type Item, type PauseDecision, type TurnSoFar } from '../../protocol/index.ts';
import { pauseText } from '../state/pauseText.ts';
import { useChat } from '../ui/chatContext.ts';
import { handleConsentKey } from '../ui/ConsentButtons.tsx';
import { Icon, TextButton } from '../ui/controls.tsx';
import { deliberate } from '../ui/deliberate.ts';
import { focusNextCard } from '../ui/focus.ts';
import { language, spent, wholeNumber } from '../ui/language.ts';
import { TextWithSettings } from './TextWithSettings.tsx';

/** The turn waits at a limit. What it has done so far is what the user decides by. */
export function PauseCard({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  const { view, scroll, post } = useChat();
  const card = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const pause = item.value.kind === 'pause' ? item.value : undefined;
  const isOpen = pause?.state.status === 'open';
  // The focus is read before drawing, which may remove the focused element.
  const hadFocus = card.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (isOpen) scroll.showStart(id);
    else if (hadFocus) focusNextCard(null, () => view.focusComposer());
  }, [isOpen]);
  // A notice takes the place of the card when the user stops.
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (element?.contains(document.activeElement)) focusNextCard(element, () => view.focusComposer());
    };
  }, []);
  if (!pause) return null;
  const { reached, soFar, state } = pause;
  const reachedWords = reachedText(reached, language());
  if (!isOpen)
    return (
      <div class="notice info past">
        <Icon name={state.status === 'stopped' ? 'debug-stop' : 'debug-pause'} class="notice-icon" />
        <div class="notice-content">
          <div class="notice-text">
            <TextWithSettings text={reachedWords} /> {pauseText(state)}
          </div>
        </div>
      </div>
    );
  const decide = (decision: PauseDecision) => (): void => post({ type: 'decidePause', id, decision });
  return (
    <div
      ref={card}
      class="question"
      onKeyDown={(event) => handleConsentKey(event, card.current, decide('stop'))}
      {...deliberate}
    >
      <div class="question-form" role="group" tabIndex={-1} aria-labelledby={titleId}>
        <div class="question-head" id={titleId}>
          <Icon name="debug-pause" />
          <span>
            <TextWithSettings text={reachedWords} />
          </span>
        </div>
        <p>{doneText(soFar)}</p>
        <div class="actions consent decide">
          <TextButton look="primary" onClick={decide('continue')}>
            {t('Continue')}
          </TextButton>
          {reached.kind === 'steps' && (
            <TextButton onClick={decide('always')}>{t('Continue Without Asking')}</TextButton>
          )}
          <TextButton class="deny" onClick={decide('stop')}>
            {t('Stop')}
          </TextButton>
        </div>
        <p class="field-about">
          {reached.kind === 'steps'
            ? t(
                '"Continue" allows the same number of steps again. "Continue Without Asking" lifts the limit in this conversation.',
              )
            : t('"Continue" allows the same amount again.')}
        </p>
      </div>
    </div>
  );
}

function doneText({ steps, calls, usage }: TurnSoFar): string {
  const tokens = usage && usage.inputTokens + usage.outputTokens;
  const parts = [
    steps === 1 ? t('1 step') : t('{0} steps', wholeNumber(steps)),
    calls === 1 ? t('1 call') : t('{0} calls', wholeNumber(calls)),
    tokens !== undefined && (tokens === 1 ? t('1 token') : t('{0} tokens', wholeNumber(tokens))),
    usage?.cost !== undefined && spent(usage),
  ];
  return t('So far: {0}', parts.filter((part) => part !== false).join(' · '));
}
