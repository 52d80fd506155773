import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';

type Input = vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox;

export abstract class QuickInput<T extends Input = Input> {
  protected readonly input: T;

  constructor(input: T) {
    this.input = input;
  }

  set title(text: string) {
    this.input.title = inertLabel(text);
  }

  set placeholder(text: string | undefined) {
    this.input.placeholder = text === undefined ? undefined : inertLabel(text);
  }

  get value(): string {
    return this.input.value;
  }

  set value(text: string) {
    this.input.value = text;
  }

  set step(step: number | undefined) {
    this.input.step = step;
  }

  set totalSteps(steps: number | undefined) {
    this.input.totalSteps = steps;
  }

  set busy(isBusy: boolean) {
    this.input.busy = isBusy;
  }

  set enabled(isEnabled: boolean) {
    this.input.enabled = isEnabled;
  }

  set ignoreFocusOut(stays: boolean) {
    this.input.ignoreFocusOut = stays;
  }

  set buttons(buttons: readonly vscode.QuickInputButton[]) {
    this.input.buttons = buttons;
  }

  onDidAccept(listener: () => void): vscode.Disposable {
    return this.input.onDidAccept(listener);
  }

  onDidChangeValue(listener: (value: string) => void): vscode.Disposable {
    return this.input.onDidChangeValue(listener);
  }

  onDidHide(listener: () => void): vscode.Disposable {
    return this.input.onDidHide(listener);
  }

  onDidTriggerButton(listener: (button: vscode.QuickInputButton) => void): vscode.Disposable {
    return this.input.onDidTriggerButton(listener);
  }

  show(): void {
    this.input.show();
  }

  hide(): void {
    this.input.hide();
  }

  dispose(): void {
    this.input.dispose();
  }
}

/** Options of an input box. The user edits `value`, so it is not made inert. */
export interface InputOptions {
  readonly title: string;
  readonly prompt?: string;
  readonly placeHolder?: string;
  readonly value?: string;
  readonly valueSelection?: [number, number];
  readonly password?: boolean;
  readonly ignoreFocusOut?: boolean;
  readonly validateInput?: (text: string) => string | undefined;
}

export function showInputBox(
  { title, prompt, placeHolder, validateInput, ...others }: InputOptions,
  token?: vscode.CancellationToken,
): Thenable<string | undefined> {
  return vscode.window.showInputBox(
    {
      ...others,
      title: inertLabel(title),
      ...(prompt !== undefined && { prompt: inertLabel(prompt) }),
      ...(placeHolder !== undefined && { placeHolder: inertLabel(placeHolder) }),
      ...(validateInput && {
        validateInput: (text: string) => {
          const problem = validateInput(text);
          return problem === undefined ? undefined : inertLabel(problem);
        },
      }),
    },
    token,
  );
}

export class InputBox extends QuickInput<vscode.InputBox> {
  constructor() {
    super(vscode.window.createInputBox());
  }

  set prompt(text: string) {
    this.input.prompt = inertLabel(text);
  }

  set password(isHidden: boolean) {
    this.input.password = isHidden;
  }

  set validationMessage(text: string | undefined) {
    this.input.validationMessage = text === undefined ? undefined : inertLabel(text);
  }
}

export interface PickItem extends Omit<vscode.QuickPickItem, 'iconPath'> {
  readonly icon?: string;
}

interface ShownItem<T> extends vscode.QuickPickItem {
  readonly of: T;
}

export function separator(label: string): PickItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

export async function showQuickPick<T extends PickItem>(
  items: readonly T[],
  options: PickOptions & { readonly canPickMany: true },
  token?: vscode.CancellationToken,
): Promise<readonly T[] | undefined>;
export async function showQuickPick<T extends PickItem>(
  items: readonly T[],
  options: PickOptions,
  token?: vscode.CancellationToken,
): Promise<T | undefined>;
export async function showQuickPick<T extends PickItem>(
  items: readonly T[],
  options: PickOptions & { readonly canPickMany?: boolean },
  token?: vscode.CancellationToken,
): Promise<T | readonly T[] | undefined> {
  const { title, placeHolder, ...others } = options;
  const chosen: ShownItem<T> | readonly ShownItem<T>[] | undefined = await vscode.window.showQuickPick(
    items.map(shownItem),
    {
      title: inertLabel(title),
      ...(placeHolder !== undefined && { placeHolder: inertLabel(placeHolder) }),
      ...others,
    },
    token,
  );
  return Array.isArray(chosen) ? (chosen as readonly ShownItem<T>[]).map(({ of }) => of) : chosen?.of;
}

