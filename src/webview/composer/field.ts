/** How the composer's text field behaves beside its text. */
import { useLayoutEffect } from 'preact/hooks';
import { useChat } from '../chat/context.ts';

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
