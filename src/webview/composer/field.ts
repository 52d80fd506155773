/** How the composer's text field behaves beside its text. */
import { useLayoutEffect } from 'preact/hooks';
import { useChat } from '../chat/context.ts';

/**
 * While a list is open the field is a combobox, which has an expanded state; otherwise it is the text field that it
 * is. The types of JSX know only the latter.
 */
export function useComboboxRole(
  input: { readonly current: HTMLTextAreaElement | null },
  isOpen: boolean,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const element = input.current;
    element?.setAttribute('role', 'combobox');
    element?.setAttribute('aria-expanded', 'true');
    return () => {
      element?.removeAttribute('role');
      element?.removeAttribute('aria-expanded');
    };
  }, [isOpen]);
}

/** Takes the keyboard when the host or an example asks for it, with the caret at the end. */
export function useFocusOnDemand(input: { readonly current: HTMLTextAreaElement | null }): void {
  const { view } = useChat();
  const { value } = view.focusWanted;
  useLayoutEffect(() => {
    const element = input.current;
    if (value === 0 || !element) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [value]);
}
