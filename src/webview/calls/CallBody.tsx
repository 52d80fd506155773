/** What a call was asked and what it answered. */
import type { ComponentChildren } from 'preact';
import type { CallView } from '../../protocol/index.ts';
import { useChat } from '../chat/context.ts';
import { CopyButton, Icon, IconButton, TextButton } from '../chat/controls.tsx';
import { CodeText, ResultPart } from './ResultPart.tsx';
import { formatBytes } from './format.ts';
import { adviceFor, isOpenCall } from './names.ts';
import { copyText, readable } from './parts.ts';

export function CallBody({ id, call }: { id: string; call: CallView }) {
  const { post } = useChat();
  const { argsText, result, status } = call;
  const args = readable(argsText);
  const failed = status === 'error' || status === 'timeout';
  return (
    <>
      <Section
        title="Arguments"
        onCopy={() => post({ type: 'copy', text: args.text })}
        onOpen={() => post({ type: 'openCall', id, what: 'arguments' })}
      >
        {args.text.trim() === '' || args.text === '{}' ? (
          <div class="call-none">None</div>
        ) : (
          <CodeText {...args} onMore={() => post({ type: 'openCall', id, what: 'arguments' })} />
        )}
      </Section>
      {result ? (
        <Section
          title={failed ? 'Error' : 'Result'}
          failed={failed}
          onCopy={() => post({ type: 'copy', text: copyText(result) })}
          onOpen={() => post({ type: 'openCall', id, what: 'result' })}
        >
          {result.length === 0 && <div class="call-none">Nothing</div>}
          {result.map((part, index) => (
            <ResultPart key={index} part={part} callId={id} />
          ))}
          {call.cutBytes !== undefined && call.cutBytes > 0 && <Cut id={id} bytes={call.cutBytes} />}
        </Section>
      ) : (
        isOpenCall(status) && <div class="call-none">No result yet</div>
      )}
      <CallFoot id={id} call={call} />
    </>
  );
}

/** What to do with the call as a whole, and under which name the model made it. */
function CallFoot({ id, call }: { id: string; call: CallView }) {
  const { post, store } = useChat();
  const { source, status, byUser, wireName } = call;
  const idle = store.status.value?.turn === 'idle';
  const advice = adviceFor(call);
  return (
    <div class="call-foot">
      {byUser && <div class="call-none">You had this run again. The model does not know of it.</div>}
      {advice !== undefined && <div class="call-advice">{advice}</div>}
      <div class="actions">
        {!isOpenCall(status) && source.kind !== 'unknown' && (
          <TextButton look="quiet" disabled={!idle} onClick={() => post({ type: 'runAgain', id })}>
            <Icon name="debug-rerun" /> Run again
          </TextButton>
        )}
        {source.kind === 'mcp' && (
          <TextButton look="quiet" onClick={() => post({ type: 'showServer', server: source.server })}>
            <Icon name="list-tree" /> Show server
          </TextButton>
        )}
        {advice !== undefined && (
          <TextButton look="quiet" onClick={() => post({ type: 'action', action: 'showLog' })}>
            <Icon name="output" /> Show log
          </TextButton>
        )}
        <span class="call-wire" title="The name that the model used">
          {wireName}
        </span>
      </div>
    </div>
  );
}

function Section(props: {
  title: string;
  failed?: boolean;
  onCopy: () => void;
  onOpen: () => void;
  children: ComponentChildren;
}) {
  const { title, failed = false, onCopy, onOpen, children } = props;
  const what = title.toLowerCase();
  return (
    <div class={`call-section ${failed ? 'failed' : ''}`} role="group" aria-label={title}>
      <div class="call-section-bar">
        <span class="call-section-title">{title}</span>
        <CopyButton label={`Copy ${what}`} onCopy={onCopy} />
        <IconButton icon="go-to-file" label={`Open ${what} in an editor`} onClick={onOpen} />
      </div>
      {children}
    </div>
  );
}

/** Says how much is not shown here, and opens all of it. */
function Cut({ id, bytes }: { id: string; bytes: number }) {
  const { post } = useChat();
  return (
    <div class="call-cut">
      <span>… {formatBytes(bytes)} more</span>
      <TextButton look="quiet" onClick={() => post({ type: 'openCall', id, what: 'result' })}>
        Open all
      </TextButton>
    </div>
  );
}
