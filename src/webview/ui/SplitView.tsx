/** A list, with the details of the chosen row beside it, or below where the page is narrow. */
import { t } from '@vscode/l10n';
import type { ComponentChildren, JSX, Key } from 'preact';
import { IconButton } from './controls.tsx';
import { moveFocus } from './focus.ts';

export function SplitView({ list, details }: { list: JSX.Element; details: JSX.Element | undefined }) {
  return (
    <div class="split">
      {list}
      {details}
    </div>
  );
}

/** The list's rows. Arrow keys move the focus among them. */
export function Rows<Row>(props: {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  children: (row: Row) => JSX.Element;
}) {
  const { label, rows, keyOf, children } = props;
  return (
    <ul aria-label={label} onKeyDown={(event) => moveFocus(event, '.split-row')}>
      {rows.map((row) => (
        <li key={keyOf(row)}>{children(row)}</li>
      ))}
    </ul>
  );
}

export function RowButton(props: {
  class: string;
  isChosen: boolean;
  title?: string | undefined;
  onChoose: () => void;
  children: ComponentChildren;
}) {
  const { class: className, isChosen, title, onChoose, children } = props;
  return (
    <button
      type="button"
      class={`split-row ${className}`}
      aria-pressed={isChosen}
      title={title}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

export function Details(props: {
  label: string;
  heading: ComponentChildren;
  actions?: ComponentChildren | undefined;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const { label, heading, actions, onClose, children } = props;
  return (
    <section
      class="split-details"
      aria-label={label}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <header class="split-heading">
        <h2>{heading}</h2>
        <div class="page-actions">
          {actions}
          <IconButton icon="close" label={t('Close')} onClick={onClose} />
        </div>
      </header>
      {children}
    </section>
  );
}

/** Says why there is nothing to show. */
export function EmptyNote({
  children,
  role = 'status',
}: {
  children: string;
  role?: 'alert' | 'status' | undefined;
}) {
  return (
    <p class="page-empty" role={role}>
      {children}
    </p>
  );
}
