/** A call that waits for the user's word: what would run, for how long that may hold, and the way to refuse. */
import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type {
  Approval as Asked,
  ApprovalScope,
  CallView,
  Verdict,
  ToolSource,
} from '../../protocol/index.ts';
import { focusNextAsked } from '../chat/nextAsked.ts';
import { useChat } from '../chat/context.ts';
import { Icon, TextButton } from '../chat/controls.tsx';
import { CodeText } from './ResultPart.tsx';
import { JsonField } from './JsonField.tsx';
import { callName, sourceName } from './names.ts';
import { readable } from './parts.ts';

type Covers = Extract<Verdict, { action: 'allow' }>['covers'];

const scopes = (): Readonly<Record<ApprovalScope, string>> => ({
  once: t('this time'),
  conversation: t('in this conversation'),
  workspace: t('in this workspace'),
  always: t('always'),
});

export function Approval({ id, call, approval }: { id: string; call: CallView; approval: Asked }) {
  const { post, view } = useChat();
  const form = useRef<HTMLFormElement>(null);
  const [scope, setScope] = useState<ApprovalScope>('once');
  const [covers, setCovers] = useState<Covers>('tool');
  const [edited, setEdited] = useKept(id);
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const source = sourceName(call.source);
  const allow = (): void => {
    const argsText = edited === undefined ? {} : { argsText: edited };
    post({ type: 'verdict', id, verdict: { action: 'allow', scope, covers, ...argsText } });
  };
  const deny = (): void => post({ type: 'verdict', id, verdict: { action: 'deny', reason } });
  const submit = (event: Event): void => {
    event.preventDefault();
    if (refusing) deny();
    else allow();
  };
  // The field for the reason goes, and the keyboard back to what opened it.
  const wasRefusing = useRef(false);
  useLayoutEffect(() => {
    if (wasRefusing.current && !refusing)
      form.current?.querySelector<HTMLElement>('.actions > button:last-child')?.focus();
    wasRefusing.current = refusing;
  }, [refusing]);
  // The form goes when it was answered: the keyboard goes on to what is asked next.
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      view.forgetForm(id);
      if (element?.contains(document.activeElement))
        focusNextAsked(element, () => (view.focusWanted.value += 1));
    };
  }, []);
  return (
    <form
      ref={form}
      class="approval"
      aria-label={t('{0} of {1} waits for your permission', callName(call), source)}
      onSubmit={submit}
    >
      {approval.changed && (
        <p class="approval-warning">
          <Icon name="warning" />{' '}
          {t('This is not what you allowed before: the tool or its server has changed.')}
        </p>
      )}
      {approval.says.length > 0 && <p class="approval-says">{saying(approval.says)}</p>}
      <Arguments argsText={call.argsText} edited={edited} problem={approval.problem} onEdit={setEdited} />
      {refusing ? (
        <Refusal reason={reason} onReason={setReason} onBack={() => setRefusing(false)} />
      ) : (
        <div class="actions">
          <TextButton look="primary" submits>
            {t('Allow')}
          </TextButton>
          <span class="approval-choices">
            <Choice label={t('For how long')} value={scope} options={scopes()} onChange={setScope} />
            {scope !== 'once' && (
              <Choice
                label={t('Which tools')}
                value={covers}
                options={coverages(approval, call.source)}
                onChange={setCovers}
              />
            )}
          </span>
          <TextButton onClick={() => setRefusing(true)}>{t('Deny…')}</TextButton>
        </div>
      )}
    </form>
  );
}

/** The arguments as the user is changing them, if so. They outlive the page, until the call was answered. */
function useKept(id: string): [string | undefined, (text: string | undefined) => void] {
  const { view } = useChat();
  const [text, setText] = useState(() => view.form(id)?.['arguments']);
  const keep = (changed: string | undefined): void => {
    setText(changed);
    if (changed === undefined) view.forgetForm(id);
    else view.keepForm(id, { arguments: changed });
  };
  return [typeof text === 'string' ? text : undefined, keep];
}

/** Why the call must not run, in words for the model. */
function Refusal(props: { reason: string; onReason: (reason: string) => void; onBack: () => void }) {
  const { reason, onReason, onBack } = props;
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  return (
    <div class="actions">
      <input
        ref={input}
        class="field-input approval-reason"
        aria-label={t('Why, for the model to read (may stay empty)')}
        placeholder={t('Why? The model reads it')}
        value={reason}
        onInput={({ currentTarget }) => onReason(currentTarget.value)}
      />
      <TextButton look="primary" submits>
        {t('Deny')}
      </TextButton>
      <TextButton look="quiet" onClick={onBack}>
        {t('Back')}
      </TextButton>
    </div>
  );
}

/** The arguments as they would be sent, and as text to change them. */
function Arguments(props: {
  argsText: string;
  edited: string | undefined;
  problem: string | undefined;
  onEdit: (text: string | undefined) => void;
}) {
  const { argsText, edited, problem, onEdit } = props;
  const args = readable(argsText);
  const field = useRef<HTMLTextAreaElement>(null);
  const isEdited = edited !== undefined;
  const wasEdited = useRef(isEdited);
  useLayoutEffect(() => {
    // Not where they come back with the page: nobody has pressed anything.
    if (isEdited && !wasEdited.current) field.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  if (edited === undefined) {
    const none = args.text.trim() === '' || args.text === '{}';
    return (
      <div class="approval-arguments">
        {none ? (
          <div class="call-none">{t('No arguments')}</div>
        ) : (
          <CodeText {...args} onMore={() => onEdit(args.text)} />
        )}
        <TextButton look="quiet" onClick={() => onEdit(args.text)}>
          {t('Edit arguments')}
        </TextButton>
      </div>
    );
  }
  return (
    <div class="approval-arguments">
      <JsonField element={field} value={edited} invalid={problem !== undefined} onChange={onEdit} />
      {problem !== undefined && (
        <div class="field-problem" role="alert">
          <Icon name="error" /> {problem}
        </div>
      )}
      <TextButton look="quiet" onClick={() => onEdit(undefined)}>
        {t('Undo the changes')}
      </TextButton>
    </div>
  );
}

function Choice<Value extends string>(props: {
  label: string;
  value: Value;
  options: Readonly<Partial<Record<Value, string>>>;
  onChange: (value: Value) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <select
      class="field-input approval-choice"
      aria-label={label}
      value={value}
      // The options are the keys of that type.
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
    >
      {Object.entries<string | undefined>(options).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}

function coverages({ says }: Asked, source: ToolSource): Readonly<Partial<Record<Covers, string>>> {
  const name = sourceName(source);
  return {
    tool: t('this tool'),
    ...(says.includes('readOnly') && { readOnly: t('what {0} calls read-only', name) }),
    source: source.kind === 'native' ? t('every built-in tool') : t('every tool of {0}', name),
  };
}

function saying(says: Asked['says']): string {
  const words = {
    readOnly: t('only reads'),
    destructive: t('can destroy things'),
    openWorld: t('reaches beyond this machine'),
  };
  const all = says.map((hint) => words[hint]).reduce((some, next) => t('{0} and {1}', some, next));
  return t({
    message: 'It says that it {0}.',
    comment: 'only reads, can destroy things, reaches beyond this machine',
    args: [all],
  });
}
