import { t } from '@vscode/l10n';
import { onScreen, sliced } from '../../base/common/terminalText.ts';
import {
  commandEndText,
  NO_OUTPUT,
  RUN_COMMAND,
  type CallView,
  type CommandEnd,
  type ContentPart,
} from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { CopyButton } from '../ui/controls.tsx';
import { isOpenCall } from '../state/callNames.ts';
import { Exact } from './Exact.tsx';
import { GrowingText } from './GrowingText.tsx';
import { CutNote, ResultPart } from './ResultPart.tsx';
import { Section } from './Section.tsx';

interface Command {
  readonly command: string;
  readonly cwd: string;
  readonly timeoutSeconds: number | undefined;
}

/** Returns undefined if the call is another tool's, or its arguments cannot be shown as a command. */
export function terminalCommand({ source, toolName, argsText }: CallView): Command | undefined {
  if (source.kind !== 'native' || toolName !== RUN_COMMAND) return undefined;
  try {
    const {
      command,
      cwd = '',
      timeoutSeconds,
      background,
      ...others
    } = JSON.parse(argsText) as Record<string, unknown>;
    const isPlain =
      typeof command === 'string' && typeof cwd === 'string' && Object.keys(others).length === 0;
    if (!isPlain || !['number', 'undefined'].includes(typeof timeoutSeconds)) return undefined;
    if (!['boolean', 'undefined'].includes(typeof background)) return undefined;
    return { command, cwd, timeoutSeconds: timeoutSeconds as number | undefined };
  } catch {
    return undefined;
  }
}

export function Terminal(props: { id: string; call: CallView; command: Command }) {
  const { id, call, command } = props;
  const { post } = useChat();
  const { result, output = '', status, commandEnd, cutBytes = 0 } = call;
  const open = (): void => post({ type: 'openCall', id, what: 'result' });
  return (
    <Section
      what="command"
      onCopy={() => post(result ? { type: 'copyResult', id } : { type: 'copy', text: onScreen(output).text })}
      onOpen={result && open}
    >
      <div class={`terminal ${status}`}>
        <div class="terminal-first">
          <pre
            class="call-text terminal-command"
            dir="ltr"
            tabIndex={0}
            aria-label={t('Command')}
            role="group"
          >
            <span class="terminal-prompt">
              <Exact text={command.cwd} />
              {'$ '}
            </span>
            <Exact text={command.command} />
          </pre>
          <CopyButton
            label={t('Copy command')}
            onCopy={() => post({ type: 'copy', text: command.command })}
          />
        </div>
        {result
          ? withoutEnd(result, commandEnd).map((part, index) => (
              <ResultPart key={index} part={part} callId={id} />
            ))
          : output !== '' && <GrowingText text={output} />}
        {!result && output === '' && isOpenCall(status) && <div class="call-none">{t('No output yet')}</div>}
        {cutBytes > 0 && <CutNote bytes={cutBytes} onOpen={open} />}
        {commandEnd && <div class="terminal-end">{commandEndText(commandEnd)}</div>}
        {command.timeoutSeconds !== undefined && (
          <div class="call-none">{t('Time limit: {0} s', command.timeoutSeconds)}</div>
        )}
      </div>
    </Section>
  );
}

/** The first line of the last text tells the model how the command ended; here `commandEnd` does. */
function withoutEnd(
  result: readonly ContentPart[],
  commandEnd: CommandEnd | undefined,
): readonly ContentPart[] {
  const last = result.findLastIndex(({ type }) => type === 'text');
  if (!commandEnd) return result;
  return result.map((part, index) => {
    if (index !== last || part.type !== 'text') return part;
    const { text, styles } = sliced(part, part.text.indexOf('\n') + 1, part.text.length);
    return { type: 'text', text: text === NO_OUTPUT ? t('No output') : text, styles };
  });
}