export interface PickOptions {
  readonly title: string;
  readonly placeHolder?: string;
  readonly matchOnDescription?: boolean;
  readonly matchOnDetail?: boolean;
  readonly ignoreFocusOut?: boolean;
}

/** Number of rows after which the first places of a list are used again. */
const PLACES = 500;

export class QuickPick<T extends PickItem> extends QuickInput<vscode.QuickPick<ShownItem<T>>> {
  private given: readonly T[] = [];
  private places: readonly ShownItem<T>[] = [];
  private first = 0;

  constructor() {
    super(vscode.window.createQuickPick<ShownItem<T>>());
  }

  get items(): readonly T[] {
    return this.given;
  }

  set items(items: readonly T[]) {
    // VS Code reports a row by its place, which may be that in an earlier list. So rows that are gone keep their
    // places, unseen.
    const end = this.first + this.given.length;
    const isFull = end + items.length > Math.max(PLACES, this.places.length);
    this.first = isFull && items.length <= this.first ? 0 : end;
    this.given = items;
    const gone = this.places.map(({ of }) => ({ of, label: '', kind: vscode.QuickPickItemKind.Separator }));
    const after = gone.slice(this.first + items.length);
    this.places = [...gone.slice(0, this.first), ...items.map(shownItem), ...after];
    this.input.items = this.places;
  }

  get activeItems(): readonly T[] {
    return this.input.activeItems.map(({ of }) => of);
  }

  set activeItems(items: readonly T[]) {
    this.input.activeItems = this.shown(items);
    // VS Code gets the active rows with the rows that are set by then, and marks none if those are others.
    setTimeout(() => {
      const rows = this.shown(this.given);
      if (!this.input.activeItems.some((row) => rows.includes(row))) this.input.items = this.places;
    });
  }

  get selectedItems(): readonly T[] {
    return this.input.selectedItems.map(({ of }) => of);
  }

  set selectedItems(items: readonly T[]) {
    this.input.selectedItems = this.shown(items);
  }

  set canSelectMany(value: boolean) {
    this.input.canSelectMany = value;
  }

  set matchOnDescription(value: boolean) {
    this.input.matchOnDescription = value;
  }

  set matchOnDetail(value: boolean) {
    this.input.matchOnDetail = value;
  }

  set keepScrollPosition(value: boolean) {
    this.input.keepScrollPosition = value;
  }

  onDidChangeSelection(listener: (items: readonly T[]) => void): vscode.Disposable {
    return this.input.onDidChangeSelection((items) => listener(items.map(({ of }) => of)));
  }

  onDidTriggerItemButton(
    listener: (event: { readonly item: T; readonly button: vscode.QuickInputButton }) => void,
  ): vscode.Disposable {
    return this.input.onDidTriggerItemButton(({ item: { of }, button }) => listener({ item: of, button }));
  }

  private shown(items: readonly T[]): readonly ShownItem<T>[] {
    const wanted = new Set(items);
    const shown = this.places.slice(this.first, this.first + this.given.length);
    return shown.filter(({ of }) => wanted.has(of));
  }
}

function shownItem<T extends PickItem>(of: T): ShownItem<T> {
  const { icon, label, description, detail, kind, picked, alwaysShow, buttons } = of;
  return {
    of,
    label: `${icon === undefined ? '' : `$(${icon}) `}${inertLabel(label)}`,
    ...(description !== undefined && { description: inertLabel(description) }),
    ...(detail !== undefined && { detail: inertLabel(detail) }),
    ...(kind !== undefined && { kind }),
    ...(picked !== undefined && { picked }),
    ...(alwaysShow !== undefined && { alwaysShow }),
    ...(buttons !== undefined && { buttons }),
  };
}
