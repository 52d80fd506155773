import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { messageOf } from '../../base/common/message.ts';
import { modelRows, type Listed, type ModelRow, type ModelSource } from './modelRows.ts';
import { whileBusy, type StepAnswer } from '../common/steps.ts';
import { QuickPick, separator, type PickItem } from '../ui/index.ts';

export type Picked<T> =
  | { readonly kind: 'model'; readonly source: ModelSource; readonly model: string }
  | { readonly kind: 'other'; readonly value: T };

export interface OtherRow<T> {
  readonly icon?: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly value: T;
}

interface Note {
  readonly label: string;
  readonly detail: string;
}

export interface ModelPickOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly canGoBack?: boolean;
  readonly others?: { readonly heading: string; readonly rows: readonly OtherRow<T>[] };
  readonly without?: { readonly waiting: Note; readonly nothing: Note };
  readonly check?: (
    picked: Extract<Picked<T>, { kind: 'model' }>,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
}

/** Characters that fit into a row. */
const LINE = 80;

/** Lists the models of one source anew, or of all. */
interface Again {
  readonly kind: 'again';
  readonly sources: readonly ModelSource[];
}

type Item<T> = PickItem & { readonly takes?: Picked<T> | Again };

export async function pickModel<T = never>(
  sources: readonly ModelSource[],
  options: ModelPickOptions<T>,
): Promise<StepAnswer<Picked<T>>> {
  const pick = new QuickPick<Item<T>>();
  const abort = new AbortController();
  const answers = new Map<ModelSource, Listed>();
  let problem: string | undefined;
  let refused: Picked<T> | undefined;
  const offer = (): void => {
    const listed = sources.map((source) => ({
      source,
      listed: answers.get(source) ?? { kind: 'waiting' as const },
    }));
    const isWaiting = answers.size < sources.length;
    pick.busy = isWaiting;
    pick.keepScrollPosition = true;
    const rows = modelRows(listed, pick.value.trim());
    const { without } = options;
    pick.items = [
      ...(problem === undefined ? [] : problemItems(problem)),
      // A row fills the place of the list while it loads: rows that move are clicked by mistake.
      ...(rows.length === 0 && without
        ? [isWaiting ? noteItem(without.waiting, 'search') : againItem<T>(without.nothing, sources)]
        : []),
      ...rows.map((row) => itemOf<T>(row)),
      ...othersOf(options),
    ];
    // Enter selects the first row that is not a note.
    const usable = pick.items.find(
      ({ takes }) => takes && takes.kind !== 'again' && (refused === undefined || isSame(takes, refused)),
    );
    if (usable && pick.value === '') pick.activeItems = [usable];
  };
  const fill = async (source: ModelSource): Promise<void> => {
    const listed = await source.list(abort.signal).then(
      (models): Listed => ({ kind: 'models', models }),
      (error: Error): Listed => ({
        kind: 'failed',
        why: `${messageOf(error).localized} ${t('You can enter a name.')}`,
      }),
    );
    if (abort.signal.aborted) return;
    answers.set(source, listed);
    offer();
  };
  const isFine = async (picked: Picked<T>): Promise<boolean> => {
    if (picked.kind !== 'model' || !options.check) return true;
    const found = await options.check(picked, abort.signal);
    if (abort.signal.aborted) return false;
    problem = found;
    refused = picked;
    offer();
    return found === undefined;
  };
  pick.title = options.title;
  pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = options.canGoBack === true;
  if (options.canGoBack === true) pick.buttons = [vscode.QuickInputButtons.Back];
  pick.onDidChangeValue(() => {
    problem = undefined;
    refused = undefined;
    offer();
  });
  offer();
  pick.show();
  for (const source of sources) void fill(source);
  try {
    return await new Promise((resolve) => {
      pick.onDidAccept(() => {
        // Enter may be faster than the row for what was typed; the first row may then be a note.
        const picked = takenFrom(pick.selectedItems[0], pick.value.trim(), sources);
        if (!picked) return;
        if (picked.kind === 'again') {
          for (const source of picked.sources) answers.delete(source);
          offer();
          for (const source of picked.sources) void fill(source);
          return;
        }
        void whileBusy(pick, async () => {
          if (await isFine(picked)) resolve({ kind: 'value', value: picked });
        });
      });
      pick.onDidTriggerButton(() => resolve({ kind: 'back' }));
      pick.onDidHide(() => resolve({ kind: 'left' }));
    });
  } finally {
    abort.abort();
    pick.dispose();
  }
}

function takenFrom<T>(
  chosen: Item<T> | undefined,
  typed: string,
  sources: readonly ModelSource[],
): Picked<T> | Again | undefined {
  const takes = chosen?.takes;
  if (takes && chosen.alwaysShow !== true) return takes;
  const source = takes?.kind === 'model' ? takes.source : sources.find(({ ifNone }) => ifNone === 'tell');
  return source && typed !== '' ? { kind: 'model', source, model: typed } : undefined;
}

function othersOf<T>({ others }: ModelPickOptions<T>): Item<T>[] {
  if (!others) return [];
  return [
    separator(others.heading),
    ...others.rows.map(({ icon, label, description, value }): Item<T> => ({
      ...(icon !== undefined && { icon }),
      label,
      ...(description !== undefined && { description }),
      takes: { kind: 'other', value },
    })),
  ];
}

function itemOf<T>(row: ModelRow): Item<T> {
  if (row.kind === 'heading') return separator(row.label);
  if (row.kind === 'note') return againItem(row, [row.source]);
  const { label, description, detail, source } = row;
  return {
    label,
    description,
    ...(detail !== undefined && { detail }),
    alwaysShow: row.isTyped,
    takes: { kind: 'model', source, model: label },
  };
}

/** Splits the problem into rows, because VS Code cuts each row at the end of its line. */
function problemItems(problem: string): PickItem[] {
  const [first = '', ...more] = linesOf(problem);
  return [
    noteItem({ label: t('This model cannot be used'), detail: first }, 'warning'),
    ...more.map((label) => ({ label, alwaysShow: true })),
  ];
}

function linesOf(text: string): string[] {
  return text.match(new RegExp(`\\S.{0,${LINE - 1}}(?=\\s|$)`, 'gs')) ?? [text];
}

function isSame<T>(one: Picked<T>, other: Picked<T>): boolean {
  return one.kind === 'model' && other.kind === 'model' && one.model === other.model;
}

/** A reason takes a row, so the row does what one would do about it. */
function againItem<T>(note: Note, sources: readonly ModelSource[]): Item<T> {
  const { alwaysShow: _, ...item } = noteItem(note, 'refresh');
  return { ...item, takes: { kind: 'again', sources } };
}

function noteItem({ label, detail }: Note, icon: string): PickItem {
  return { label, detail, alwaysShow: true, icon };
}
