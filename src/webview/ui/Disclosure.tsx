/** A part that only the user opens and closes, except one that is open by itself while it goes on. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useChat } from './chatContext.ts';
import { Icon } from './controls.tsx';

/** `id` is the key of its state. `below` is always visible; `children` draws the content once open. */
export function Disclosure(props: {
  id: string;
  label: ComponentChildren;
  children: () => ComponentChildren;
  class?: string | undefined;
  below?: ComponentChildren | undefined;
  title?: string | undefined;
  /** The part is open until the user closes it, rather than closed until the user opens it. */
  opensByItself?: boolean | undefined;
}) {
  const { id, label, children, class: className = '', below, title, opensByItself = false } = props;
  const { view, scroll } = useChat();
  const bodyId = useId();
  const key = opensByItself ? `${id} closed` : id;
  const open = view.isOpen(key).value !== opensByItself;
  const toggle = (): void => {
    scroll.holdStill(open);
    view.toggle(key);
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
