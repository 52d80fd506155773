/** Resources that go with a message: chips above the composer, and in the message once it is sent. */
import type { Attachment } from '../../protocol/index.ts';
import { useChat } from '../chat/context.ts';
import { Icon, IconButton } from '../chat/controls.tsx';

/** `onRemove` takes one away; without it they stay. A click opens the resource. */
export function AttachmentChips(props: {
  attachments: readonly Attachment[];
  onRemove?: (attachment: Attachment) => void;
}) {
  const { post } = useChat();
  const { attachments, onRemove } = props;
  if (attachments.length === 0) return null;
  return (
    <ul class="chips" aria-label="Attached resources">
      {attachments.map((attachment) => {
        const { server, uri, name } = attachment;
        return (
          <li class="chip" key={`${server} ${uri}`}>
            <button
              type="button"
              class="chip-open"
              title={`${uri} (${server})`}
              onClick={() => post({ type: 'openResource', server, uri })}
            >
              <Icon name="file" />
              <span class="chip-name">{name}</span>
            </button>
            {onRemove && (
              <IconButton
                icon="close"
                label={`Remove ${name}`}
                class="chip-remove"
                onClick={() => onRemove(attachment)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What goes with the draft, and why the draft came back. */
export function DraftAttachments() {
  const { view } = useChat();
  const attachments = view.attachments.value;
  const problem = view.problem.value;
  return (
    <>
      {problem !== undefined && (
        <div class="prompt-problem" role="alert">
          <Icon name="error" /> {problem}
        </div>
      )}
      <AttachmentChips
        attachments={attachments}
        onRemove={(gone) => {
          view.attach(view.attachments.peek().filter((each) => each !== gone));
          view.problem.value = undefined;
          view.focusWanted.value += 1;
        }}
      />
    </>
  );
}

/** Asks the host for a resource. Only where a server has some. */
export function AttachButton() {
  const { prompts, post } = useChat();
  if (!prompts.offer.value.hasResources) return null;
  return (
    <IconButton
      icon="attach"
      label="Attach an MCP resource"
      class="attach"
      onClick={() => post({ type: 'pickAttachment' })}
    />
  );
}
