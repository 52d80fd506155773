import * as vscode from 'vscode';
import { InputBox, QuickPick, type PickItem, type QuickInput } from '../ui/index.ts';

export type StepAnswer<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'back' }
  | { readonly kind: 'left' };

export interface StepOptions {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack?: boolean;
}

export interface TextOptions extends StepOptions {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  readonly problemOf?: (value: string) => string | undefined;
  /** Checks the value on Enter, while the box waits. The signal is aborted when the user leaves. */
  readonly check?: (value: string, signal: AbortSignal) => Promise<string | undefined>;
}

export interface StepRow<T> extends PickItem {
  readonly value: T;
}

export function askText(options: TextOptions): Promise<StepAnswer<string>> {
  const { problemOf = () => undefined, check, password = false } = options;
  const input = new InputBox();
  prepare(input, options);
  Object.assign(input, { password, prompt: options.prompt, value: options.value ?? '' });
  input.placeholder = options.placeholder;
  const told = (): boolean => {
    const problem = problemOf(input.value);
    input.validationMessage = problem;
    return problem !== undefined;
  };
  return answered(input, (accept) => {
    // An empty value is not reported before Enter.
    input.onDidChangeValue(told);
    input.onDidAccept(() => {
      if (told()) return;
      if (check) void whileBusy(input, () => checked(input, check, accept));
      else accept(input.value);
    });
  });
}

async function checked(
  input: InputBox,
  check: NonNullable<TextOptions['check']>,
  accept: (value: string) => void,
): Promise<void> {
  const { value } = input;
  const left = new AbortController();
  const hidden = input.onDidHide(() => left.abort());
  const problem = await check(value, left.signal);
  hidden.dispose();
  if (left.signal.aborted) return;
  if (problem === undefined) accept(value);
  else input.validationMessage = problem;
}

export async function whileBusy(input: QuickInput, work: () => Promise<void>): Promise<void> {
  Object.assign(input, { busy: true, enabled: false });
  try {
    await work();
  } finally {
    Object.assign(input, { busy: false, enabled: true });
  }
}

/**
 * `active` is the value of the row that is selected at first. `typedRow` returns the row, if any, for a text in the
 * box.
 */
export function askPick<T>(
  options: StepOptions & {
    readonly placeholder: string;
    readonly rows: readonly (StepRow<T> | PickItem)[];
    readonly active?: T;
    readonly typedRow?: (text: string) => StepRow<T> | PickItem | undefined;
  },
): Promise<StepAnswer<T>> {
  const { typedRow = () => undefined } = options;
  const pick = new QuickPick<StepRow<T> | PickItem>();
  prepare(pick, options);
  pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = options.rows;
  const active = options.rows.find((row) => 'value' in row && row.value === options.active);
  if (active && options.active !== undefined) pick.activeItems = [active];
  return answered(pick, (accept) => {
    pick.onDidChangeValue((text) => {
      const typed = typedRow(text);
      if (typed || pick.items.length !== options.rows.length)
        pick.items = [...(typed ? [{ ...typed, alwaysShow: true }] : []), ...options.rows];
    });
    const take = (row: StepRow<T> | PickItem | undefined): void => {
      if (row && 'value' in row) accept(row.value);
    };
    // Enter may come before the row for what was typed is drawn.
    pick.onDidAccept(() =>
      take(options.rows.find((row) => row === pick.selectedItems[0]) ?? typedRow(pick.value)),
    );
  });
}

export function askMany<T>(
  options: StepOptions & {
    readonly placeholder: string;
    readonly rows: readonly (StepRow<T> | PickItem)[];
    readonly picked: readonly T[];
  },
): Promise<StepAnswer<readonly T[]>> {
  const pick = new QuickPick<StepRow<T> | PickItem>();
  prepare(pick, options);
  pick.canSelectMany = true;
  pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  pick.items = options.rows;
  pick.selectedItems = options.rows.filter((row) => 'value' in row && options.picked.includes(row.value));
  return answered(pick, (accept) => {
    pick.onDidAccept(() => accept(pick.selectedItems.flatMap((row) => ('value' in row ? [row.value] : []))));
  });
}

export function mapped<T, U>(answer: StepAnswer<T>, change: (value: T) => U): StepAnswer<U> {
  return answer.kind === 'value' ? { kind: 'value', value: change(answer.value) } : answer;
}

/**
 * Asks the questions in order, with a way back. Each gets the state before it. A question that returns undefined is
 * skipped in both directions.
 */
export async function runSteps<T>(
  first: T,
  questions: readonly ((state: T) => Promise<StepAnswer<T>> | undefined)[],
): Promise<StepAnswer<T>> {
  const states = [first];
  let step = 1;
  for (let index = 0; index >= 0; index += step) {
    const before = states[index] ?? first;
    const ask = questions[index];
    if (!ask) return { kind: 'value', value: before };
    // A question that is asked again on the way back gets its own answer.
    const asked = ask((step === -1 ? states[index + 1] : undefined) ?? before);
    const answer: StepAnswer<T> = asked
      ? await asked
      : step === -1
        ? { kind: 'back' }
        : { kind: 'value', value: before };
    if (answer.kind === 'left') return answer;
    step = answer.kind === 'back' ? -1 : 1;
    if (answer.kind === 'value') states[index + 1] = answer.value;
  }
  return { kind: 'back' };
}

function prepare(input: QuickInput, options: StepOptions): void {
  input.title = options.title;
  input.step = options.step;
  input.totalSteps = options.totalSteps;
  // A value is often copied from elsewhere.
  input.ignoreFocusOut = true;
  if (options.canGoBack === true) input.buttons = [vscode.QuickInputButtons.Back];
}

function answered<T>(
  input: QuickInput,
  listen: (accept: (value: T) => void) => void,
): Promise<StepAnswer<T>> {
  return new Promise((resolve) => {
    const end = (answer: StepAnswer<T>): void => {
      resolve(answer);
      input.dispose();
    };
    input.onDidTriggerButton(() => end({ kind: 'back' }));
    input.onDidHide(() => end({ kind: 'left' }));
    listen((value) => end({ kind: 'value', value }));
    input.show();
  });
}
