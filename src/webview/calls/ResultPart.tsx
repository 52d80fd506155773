/** Draws one part of a result. Everything in it comes from a server and is shown as text or media only. */
import { headText } from '../../base/common/cut.ts';
import { sliced, type TerminalStyles } from '../../base/common/terminalText.ts';
import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ContentPart } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { Picture } from '../ui/Picture.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { colour } from '../markdown/colourCode.ts';
import { isOpenable } from '../markdown/links.ts';
import { formatBytes } from '../ui/format.ts';
import { Words } from './Exact.tsx';
import { base64Bytes, jsonText, mediaUri, formattedText } from './parts.ts';
import { styledFragment } from './terminalDom.ts';

/** Characters; longer text opens in an editor. The host cuts results, but indenting makes JSON longer. */
const MAX_SHOWN = 30_000;

export function ResultPart(props: { part: ContentPart; callId: string; markdown?: string | undefined }) {
  const { part, callId, markdown } = props;
  const openAll = useOpenResult(callId);
  switch (part.type) {
    case 'text':
      if (markdown !== undefined) return <MarkdownText text={markdown} />;
      return <CodeText {...formattedText(part.text)} styles={part.styles} onMore={openAll} />;
    case 'json':
      return <CodeText text={jsonText(part.value)} language="json" onMore={openAll} />;
    case 'image':
    case 'audio':
      return <Media kind={part.type} mimeType={part.mimeType} data={part.data} callId={callId} />;
    case 'link':
      return <LinkCard part={part} callId={callId} />;
    case 'resource':
      return <ResourceCard part={part} callId={callId} markdown={markdown} />;
  }
}

function useOpenResult(callId: string): () => void {
  const { post } = useChat();
  return () => post({ type: 'openCall', id: callId, what: 'result' });
}

export function CodeText(props: {
  text: string;
  language: 'json' | 'diff' | '';
  styles?: TerminalStyles | undefined;
  onMore?: (() => void) | undefined;
}) {
  const { text, language, styles, onMore } = props;
  const element = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const { length } = headText(text, MAX_SHOWN);
    current.replaceChildren(styledFragment(sliced({ text, styles }, 0, length)));
    if (language !== '') colour(current, language, 'prose');
  }, [text, language, styles]);
  const rest = text.length - MAX_SHOWN;
  return (
    <>
      {/* Prose may be read from right to left, code never. */}
      <pre
        class="call-text terminal-text"
        dir={language === '' ? 'auto' : 'ltr'}
        tabIndex={0}
        ref={element}
      />
      {rest > 0 && <CutNote bytes={rest} onOpen={onMore} />}
    </>
  );
}

export function CutNote({ bytes, onOpen }: { bytes: number; onOpen: (() => void) | undefined }) {
  return (
    <div class="call-cut">
      <span>{t('… {0} more', formatBytes(bytes))}</span>
      {onOpen && (
        <TextButton look="quiet" onClick={onOpen}>
          {t('Open all')}
        </TextButton>
      )}
    </div>
  );
}

function MarkdownText({ text }: { text: string }) {
  return (
    <div class="call-markdown" role="group" aria-label={t('Formatted text')} tabIndex={0}>
      <Markdown text={text} complete />
    </div>
  );
}

function Media(props: { kind: 'image' | 'audio'; mimeType: string; data: string; callId: string }) {
  const { kind, mimeType, data, callId } = props;
  const uri = useMemo(() => mediaUri(kind, mimeType, data), [kind, mimeType, data]);
  if (uri === undefined)
    return (
      <Card
        icon={kind === 'image' ? 'file-media' : 'unmute'}
        title={kind === 'image' ? t('Image that cannot be shown here') : t('Audio that cannot be shown here')}
        details={[mimeType, formatBytes(base64Bytes(data))]}
      >
        <OpenButton callId={callId} />
      </Card>
    );
  return kind === 'image' ? (
    <Picture src={uri} alt={t('Image from the tool, {0}', mimeType)} />
  ) : (
    <audio class="call-audio" controls src={uri} aria-label={t('Audio from the tool, {0}', mimeType)} />
  );
}

function LinkCard({ part, callId }: { part: Extract<ContentPart, { type: 'link' }>; callId: string }) {
  const { uri, name, title, description, mimeType } = part;
  const shown = title ?? name;
  const isDiff = uri.startsWith('patchbay-diff:');
  return (
    <Card
      icon={isDiff ? 'diff' : 'link'}
      title={
        isDiff || isOpenable(uri) ? (
          <a href={uri} title={isDiff ? shown : uri}>
            <Words text={shown} />
          </a>
        ) : (
          <ResourceName uri={uri} callId={callId}>
            <Words text={shown} />
          </ResourceName>
        )
      }
      details={[...(isDiff ? [] : [uri]), ...(mimeType === undefined ? [] : [mimeType])]}
    >
      {description && (
        <div class="card-text">
          <Words text={description} />
        </div>
      )}
    </Card>
  );
}

function ResourceCard(props: {
  part: Extract<ContentPart, { type: 'resource' }>;
  callId: string;
  markdown: string | undefined;
}) {
  const { part, callId, markdown } = props;
  const { uri, mimeType, text, blob } = part;
  const openAll = useOpenResult(callId);
  const kind = mimeType?.startsWith('audio/') ? 'audio' : 'image';
  const shown = blob !== undefined && mimeType !== undefined && mediaUri(kind, mimeType, blob) !== undefined;
  return (
    <Card
      icon="file"
      title={
        <ResourceName uri={uri} callId={callId}>
          <Words text={uri} />
        </ResourceName>
      }
      details={mimeType === undefined ? [] : [mimeType]}
    >
      {text !== undefined &&
        (markdown === undefined ? (
          <CodeText {...formattedText(text)} onMore={openAll} />
        ) : (
          <MarkdownText text={markdown} />
        ))}
      {shown && <Media kind={kind} mimeType={mimeType} data={blob} callId={callId} />}
      {text === undefined && !shown && <OpenButton callId={callId} />}
    </Card>
  );
}

function ResourceName(props: { uri: string; callId: string; children: ComponentChildren }) {
  const { uri, callId, children } = props;
  const { store, post } = useChat();
  const item = store.item(callId)?.value;
  const source = item?.kind === 'call' ? item.call.source : undefined;
  if (source?.kind !== 'mcp') return <>{children}</>;
  return (
    <button
      type="button"
      class="resource-name"
      title={t('Open {0}', uri)}
      onClick={() => post({ type: 'openResource', server: source.server, uri })}
    >
      {children}
    </button>
  );
}

function OpenButton({ callId }: { callId: string }) {
  return <TextButton onClick={useOpenResult(callId)}>{t('Open')}</TextButton>;
}

function Card(props: {
  icon: string;
  title: ComponentChildren;
  details: readonly string[];
  children?: ComponentChildren | undefined;
}) {
  const { icon, title, details, children } = props;
  return (
    <div class="card">
      <Icon name={icon} class="card-icon" />
      <div class="card-content">
        <div class="card-title">{title}</div>
        {details.length > 0 && (
          <div class="card-details">
            <Words text={details.join(' · ')} />
          </div>
        )}
        {children}
      </div>
    </div>
  );
}
