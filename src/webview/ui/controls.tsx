import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A decorative codicon: a label must say the same. */
export function Icon({
  name,
  spin = false,
  class: className = '',
}: {
  name: string;
  spin?: boolean | undefined;
  class?: string | undefined;
}) {
  const turning = spin ? ' codicon-modifier-spin' : '';
  return <span class={`codicon codicon-${name}${turning} ${className}`} aria-hidden="true" />;
}

/** `pressed`: it switches something on and off. `waits`: disabled, but keeps the focus. */
export function IconButton(props: {
  icon: string;
  label: string;
  onClick: () => void;
  class?: string | undefined;
  pressed?: boolean | undefined;
  waits?: boolean | undefined;
}) {
  const { icon, label, onClick, class: className = '', pressed, waits = false } = props;
  return (
    <button
      type="button"
      class={`icon-button ${className}`}
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={waits || undefined}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

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

export function TextButton(props: {
  children: ComponentChildren;
  onClick?: (() => void) | undefined;
  look?: 'primary' | 'secondary' | 'quiet' | undefined;
  class?: string | undefined;
  submits?: boolean | undefined;
  title?: string | undefined;
  disabled?: boolean | undefined;
  waits?: boolean | undefined;
}) {
  const { children, onClick, look = 'secondary', class: className = '', submits = false, title } = props;
  const { disabled = false, waits = false } = props;
  return (
    <button
      type={submits ? 'submit' : 'button'}
      class={`text-button ${look} ${className}`.trimEnd()}
      title={title}
      disabled={disabled}
      aria-disabled={waits || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

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
