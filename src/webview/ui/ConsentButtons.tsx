/** The buttons of each request for consent: Allow, for as long as is chosen beside it, and Deny, with a reason. */
import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { TextButton } from './controls.tsx';
import { useEscape } from './escape.ts';
import { Choice } from './fields.tsx';

interface Allowing<Scope extends string> {
  readonly label: string;
  /** The button submits its form if this is absent. */
  readonly onClick?: (() => void) | undefined;
  readonly scope?:
    | {
        readonly value: Scope;
        readonly options: readonly (readonly [Scope, string])[];
        readonly onChoose: (scope: Scope) => void;
      }
    | undefined;
}

interface Denying {
  /** The button submits its form if this is absent. */
  readonly onDeny?: (() => void) | undefined;
  readonly reason?: ReasonField | undefined;
}

interface ReasonField {
  /** The field is shown in place of the buttons. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Both say who reads the reason: `label` to screen readers, `placeholder` while the field is empty. */
  readonly label: string;
  readonly placeholder: string;
}

/** `onCancel`: neither allows nor denies. */
export function ConsentButtons<Scope extends string = never>(props: {
  allow: Allowing<Scope>;
  deny: Denying;
  onCancel?: (() => void) | undefined;
}) {
  const { allow, deny, onCancel } = props;
  const isOpen = deny.reason?.isOpen ?? false;
  const element = useRef<HTMLDivElement>(null);
  // The keyboard returns to the button that opened the field of the reason.
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    const isFree = document.activeElement === document.body;
    if (wasOpen.current && !isOpen && isFree) element.current?.querySelector<HTMLElement>('.deny')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div ref={element} class={`actions consent ${isOpen ? '' : 'decide'}`}>
      {deny.reason && isOpen ? (
        <DenyReason field={deny.reason} onDeny={deny.onDeny} />
      ) : (
        <Buttons allow={allow} deny={deny} onCancel={onCancel} />
      )}
    </div>
  );
}

/**
 * Handles the keys of a card with these buttons, wherever its focus is. The card must have the handlers of
 * `deliberate`.
 */
export function handleConsentKey(event: KeyboardEvent, card: Element | null, deny: () => void): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return;
  if (event.key === 'Enter') card?.querySelector<HTMLElement>('.consent .primary')?.click();
  // The key deletes a word in a text field.
  else if (event.key === 'Backspace' && card?.querySelector('.consent') && !isTextField(event.target)) deny();
  else return;
  event.preventDefault();
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=checkbox], [type=radio]), textarea');
}

function Buttons<Scope extends string>(props: {
  allow: Allowing<Scope>;
  deny: Denying;
  onCancel: (() => void) | undefined;
}) {
  const { allow, deny, onCancel } = props;
  const { label, onClick, scope } = allow;
  const { reason, onDeny } = deny;
  const onPress = reason ? () => reason.onOpen(true) : onDeny;
  return (
    <>
      <span class="split-button">
        <TextButton look="primary" submits={!onClick} onClick={onClick}>
          {label}
        </TextButton>
        {scope && <Choice class="approval-choice" label={t('Duration')} {...scope} />}
      </span>
      <TextButton class="deny" onClick={onPress}>
        {reason ? t('Deny…') : t('Deny')}
      </TextButton>
      {onCancel && (
        <TextButton look="quiet" title={t('Cancel (Escape)')} onClick={onCancel}>
          {t('Cancel')}
        </TextButton>
      )}
    </>
  );
}

function DenyReason({ field, onDeny }: { field: ReasonField; onDeny: (() => void) | undefined }) {
  const { text, label, placeholder, onText, onOpen } = field;
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const back = (): void => onOpen(false);
  useEscape(true, back);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.isComposing) {
      event.preventDefault();
      return back();
    }
    // Enter does nothing by itself without a form.
    if (!onDeny || event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    onDeny();
  };
  return (
    <>
      <input
        ref={input}
        class="field-input approval-reason"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <TextButton look="primary" submits={!onDeny} onClick={onDeny}>
        {t('Deny')}
      </TextButton>
      <TextButton look="quiet" onClick={back}>
        {t('Back')}
      </TextButton>
    </>
  );
}
