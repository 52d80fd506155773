/** Runs a call of the user through the registry, the tool's schema and the permissions. */
import { t } from '@vscode/l10n';
import type { TurnEvent } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import { describeReason, type ToolSource } from '../../protocol/index.ts';
import { locale } from '../../base/common/locale.ts';
import { callable, originOf } from './callable.ts';
import { byUser, createApprove, type AskApproval } from './callApproval.ts';
import { showWarningMessage } from '../ui/index.ts';

/** Characters of the arguments that the question shows. */
const SHOWN = 4_000;

export interface ManualCallRequest {
  readonly source: ToolSource;
  readonly tool: string;
  readonly argsText: string;
  readonly signal: AbortSignal;
  /** `id` is that of the call and of its conversation. */
  readonly onEvent: (event: TurnEvent, id: string) => void;
}

/** Returns why it cannot run, or undefined when it has ended. Asks in a dialog where no rule covers it. */
export async function runManualCall(engine: Engine, run: ManualCallRequest): Promise<string | undefined> {
  const { source, tool, argsText, signal, onEvent } = run;
  const found = callable(engine, { source, toolName: tool, argsText });
  if (found.problem !== undefined) return found.problem;
  const id = crypto.randomUUID();
  const ask: AskApproval = async (_id, { approval: { reasons = [] } }) => {
    const more = argsText.length - SHOWN;
    const shown =
      more > 0
        ? t('{0} … and {1} more characters', argsText.slice(0, SHOWN), more.toLocaleString(locale()))
        : argsText;
    const detail = [...reasons.map(describeReason), shown].join('\n\n');
    const answer = await showWarningMessage(
      t('Run {0}{1}?', tool, originOf(source)),
      { modal: true, detail },
      t('Run'),
    );
    return answer === undefined ? { allowed: false, reason: '' } : { allowed: true, approved: reasons };
  };
  const request = { id, name: found.wireName, argsText, signal };
  for await (const event of engine.call({ ...request, approve: createApprove(engine, byUser(id), ask) }))
    onEvent(event, id);
  return undefined;
}
