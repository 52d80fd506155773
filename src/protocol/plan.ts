/** The plan that the model keeps with a built-in tool. The chat recognises the tool's calls with this. */
import { plainLabel } from '../base/common/text.ts';

export const UPDATE_PLAN = 'update_plan';

export const planStatuses = ['pending', 'in_progress', 'done'] as const;

export interface PlanStep {
  /** Title in one line. */
  readonly title: string;
  readonly status: (typeof planStatuses)[number];
}

export type Plan = readonly PlanStep[];

export const MAX_PLAN_STEPS = 30;
/** Most steps that are in progress at once. */
export const MAX_IN_PROGRESS = 2;
export const MAX_PLAN_TITLE = 200;

/** Longest arguments that are parsed. */
const MAX_ARGUMENTS = 100_000;

/**
 * Returns the plan in the arguments of `update_plan`, or undefined if the tool would not accept them. They may be any
 * text.
 */
export function planOf(argsText: string): Plan | undefined {
  if (argsText.length > MAX_ARGUMENTS) return undefined;
  try {
    return planIn(JSON.parse(argsText));
  } catch {
    return undefined;
  }
}

/** Returns the plan of a call, or undefined if it is a call of another tool or did not succeed. */
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

/** Works like `planOf`, but takes parsed arguments. */
export function planIn(args: unknown): Plan | undefined {
  const { steps } = (args ?? {}) as { readonly steps?: unknown };
  if (!Array.isArray(steps) || steps.length > MAX_PLAN_STEPS) return undefined;
  const plan = steps.flatMap((step: unknown): PlanStep[] => {
    const { title, status } = (step ?? {}) as Partial<Record<keyof PlanStep, unknown>>;
    const shown = plainLabel(title, MAX_PLAN_TITLE);
    const known = planStatuses.find((each) => each === status);
    return shown === undefined || known === undefined ? [] : [{ title: shown, status: known }];
  });
  return plan.length === steps.length && inProgress(plan) <= MAX_IN_PROGRESS ? plan : undefined;
}

function inProgress(plan: Plan): number {
  return plan.filter(({ status }) => status === 'in_progress').length;
}

/** `current` is the step in progress, or else the first pending one. It is undefined if all steps are done. */
export function planProgress(plan: Plan): {
  readonly done: number;
  readonly current: PlanStep | undefined;
} {
  const current =
    plan.find(({ status }) => status === 'in_progress') ?? plan.find(({ status }) => status === 'pending');
  return { done: plan.filter(({ status }) => status === 'done').length, current };
}
