/** Only the user opens and closes it. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useChat } from './chatContext.ts';
import { Icon } from './controls.tsx';

/** `id` is the key of its state. `below` is always visible; `children` draws the content once open. */
export function Disclosure(props: {
  id: string;
  label: ComponentChildren;
  children: () => ComponentChildren;
  class?: string;
  below?: ComponentChildren;
  title?: string;
}) {
  const { id, label, children, class: className = '', below, title } = props;
  const { view, scroll } = useChat();
  const bodyId = useId();
  const open = view.isOpen(id).value;
  const toggle = (): void => {
    scroll.holdStill();
    view.toggle(id);
  };
  return (
    <div class={`disclosure ${className} ${open ? 'open' : ''}`}>
      <button
        type="button"
        class="disclosure-button"
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        title={title}
        onClick={toggle}
      >
        <Icon name="chevron-right" class="chevron" />
        {label}
      </button>
      {below}
      {open && (
        <div class="disclosure-body" id={bodyId}>
          {children()}
        </div>
      )}
    </div>
  );
}
