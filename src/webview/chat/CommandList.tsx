/** The commands in the background, above the message. */
import { t } from '@vscode/l10n';
import { useComputed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CommandView } from '../../protocol/index.ts';
import { CommandInput } from '../calls/CommandInput.tsx';
import { awaitsUser } from '../state/waiting.ts';
import { useChat } from '../ui/chatContext.ts';
import { useClock } from '../ui/clock.ts';
import { Icon, IconButton } from '../ui/controls.tsx';
import { deliberate } from '../ui/deliberate.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { formatRunning } from '../ui/format.ts';

const BAR = 'commands';
const WAITING = 'commands while waiting';

export function CommandList() {
  const { commands, store, view } = useChat();
  const element = useRef<HTMLDivElement>(null);
  const waits = useComputed(() => awaitsUser(store)).value;
  const running = commands.value.filter(({ isBackground }) => isBackground);
  const isShown = running.length > 0;
  useLayoutEffect(() => {
    const list = element.current;
    return () => {
      if (list?.contains(document.activeElement)) view.focusComposer();
    };
  }, [isShown]);
  const [first] = running;
  if (!first) return null;
  const key = waits ? WAITING : BAR;
  const rows = (): ReturnType<typeof Rows> => <Rows running={running} />;
  return (
    <div
      ref={element}
      class="commands"
      role="group"
      aria-label={t('Commands in the background')}
      {...deliberate}
    >
      {running.length === 1 ? (
        rows()
      ) : (
        <Disclosure
          key={key}
          id={key}
          opensByItself={!waits}
          label={
            <span class="commands-count">
              <Icon name="terminal" /> {t('{0} commands run in the background', running.length)}
            </span>
          }
        >
          {rows}
        </Disclosure>
      )}
    </div>
  );
}

function Rows({ running }: { running: readonly CommandView[] }) {
  return (
    <ul class="command-rows">
      {running.map((command) => (
        <Row key={command.id} command={command} />
      ))}
    </ul>
  );
}

function Row({ command }: { command: CommandView }) {
  const { post, store } = useChat();
  const { id, command: line, line: last, startedAt, wait } = command;
  const elapsed = useClock() + store.clockSkew - startedAt;
  return (
    <li class="command-row">
      <span class="command-about">
        <Icon name={wait ? 'question' : 'terminal'} />
        <span class="command-name" title={line}>
          {line}
        </span>
        <span class="command-line" title={last}>
          {last}
        </span>
        <span class="command-time">{formatRunning(Math.max(0, elapsed))}</span>
        <IconButton
          icon="window"
          label={t('Show in Terminal: {0}', line)}
          onClick={() => post({ type: 'showCommand', id })}
        />
        <IconButton
          icon="debug-stop"
          label={t('Stop Command: {0}', line)}
          onClick={() => post({ type: 'stopCommand', id })}
        />
      </span>
      {wait && <CommandInput command={command} wait={wait} />}
    </li>
  );
}
