import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CallView } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { CopyButton, Icon, IconButton, TextButton } from '../ui/controls.tsx';
import { CallNotes } from './CallNotes.tsx';
import { CodeText, CutNote, ResultPart } from './ResultPart.tsx';
import { adviceFor, isOpenCall } from '../state/callNames.ts';
import { readable } from './parts.ts';
import { showHiddenHtml } from '../markdown/hiddenText.ts';
import { escapeHtml } from '../markdown/codeBlock.ts';
import { sanitise } from '../markdown/sanitise.ts';

export function CallBody({ id, call }: { id: string; call: CallView }) {
  const { post } = useChat();
  const { argsText, result, status } = call;
  const args = readable(argsText);
  const failed = status === 'error' || status === 'timeout';
  return (
    <>
      <CallNotes call={call} />
      <Section
        what="arguments"
        onCopy={() => post({ type: 'copy', text: args.text })}
        onOpen={() => post({ type: 'openCall', id, what: 'arguments' })}
      >
        {args.text.trim() === '' || args.text === '{}' ? (
          <div class="call-none">{t({ message: 'None', comment: 'of arguments' })}</div>
        ) : (
          <CodeText {...args} onMore={() => post({ type: 'openCall', id, what: 'arguments' })} />
        )}
      </Section>
      {result && (
        <Section
          what={failed ? 'error' : 'result'}
          onCopy={() => post({ type: 'copyResult', id })}
          onOpen={() => post({ type: 'openCall', id, what: 'result' })}
        >
          {result.length === 0 && (
            <div class="call-none">{t({ message: 'Nothing', comment: 'a tool returned it' })}</div>
          )}
          {result.map((part, index) => (
            <ResultPart key={index} part={part} callId={id} />
          ))}
          {call.cutBytes !== undefined && call.cutBytes > 0 && (
            <CutNote bytes={call.cutBytes} onOpen={() => post({ type: 'openCall', id, what: 'result' })} />
          )}
        </Section>
      )}
      <Written call={call} />
      <CallFoot id={id} call={call} />
    </>
  );
}

/** Output while the call runs. Its room is there from the start, so nothing moves when text comes. */
function Written({ call: { output, result, status } }: { call: CallView }) {
  const { post } = useChat();
  const written = output && (
    <Section what="output" onCopy={() => post({ type: 'copy', text: output })}>
      <GrowingText text={output} />
    </Section>
  );
  if (result || !isOpenCall(status)) return written || null;
  return (
    <div class={`call-written ${status}`}>{written || <div class="call-none">{t('No result yet')}</div>}</div>
  );
}

function CallFoot({ id, call }: { id: string; call: CallView }) {
  const { post, store } = useChat();
  const { source, status, byUser, wireName } = call;
  const idle = store.status.value?.turn === 'idle';
  const advice = adviceFor(call);
  return (
    <div class="call-foot">
      {byUser && (
        <div class="call-none">{t('You ran this call again. The model does not see the result.')}</div>
      )}
      {advice !== undefined && <div class="call-advice">{advice}</div>}
      <div class="actions">
        {!isOpenCall(status) && source.kind !== 'unknown' && (
          <TextButton look="quiet" disabled={!idle} onClick={() => post({ type: 'runAgain', id })}>
            <Icon name="debug-rerun" /> {t('Run again')}
          </TextButton>
        )}
        {source.kind === 'mcp' && (
          <TextButton look="quiet" onClick={() => post({ type: 'showServer', server: source.server })}>
            <Icon name="list-tree" /> {t('Show server')}
          </TextButton>
        )}
        {advice !== undefined && (
          <TextButton look="quiet" onClick={() => post({ type: 'action', action: 'showLog' })}>
            <Icon name="output" /> {t('Show log')}
          </TextButton>
        )}
        <span class="call-wire" title={t('Name of the tool for the model')}>
          {wireName}
        </span>
      </div>
    </div>
  );
}

type Part = 'arguments' | 'result' | 'error' | 'output';

function Section(props: {
  what: Part;
  onCopy: () => void;
  onOpen?: () => void;
  children: ComponentChildren;
}) {
  const { what, onCopy, onOpen, children } = props;
  const { title, copy, open } = wordsOf(what);
  return (
    <div class={`call-section ${what === 'error' ? 'failed' : ''}`} role="group" aria-label={title}>
      <div class="call-section-bar">
        <span class="call-section-title">{title}</span>
        <CopyButton label={copy} onCopy={onCopy} />
        {onOpen && open !== undefined && <IconButton icon="go-to-file" label={open} onClick={onOpen} />}
      </div>
      {children}
    </div>
  );
}

function wordsOf(what: Part): { readonly title: string; readonly copy: string; readonly open?: string } {
  switch (what) {
    case 'arguments':
      return {
        title: t('Arguments'),
        copy: t('Copy arguments'),
        open: t('Open arguments in an editor'),
      };
    case 'result':
      return { title: t('Result'), copy: t('Copy result'), open: t('Open result in an editor') };
    case 'error':
      return { title: t('Error'), copy: t('Copy error'), open: t('Open error in an editor') };
    case 'output':
      return { title: t('Output while running'), copy: t('Copy output') };
  }
}

/** Distance from the end that counts as the end, in pixels: zoom makes fractions. */
const NEAR = 2;

/** Follows its end while the user is there, and keeps a selection. */
function GrowingText({ text }: { text: string }) {
  const element = useRef<HTMLPreElement>(null);
  const shown = useRef('');
  const follows = useRef(true);
  const keepToEnd = (): void => {
    if (follows.current && element.current) element.current.scrollTop = element.current.scrollHeight;
  };
  // A narrower side bar wraps lines differently.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(keepToEnd);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const grows = text.startsWith(shown.current);
    const added = sanitise(
      showHiddenHtml(escapeHtml(grows ? text.slice(shown.current.length) : text), 'prose'),
    );
    if (grows) current.append(added);
    else current.replaceChildren(added);
    shown.current = text;
    keepToEnd();
  }, [text]);
  return (
    <pre
      class="call-text"
      dir="auto"
      tabIndex={0}
      ref={element}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - clientHeight - scrollTop <= NEAR;
      }}
    />
  );
}
