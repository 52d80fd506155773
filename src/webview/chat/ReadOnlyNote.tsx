import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useChat } from '../ui/chatContext.ts';
import { Icon, TextButton } from '../ui/controls.tsx';

export function ReadOnlyNote() {
  const { post, scroll, view } = useChat();
  const { value } = view.focusWanted;
  const atFirst = useRef(value).current;
  useLayoutEffect(() => {
    // When it appears, it takes only what the composer had or would have got.
    if (value !== atFirst || document.hasFocus()) scroll.focus();
  }, [value]);
  useLayoutEffect(
    () => () => {
      // The composer comes back by itself: the user may be writing in an editor by then.
      if (!document.hasFocus()) view.focusWanted.value = 0;
    },
    [],
  );
  return (
    <div class="composer">
      <div class="composer-content">
        <div class="read-only-note" role="note">
          <Icon name="lock" />
          <span>{t('Open in another window. You can write here once it is closed there.')}</span>
          <TextButton onClick={() => post({ type: 'duplicate' })}>{t('Continue in a copy')}</TextButton>
        </div>
      </div>
    </div>
  );
}
