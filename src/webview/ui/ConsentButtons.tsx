/** The buttons of each request for consent: Allow, for as long as is chosen beside it, and Deny, with a reason. */
import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { TextButton } from './controls.tsx';
import { Choice } from './fields.tsx';

interface Allowing<Scope extends string> {
  readonly label: string;
  /** Absent: the button submits its form. */
  readonly onClick?: () => void;
  readonly scope?: {
    readonly value: Scope;
    readonly options: readonly (readonly [Scope, string])[];
    readonly onChoose: (scope: Scope) => void;
  };
}

interface Denying {
  /** The field for the reason is shown in place of the buttons. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  /** Who reads the reason: of the field, for screen readers, and in it while it is empty. */
  readonly label: string;
  readonly placeholder: string;
  /** Absent: the button submits its form. */
  readonly onDeny?: () => void;
}

export function ConsentButtons<Scope extends string>(props: { allow: Allowing<Scope>; deny: Denying }) {
  const { allow, deny } = props;
  const { isOpen } = deny;
  const element = useRef<HTMLDivElement>(null);
  // The reason's field goes: the keyboard returns to the button that opened it.
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) element.current?.querySelector<HTMLElement>('.deny')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div ref={element} class={`actions ${isOpen ? '' : 'decide'}`}>
      {isOpen ? <DenyReason {...deny} /> : <Buttons allow={allow} onDeny={() => deny.onOpen(true)} />}
    </div>
  );
}

function Buttons<Scope extends string>(props: { allow: Allowing<Scope>; onDeny: () => void }) {
  const { label, onClick, scope } = props.allow;
  return (
    <>
      <span class="split-button">
        <TextButton look="primary" submits={!onClick} {...(onClick && { onClick })}>
          {label}
        </TextButton>
        {scope && <Choice class="approval-choice" label={t('For how long')} {...scope} />}
      </span>
      <TextButton class="deny" onClick={props.onDeny}>
        {t('Deny…')}
      </TextButton>
    </>
  );
}

function DenyReason({ reason, label, placeholder, onReason, onDeny, onOpen }: Denying) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Without a form, Enter does nothing by itself.
    if (!onDeny || event.key !== 'Enter' || event.isComposing) return;
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
        value={reason}
        onInput={({ currentTarget }) => onReason(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <TextButton look="primary" submits={!onDeny} {...(onDeny && { onClick: onDeny })}>
        {t('Deny')}
      </TextButton>
      <TextButton look="quiet" onClick={() => onOpen(false)}>
        {t('Back')}
      </TextButton>
    </>
  );
}
