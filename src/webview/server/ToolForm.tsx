import { t } from '@vscode/l10n';
import { useId, useState } from 'preact/hooks';
import type { FormValues, ManualCallView, ServerHostMessage, ToolField } from '../../protocol/index.ts';
import { statuses } from '../state/callNames.ts';
import { formatDuration } from '../ui/format.ts';
import { JsonField } from '../ui/fields.tsx';
import { plainPart } from '../calls/parts.ts';
import { CodeText } from '../calls/ResultPart.tsx';
import { Icon, TextButton } from '../ui/controls.tsx';
import { FieldControl, FieldLabel } from '../questions/FieldControl.tsx';
import { argumentsOf, startForm } from './args.ts';
import type { PageProps } from './state.ts';

type Known = Extract<ServerHostMessage, { type: 'tool' }>;

export function ToolForm({ tool, known, state, post }: PageProps & { tool: string; known: Known }) {
  const { fields } = known;
  const [values, setValues] = useState<FormValues>(() => startForm(fields ?? []));
  const [json, setJson] = useState<string | undefined>(fields ? undefined : '{}');
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const call = state.call.value?.tool === tool ? state.call.value.call : undefined;
  const isRunning = call?.status === 'running';
  const read = () => argumentsOf(fields ?? [], values);
  const run = (): void => {
    if (isRunning) return;
    if (json !== undefined) return post({ type: 'call', tool, argsText: json });
    const made = read();
    setProblems(made.ok ? new Map() : made.problems);
    if (made.ok) post({ type: 'call', tool, argsText: JSON.stringify(made.args) });
  };
  const toJson = (): void => {
    const made = read();
    setProblems(made.ok ? new Map() : made.problems);
    if (made.ok) setJson(JSON.stringify(made.args, null, 2));
  };
  return (
    <>
      <form
        class="tool-form"
        aria-label={t('Arguments')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        {json !== undefined ? (
          <JsonField value={json} onChange={setJson} />
        ) : fields?.length === 0 ? (
          <p class="page-quiet">{t('The tool takes no arguments.')}</p>
        ) : (
          fields?.map((field) => (
            <ToolFieldControl
              key={field.name}
              field={field}
              value={values[field.name]}
              problem={problems.get(field.name)}
              onChange={(value) => setValues((all) => ({ ...all, [field.name]: value }))}
            />
          ))
        )}
        <div class="actions">
          <TextButton look="primary" submits>
            {isRunning ? t('Running…') : t('Run Tool')}
          </TextButton>
          {isRunning && <TextButton onClick={() => post({ type: 'cancelCall' })}>{t('Cancel')}</TextButton>}
          {fields && (
            <TextButton onClick={() => (json === undefined ? toJson() : setJson(undefined))}>
              {json === undefined ? t('Edit as JSON') : t('Back to Form')}
            </TextButton>
          )}
        </div>
      </form>
      {call && <Outcome call={call} />}
    </>
  );
}

function Outcome({ call }: { call: ManualCallView }) {
  if (call.status === 'refused')
    return (
      <p class="tool-problem" role="alert">
        {call.problem}
      </p>
    );
  if (call.status === 'running') {
    const { message, progress, total } = call.progress ?? {};
    const share = total === undefined ? String(progress ?? '') : t('{0} of {1}', progress ?? 0, total);
    return (
      <p class="page-quiet" role="status">
        <Icon name="loading" spin /> {[t('Running'), share, message].filter(Boolean).join(' · ')}
      </p>
    );
  }
  const { label, icon } = statuses()[call.status];
  return (
    <section aria-label={t('Result')} class="tool-outcome">
      <p class={`tool-status ${call.status}`} role="status">
        <Icon name={icon} /> {label} <span class="page-quiet">{formatDuration(call.durationMs)}</span>
      </p>
      {call.content.length === 0 && <p class="page-quiet">{t('The tool returned no content.')}</p>}
      {call.content.map((part, index) => (
        <CodeText key={index} {...plainPart(part)} />
      ))}
      {call.isCut && (
        <p class="page-quiet">
          {t('Only part of the result is shown. The call history has the complete result.')}
        </p>
      )}
    </section>
  );
}

function ToolFieldControl(props: {
  field: ToolField;
  value: FormValues[string] | undefined;
  problem: string | undefined;
  onChange: (value: FormValues[string]) => void;
}) {
  const { field, value, problem, onChange } = props;
  const id = useId();
  const isText = field.kind === 'text' && field.format === undefined;
  if (field.kind !== 'json' && !isText)
    return <FieldControl {...{ field, value, problem, onChange }} none={t('Not set')} />;
  const { description, required } = field;
  return (
    <div class={`field ${problem === undefined ? '' : 'invalid'}`}>
      <label for={id}>
        <FieldLabel field={field} />
        {field.kind === 'json' && <span class="page-quiet"> JSON</span>}
      </label>
      <textarea
        id={id}
        class={`field-input tool-area ${field.kind}`}
        rows={1}
        spellcheck={false}
        aria-required={required}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-about`}
        value={String(value ?? '')}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div id={`${id}-about`}>
        {description !== undefined && <div class="field-about">{description}</div>}
        {problem !== undefined && (
          <div class="field-problem">
            <Icon name="error" />
            <span>{problem}</span>
          </div>
        )}
      </div>
    </div>
  );
}
