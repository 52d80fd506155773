/** The editor's own inputs as steps of a flow: with a way back, a count, and what is wrong said at the place. */
import * as vscode from 'vscode';
import { InputBox, QuickPick, type PickItem, type QuickInput } from '../ui/index.ts';

/** What came of a step. */
export type StepAnswer<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'back' }
  | { readonly kind: 'left' };

/** What every step shows. */
export interface StepOptions {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  /** Whether there is something to go back to. */
  readonly canGoBack?: boolean;
}

export interface TextOptions extends StepOptions {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** What is wrong with a value, said below it as it is typed; nothing if it can be taken. */
  readonly problemOf?: (value: string) => string | undefined;
  /** The same for what takes a look elsewhere: asked with Enter, while the box waits. Aborted when the user leaves. */
  readonly check?: (value: string, signal: AbortSignal) => Promise<string | undefined>;
}

/** A row that can be chosen, with what it stands for. */
export interface Row<T> extends PickItem {
  readonly value: T;
}

/** Asks for a line of text. An empty one is an answer unless `problemOf` says otherwise. */
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
    // Nothing is wrong with what has not been typed yet; Enter says what is missing.
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

/** Takes no other answer until `work` is done, and shows that something is being done. */
export async function whileBusy(input: QuickInput, work: () => Promise<void>): Promise<void> {
  Object.assign(input, { busy: true, enabled: false });
  try {
    await work();
  } finally {
    Object.assign(input, { busy: false, enabled: true });
  }
}

/** Has one of the rows chosen. `active`: the row that Enter takes at first. */
export function askPick<T>(
  options: StepOptions & {
    readonly placeholder: string;
    readonly rows: readonly (Row<T> | PickItem)[];
    readonly active?: T;
  },
): Promise<StepAnswer<T>> {
  const pick = new QuickPick<Row<T> | PickItem>();
  prepare(pick, options);
  pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = options.rows;
  const active = options.rows.find((row) => 'value' in row && row.value === options.active);
  if (active && options.active !== undefined) pick.activeItems = [active];
  return answered(pick, (accept) => {
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      if (row && 'value' in row) accept(row.value);
    });
  });
}

/** Has any number of the rows chosen. */
export function askMany<T>(
  options: StepOptions & {
    readonly placeholder: string;
    readonly rows: readonly (Row<T> | PickItem)[];
    readonly picked: readonly T[];
  },
): Promise<StepAnswer<readonly T[]>> {
  const pick = new QuickPick<Row<T> | PickItem>();
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

/** The answer with what `change` makes of its value. */
export function mapped<T, U>(answer: StepAnswer<T>, change: (value: T) => U): StepAnswer<U> {
  return answer.kind === 'value' ? { kind: 'value', value: change(answer.value) } : answer;
}

/**
 * Asks one question after the other, each about what the one before has answered, with a way back. A question that
 * returns nothing has nothing to ask, and is passed over in both directions.
 */
export async function runSteps<T>(
  first: T,
  questions: readonly ((state: T) => Promise<StepAnswer<T>> | undefined)[],
): Promise<StepAnswer<T>> {
  /** What each question is asked about, and behind that what it has answered. */
  const states = [first];
  let step = 1;
  for (let index = 0; index >= 0; index += step) {
    const before = states[index] ?? first;
    const ask = questions[index];
    if (!ask) return { kind: 'value', value: before };
    // On the way back a question finds what was answered to it.
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
