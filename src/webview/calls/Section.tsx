import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { CopyButton, IconButton } from '../ui/controls.tsx';

type Part = 'arguments' | 'result' | 'error' | 'output' | 'command' | 'edit' | 'plan';

export function Section(props: {
  what: Part;
  onCopy: () => void;
  onOpen?: (() => void) | undefined;
  extra?: ComponentChildren | undefined;
  children: ComponentChildren;
}) {
  const { what, onCopy, onOpen, extra, children } = props;
  const { title, copy, open } = wordsOf(what);
  return (
    <div class={`call-section ${what === 'error' ? 'failed' : ''}`} role="group" aria-label={title}>
      <div class="call-section-bar">
        <span class="call-section-title">{title}</span>
        {extra}
        <CopyButton label={copy} onCopy={onCopy} />
        {onOpen && open !== undefined && <IconButton icon="go-to-file" label={open} onClick={onOpen} />}
      </div>
      {children}
    </div>
  );
}

function wordsOf(what: Part): {
  readonly title: string;
  readonly copy: string;
  readonly open?: string | undefined;
} {
  switch (what) {
    case 'arguments':
      return {
        title: t('Arguments'),
        copy: t('Copy arguments'),
        open: t('Open arguments in an editor'),
      };
    case 'result':
      return { title: t('Result'), copy: t('Copy result'), open: t('Open result in an editor') };
    case 'error':
      return { title: t('Error'), copy: t('Copy error'), open: t('Open error in an editor') };
    case 'output':
      return { title: t('Output while running'), copy: t('Copy output') };
    case 'plan':
      return {
        title: t('Plan'),
        copy: t('Copy arguments'),
        open: t('Open arguments in an editor'),
      };
    case 'edit':
      return {
        title: t('The change'),
        copy: t('Copy arguments'),
        open: t('Open arguments in an editor'),
      };
    case 'command':
      return { title: t('Terminal'), copy: t('Copy output'), open: t('Open output in an editor') };
  }
}
