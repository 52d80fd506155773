/** The small pieces that everything is made of: icons and buttons. */
import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A codicon. It is decoration: what it says must also stand in a label. */
export function Icon({
  name,
  spin = false,
  class: className = '',
}: {
  name: string;
  spin?: boolean;
  class?: string;
}) {
  const turning = spin ? ' codicon-modifier-spin' : '';
  return <span class={`codicon codicon-${name}${turning} ${className}`} aria-hidden="true" />;
}

/** A button that is only an icon; its label is read and shown on hovering. */
export function IconButton(props: { icon: string; label: string; onClick: () => void; class?: string }) {
  const { icon, label, onClick, class: className = '' } = props;
  return (
    <button
      type="button"
      class={`icon-button ${className}`}
      title={label}
      aria-label={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A copy button that confirms with a tick. */
export function CopyButton({ label, onCopy }: { label: string; onCopy: () => void }) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return undefined;
    const timer = setTimeout(() => setCopied(0), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    onCopy();
    setCopied(copied + 1);
  };
  return (
    <IconButton
      icon={copied > 0 ? 'check' : 'copy'}
      label={copied > 0 ? t('Copied') : label}
      onClick={copy}
    />
  );
}

/** A button with words. With `submits` it is the one that sends its form. One that `waits` keeps the keyboard. */
export function TextButton(props: {
  children: ComponentChildren;
  onClick?: () => void;
  look?: 'primary' | 'secondary' | 'quiet';
  submits?: boolean;
  title?: string;
  disabled?: boolean;
  waits?: boolean;
}) {
  const { children, onClick, look = 'secondary', submits = false, title } = props;
  const { disabled = false, waits = false } = props;
  return (
    <button
      type={submits ? 'submit' : 'button'}
      class={`text-button ${look}`}
      title={title}
      disabled={disabled}
      aria-disabled={waits || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** A sentence, with `children` in the place of its `{0}`: where that stands is the language's business. */
export function Filled({ text, children }: { text: string; children: ComponentChildren }) {
  const [before, after] = text.split('{0}');
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
