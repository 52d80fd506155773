import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Item, TurnSum, Usage } from '../../protocol/index.ts';
import { formatCount, formatDuration } from '../ui/format.ts';
import { dateFormat, spent, wholeNumber } from '../ui/language.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { useChat } from '../ui/chatContext.ts';
import { CopyButton, IconButton } from '../ui/controls.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { useFollowEnd } from '../ui/followEnd.ts';

/** `endsTurn`: nothing of this answer follows, so the buttons go here. */
export function AssistantMessage(props: { id: string; item: ReadonlySignal<Item>; endsTurn: boolean }) {
  const { id, item, endsTurn } = props;
  const { post, store, view, files } = useChat();
  const message = useRef<HTMLDivElement>(null);
  const isComplete = item.value.kind === 'assistant' && !item.value.streaming;
  useLayoutEffect(() => {
    if (isComplete && message.current) files.mark(message.current);
  }, [isComplete]);
  if (item.value.kind !== 'assistant') return null;
  const { text, reasoning, reasoningMs, streaming, took } = item.value;
  return (
    <div class="assistant-message" ref={message}>
      {reasoning && (
        <Reasoning id={id} text={reasoning} running={streaming && text === ''} ms={reasoningMs} />
      )}
      {text && <Markdown text={text} complete={!streaming} />}
      {endsTurn && !streaming && text && (
        <div class="message-tools">
          <CopyButton label={t('Copy answer')} onCopy={() => post({ type: 'copyAnswer', id })} />
          {store.status.value?.turn === 'idle' && (
            <IconButton
              icon="refresh"
              label={t('Answer again')}
              onClick={() => {
                post({ type: 'regenerate', id });
                view.focusComposer();
              }}
            />
          )}
          <IconButton
            icon="inspect"
            label={t('Model request')}
            onClick={() => post({ type: 'showRequest', id })}
          />
          {took && <Sum took={took} />}
        </div>
      )}
    </div>
  );
}

let whole: Intl.DateTimeFormat | undefined;

function Sum({ took: { at, ms, model, usage } }: { took: TurnSum }) {
  const time = formatDuration(ms);
  const tokens = usage && tokensText(usage);
  const [sent, received] = [usage?.inputTokens ?? 0, usage?.outputTokens ?? 0].map(wholeNumber);
  const details = [
    (whole ??= dateFormat({ dateStyle: 'medium', timeStyle: 'short' })).format(at),
    usage && t('{0} tokens sent, {1} received', sent ?? '', received ?? ''),
    usage?.cachedTokens && t('{0} of the sent tokens from the cache', wholeNumber(usage.cachedTokens)),
    usage?.cacheWriteTokens &&
      t('{0} of the sent tokens stored in the cache', wholeNumber(usage.cacheWriteTokens)),
    usage && priceText(usage),
    model,
  ];
  return (
    <span class="message-sum" title={details.filter(Boolean).join('\n')}>
      {[time, tokens, usage?.cost !== undefined && spent(usage), model].filter(Boolean).join(' · ')}
    </span>
  );
}

function tokensText({ inputTokens, outputTokens, cachedTokens }: Usage): string {
  const all = inputTokens + outputTokens;
  if (all === 0) return '';
  if (cachedTokens === undefined) return t('{0} tokens', formatCount(all));
  return t('{0} tokens ({1} cached)', formatCount(all), formatCount(cachedTokens));
}

function priceText(usage: Usage): string {
  if (usage.cost === undefined) return t('The price is not known.');
  return usage.unpriced
    ? t('Price: {0}, without requests whose price is not known', spent(usage))
    : t('Price: {0}', spent(usage));
}

function Reasoning(props: { id: string; text: string; running: boolean; ms: number | undefined }) {
  const { id, text, running, ms } = props;
  const thought = ms === undefined || ms < 1000 ? t('Thought') : t('Thought for {0}', formatDuration(ms));
  return (
    <Disclosure
      id={`${id} reasoning`}
      class={`reasoning ${running ? 'running' : ''}`}
      opensByItself={running}
      label={<span class={running ? 'shimmer' : ''}>{running ? t('Thinking…') : thought}</span>}
    >
      {() => (running ? <RunningThought text={text} /> : <Markdown text={text} complete />)}
    </Disclosure>
  );
}

function RunningThought({ text }: { text: string }) {
  const element = useRef<HTMLDivElement>(null);
  const onScroll = useFollowEnd(element);
  return (
    <div
      ref={element}
      class="running-thought"
      role="group"
      aria-label={t('Thinking…')}
      tabIndex={0}
      onScroll={onScroll}
    >
      <Markdown text={text} complete={false} />
    </div>
  );
}
