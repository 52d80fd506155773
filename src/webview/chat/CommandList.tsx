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
  const { commands, store } = useChat();
  const waits = useComputed(() => awaitsUser(store)).value;
  const running = commands.value.filter(({ isBackground }) => isBackground);
  if (running.length === 0) return null;
  const key = waits ? WAITING : BAR;
  const rows = (): ReturnType<typeof Rows> => <Rows running={running} />;
  return (
    <div class="commands" role="group" aria-label={t('Commands in the background')} {...deliberate}>
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
  const { post, store, view } = useChat();
  const element = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const row = element.current;
    return () => {
      if (row?.contains(document.activeElement)) view.focusComposer();
    };
  }, []);
  const { id, command: line, line: last, startedAt, wait } = command;
  const elapsed = useClock() + store.clockSkew - startedAt;
  return (
    <li class="command-row" ref={element}>
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
