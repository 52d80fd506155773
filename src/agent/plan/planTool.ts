/** The tool with which the model keeps a list of steps. The newest successful call of it has the plan. */
import { t } from '@vscode/l10n';
import { derived, type Observable } from '../../base/common/observable.ts';
import type { CallRequest, Message } from '../../models/index.ts';
import {
  MAX_IN_PROGRESS,
  MAX_PLAN_STEPS,
  MAX_PLAN_TITLE,
  planIn,
  planOf,
  planOfCall,
  planProgress,
  planStatuses,
  UPDATE_PLAN,
  type Item,
  type Plan,
} from '../../protocol/index.ts';
import {
  argumentProblem,
  failedResult,
  ownTool,
  textContent,
  unfitResult,
  type Tool,
} from '../../tools/index.ts';

const inputSchema = {
  type: 'object',
  properties: {
    steps: {
      type: 'array',
      maxItems: MAX_PLAN_STEPS,
      items: {
        type: 'object',
        properties: {
          title: {
            type: 'string',
            minLength: 1,
            maxLength: MAX_PLAN_TITLE,
            description: 'One step, in a few words of the language of the user.',
          },
          status: { type: 'string', enum: planStatuses },
        },
        required: ['title', 'status'],
        additionalProperties: false,
      },
    },
  },
  required: ['steps'],
  additionalProperties: false,
} as const;

/** Returns the tool, or nothing while the model is not to keep a plan. */
export function planTools(isOn: Observable<boolean>): Observable<readonly Tool[]> {
  const tools = [planTool()];
  return derived((read) => (read(isOn) ? tools : []));
}

export function planTool(): Tool {
  const tool = ownTool(
    {
      name: UPDATE_PLAN,
      title: t('Update plan'),
      description:
        'Shows the user the steps of a task of five steps or more, and how far you are. Give the whole list each time. At most two steps are in_progress. An empty list removes the plan.',
      inputSchema,
      hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
      permission: 'free',
    },
    (args) => {
      const problem = argumentProblem(tool, args);
      if (problem !== undefined) return Promise.resolve(unfitResult(problem.english));
      const plan = planIn(args);
      return Promise.resolve(
        plan ? { status: 'success', content: textContent(said(plan)) } : failedResult(whyNot(args)),
      );
    },
  );
  return tool;
}

function said(plan: Plan): string {
  if (plan.length === 0) return 'The plan was removed.';
  const { done } = planProgress(plan);
  return `The plan is shown to the user: ${done} of ${plan.length} done.`;
}

/** Explains why arguments that fit the schema are no plan. */
function whyNot({ steps }: Readonly<Record<string, unknown>>): string {
  const places = (steps as Plan).flatMap(({ status }, index) =>
    status === 'in_progress' ? [index + 1] : [],
  );
  return places.length > MAX_IN_PROGRESS
    ? `Only two steps can be in_progress, and these are: ${places.join(', ')}. The plan was not changed.`
    : 'A step has no title that can be shown. The plan was not changed.';
}

/** Returns the plan of a call that the model made, or undefined if the item is no such call or the call failed. */
export function planOfItem(item: Item | undefined): Plan | undefined {
  return item?.kind === 'call' && !item.call.byUser ? planOfCall(item.call) : undefined;
}

export function planInItems(items: readonly Item[]): Plan | undefined {
  const plan = planOfItem(items.findLast((item) => planOfItem(item)));
  return plan && plan.length > 0 ? plan : undefined;
}

export function planInMessages(messages: readonly Message[]): Plan | undefined {
  const failed = new Set(
    messages.flatMap((message) => (message.role === 'tool' && message.isError ? [message.callId] : [])),
  );
  const calls = messages.flatMap((message): readonly CallRequest[] =>
    message.role === 'assistant' ? message.calls : [],
  );
  for (const { id, name, argsText } of calls.toReversed()) {
    if (name !== UPDATE_PLAN || failed.has(id)) continue;
    const plan = planOf(argsText);
    if (plan) return plan.length > 0 ? plan : undefined;
  }
  return undefined;
}

/** Writes the plan for a model that no longer has the call. */
export function planText(plan: Plan): string {
  const lines = plan.map(({ title, status }) => `- [${status}] ${title}`);
  return `Your plan, as you last gave it to ${UPDATE_PLAN}:\n${lines.join('\n')}`;
}
