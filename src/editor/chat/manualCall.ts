/** Runs calls of the user through the registry, the tool's schema and the permissions. */
import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import type { TurnEvent } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import {
  describeReason,
  isTurnTool,
  type CallOrigin,
  type HistoryCall,
  type ToolSource,
} from '../../protocol/index.ts';
import { locale } from '../../base/common/locale.ts';
import { createApprove, type AskUser, type PendingApproval } from './pendingApproval.ts';
import { showErrorMessage, showWarningMessage } from '../ui/index.ts';
import { jsonObject } from '../../base/common/guards.ts';
import type { ChatController } from './controller.ts';

/** Most characters of the arguments that the question shows. */
const SHOWN = 4_000;

export interface ManualCallRequest {
  readonly source: ToolSource;
  /**
   * Origin of the arguments; absent if the user has typed all of them. Arguments that a model wrote count as its own,
   * edited or not.
   */
  readonly origin?: CallOrigin | undefined;
  readonly tool: string;
  readonly argsText: string;
  readonly signal: AbortSignal;
  /** `id` is that of the call and of its conversation. */
  readonly onEvent: (event: TurnEvent, id: string) => void;
}

/**
 * Runs a call of the user, who is asked in a dialog if no permission covers it. Returns why it cannot run, or undefined
 * when it has ended.
 */
export async function runManualCall(engine: Engine, run: ManualCallRequest): Promise<string | undefined> {
  const { source, tool, argsText, origin = typedByUser, signal, onEvent } = run;
  const found = callable(engine, { source, toolName: tool, argsText });
  if (found.problem !== undefined) return found.problem;
  const id = crypto.randomUUID();
  const ask: AskUser = async (_id, approval) => {
    if (origin.isTyped === true && isAgreedTo(approval)) return approval.allow();
    const head = headText(argsText, SHOWN);
    const more = argsText.length - head.length;
    const shown =
      more > 0 ? t('{0} … and {1} more characters', head, more.toLocaleString(locale())) : argsText;
    const maker = makerOf(source);
    const from = origin.isTyped ? [] : [t('The arguments come from a conversation with a model.')];
    const detail = [...from, ...approval.reasons.map(describeReason), shown].join('\n\n');
    const answer = await showWarningMessage(
      maker === undefined ? t('Run {0}?', tool) : t('Run {0} of {1}?', tool, maker),
      { modal: true, detail },
      t('Run'),
    );
    return answer === undefined ? { allowed: false, reason: '' } : approval.allow();
  };
  await engine.turns.call({
    id,
    name: found.wireName,
    argsText,
    signal,
    // The call is approved under an id of its own, because what the user has released elsewhere is not released here.
    approve: createApprove(engine, { id, marks: () => origin.marks }, ask),
    origin,
    onEvent: (event) => onEvent(event, id),
  });
  return undefined;
}

/**
 * Tells whether a form that the user has filled in is consent enough: the tool says that it only reads, is the one that
 * the user may have allowed before, and nothing else is a reason to ask.
 */
function isAgreedTo({
  tool,
  reasons,
  isChanged,
}: Pick<PendingApproval, 'tool' | 'reasons' | 'isChanged'>): boolean {
  return tool.hints.readOnly === true && reasons.length === 0 && !isChanged;
}

/** No model has written the arguments, so they cannot leak data unseen. */
const typedByUser: CallOrigin = { marks: [], isTyped: true };

/**
 * Returns the origin of a saved call. Data of a call that was saved without one is unknown, so it may hold a secret.
 */
export function savedOrigin({ origin }: Pick<HistoryCall, 'origin'>): CallOrigin {
  const unknown = t('content that an earlier version did not record');
  return origin ?? { marks: [{ kind: 'secret', source: unknown }] };
}

interface CallRequest {
  readonly source: ToolSource;
  readonly toolName: string;
  readonly argsText: string;
}

type Callable = { readonly wireName: string; readonly problem?: undefined } | { readonly problem: string };

function callable(engine: Engine, { source, toolName, argsText }: CallRequest): Callable {
  const found = engine.find(source, toolName);
  if (isTurnTool(source, toolName))
    return { problem: t('The tool {0} works only when the model calls it.', toolName) };
  const maker = makerOf(source);
  if (!found)
    return {
      problem:
        maker === undefined
          ? t('The tool {0} is not available: it is disabled, or its server is not connected.', toolName)
          : t('The tool {0} of {1} is not available: it is disabled, or not connected.', toolName, maker),
    };
  const args = jsonObject(argsText);
  const problem = args
    ? engine.argumentProblem(found.tool, args)?.localized
    : t('The arguments are not a JSON object.');
  return problem === undefined ? { wireName: found.wireName } : { problem };
}

/** Returns the server or the extension that has the tool. */
function makerOf(source: ToolSource): string | undefined {
  if (source.kind === 'extension') return source.extension;
  return source.kind === 'mcp' ? source.server : undefined;
}

/** Runs a call of the conversation again, as a manual call that the model does not see. */
export async function callAgain(
  controller: ChatController,
  load: () => Promise<Engine>,
  id: string,
): Promise<void> {
  const item = controller.shown.item(id);
  if (item?.kind !== 'call') return;
  const { call } = item;
  if (item.imported) {
    void showErrorMessage(t('A call of an imported conversation cannot be run again.'));
    return;
  }
  // A model wrote the call, and could use all data of the conversation: the data-flow guard asks as it does for the
  // model's calls.
  const shown = controller.shownConversation.conversation;
  const marks = (): ReturnType<typeof shown.marks> => shown.marks();
  const engine = await load();
  const found = callable(engine, call);
  if (found.problem !== undefined) {
    void showErrorMessage(t('The call cannot be run again. {0}', found.problem));
    return;
  }
  const isFromText = call.notes?.some(({ kind }) => kind === 'textCall') === true;
  controller.runManualCalls((conversation, signal, asks, onEvent) =>
    engine.turns.call({
      id: crypto.randomUUID(),
      origin: { marks: marks(), ...(isFromText && { isFromText }) },
      name: found.wireName,
      argsText: call.argsText,
      signal,
      approve: createApprove(engine, { id: conversation, marks }, (...asked) => asks.approvals.ask(...asked)),
      waitedMs: (asking) => asks.waitedMs(asking),
      callStops: asks.callStops,
      onEvent: (event) =>
        // The call gets a step of its own, apart from the call above it.
        onEvent(event.type === 'callStart' ? { ...event, step: -Date.now(), byUser: true } : event),
    }),
  );
}
