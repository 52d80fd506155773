/** The plan that the model keeps with a built-in tool, and what the chat knows of that tool. */
import { plainLabel } from '../base/common/text.ts';

export const UPDATE_PLAN = 'update_plan';

export const planStatuses = ['pending', 'in_progress', 'done'] as const;

export interface PlanStep {
  /** In one line. */
  readonly title: string;
  readonly status: (typeof planStatuses)[number];
}

export type Plan = readonly PlanStep[];

export const MAX_PLAN_STEPS = 30;
export const MAX_PLAN_TITLE = 200;

/** A longer text of arguments is not read. */
const MAX_ARGUMENTS = 100_000;

/** The plan in arguments of `update_plan`, which may be anything; undefined: they are none that the tool takes. */
export function planOf(argsText: string): Plan | undefined {
  if (argsText.length > MAX_ARGUMENTS) return undefined;
  try {
    return planIn(JSON.parse(argsText));
  } catch {
    return undefined;
  }
}

/** The plan of a call; undefined: it is another tool's, or did not succeed. */
export function planOfCall(call: {
  readonly source: { readonly kind: string };
  readonly toolName: string;
  readonly argsText: string;
  readonly status: string;
}): Plan | undefined {
  const { source, toolName, argsText, status } = call;
  const isPlan = source.kind === 'native' && toolName === UPDATE_PLAN && status === 'success';
  return isPlan ? planOf(argsText) : undefined;
}

/** As `planOf`, of parsed arguments. */
export function planIn(args: unknown): Plan | undefined {
  const { steps } = (args ?? {}) as { readonly steps?: unknown };
  if (!Array.isArray(steps) || steps.length > MAX_PLAN_STEPS) return undefined;
  const plan = steps.flatMap((step: unknown): PlanStep[] => {
    const { title, status } = (step ?? {}) as Partial<Record<keyof PlanStep, unknown>>;
    const shown = plainLabel(title, MAX_PLAN_TITLE);
    const known = planStatuses.find((each) => each === status);
    return shown === undefined || known === undefined ? [] : [{ title: shown, status: known }];
  });
  return plan.length === steps.length && inProgress(plan) <= 1 ? plan : undefined;
}

function inProgress(plan: Plan): number {
  return plan.filter(({ status }) => status === 'in_progress').length;
}

/** `current`: the step in progress, else the first one that is open; undefined: all are done. */
export function planProgress(plan: Plan): {
  readonly done: number;
  readonly current: PlanStep | undefined;
} {
  const current =
    plan.find(({ status }) => status === 'in_progress') ?? plan.find(({ status }) => status === 'pending');
  return { done: plan.filter(({ status }) => status === 'done').length, current };
}
