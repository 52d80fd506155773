import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../engine.ts';
import { plainLabel } from '../base/common/text.ts';
import { locale } from '../base/common/locale.ts';
import { commands } from '../contributions/index.ts';
import {
  membersOf,
  settledMarks,
  sumOf,
  toolRows,
  type PickRow,
  type PricedTool,
  type SourceRow,
} from './toolRows.ts';
import { offerLabel, toolCount } from './servers/serverLabels.ts';
import { QuickPick, type PickItem } from './ui/index.ts';

interface ToolItem extends PickItem {
  readonly row: PickRow;
}

export function registerToolsPicker(engine: () => Promise<Engine>): vscode.Disposable {
  return vscode.commands.registerCommand(commands.selectTools, async () => pickTools(await engine()));
}

async function pickTools(engine: Engine): Promise<void> {
  const save: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('save'),
    tooltip: t('Save Selection as Tool Set…'),
  };
  const use: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('layers'),
    tooltip: t('Use Tool Set…'),
  };
  const selected = await selectTools(engine, {
    titleOf: (count, all, tokens) =>
      t('Patchbay: {0} of {1} Tools, about {2} Tokens in Each Request', count, all, tokens),
    isMarked: ({ isOn }) => isOn,
    buttons: [
      {
        button: save,
        run: (rows, marked) => vscode.commands.executeCommand(commands.saveToolSet, membersOf(rows, marked)),
      },
      { button: use, run: () => vscode.commands.executeCommand(commands.useToolSet) },
    ],
  });
  if (selected) keep(selected.rows, selected.marked, engine);
}

interface Selected {
  readonly rows: readonly SourceRow[];
  readonly marked: ReadonlySet<PickRow>;
}

interface SelectOptions {
  readonly titleOf: (count: number, all: number, tokens: string) => string;
  readonly isMarked: (tool: PricedTool) => boolean;
  /** Each ends the selection. */
  readonly buttons?: readonly {
    readonly button: vscode.QuickInputButton;
    readonly run: (...selected: [Selected['rows'], Selected['marked']]) => unknown;
  }[];
}

/** Shows all tools by source. Undefined: the user left it. */
export async function selectTools(
  engine: Engine,
  { titleOf, isMarked, buttons = [] }: SelectOptions,
): Promise<Selected | undefined> {
  const tools = engine.tools.switchable.map((one): PricedTool => ({ ...one, tokens: engine.costs.of(one) }));
  const rows = toolRows(tools);
  const pick = new QuickPick<ToolItem>();
  const items = rows.flatMap((row) => itemsOf(row, engine));
  const byRow = new Map(items.map((item) => [item.row, item]));
  const switchedOn = new Set<PickRow>(rows.flatMap(({ tools: own }) => own.filter(({ of }) => isMarked(of))));
  let marked = settledMarks(rows, new Set(), switchedOn);
  const show = (): void => {
    const { count, tokens } = sumOf(marked);
    pick.title = titleOf(count, tools.length, tokens.toLocaleString(locale()));
    pick.selectedItems = [...marked].flatMap((row) => byRow.get(row) ?? []);
  };
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = t('Select the tools that the model may use');
  pick.items = items;
  show();
  pick.onDidChangeSelection((selected) => {
    const now = new Set(selected.map(({ row }) => row));
    const settled = settledMarks(rows, marked, now);
    if (isSame(settled, marked) && isSame(now, marked)) return;
    marked = settled;
    show();
  });
  pick.buttons = buttons.map(({ button }) => button);
  pick.onDidTriggerButton((pressed) => {
    pick.hide();
    buttons.find(({ button }) => button === pressed)?.run(rows, marked);
  });
  const isAccepted = await new Promise<boolean>((resolve) => {
    pick.onDidAccept(() => resolve(true));
    pick.onDidHide(() => resolve(false));
    pick.show();
  });
  pick.dispose();
  return isAccepted ? { rows, marked } : undefined;
}

function keep(rows: readonly SourceRow[], marked: ReadonlySet<PickRow>, { enablement }: Engine): void {
  for (const { source, tools } of rows) {
    for (const isOn of [true, false]) {
      const turned = tools.filter((row) => row.of.isOn !== isOn && marked.has(row) === isOn);
      const names = turned.map(({ of }) => of.tool.name);
      if (names.length > 0) enablement.set(source, names, isOn);
    }
  }
}

function itemsOf(row: SourceRow, engine: Engine): ToolItem[] {
  const { source, tools } = row;
  const { builtInSource, customSource } = engine.tools;
  const title =
    source === builtInSource ? t('Built-in tools') : source === customSource ? t('Custom tools') : source;
  const icon = source === builtInSource || source === customSource ? 'tools' : 'plug';
  const total = tools.reduce((sum, { of }) => sum + of.tokens, 0);
  return [
    {
      row,
      icon,
      label: title,
      description: t('{0}, about {1} tokens', toolCount(tools.length), total.toLocaleString(locale())),
    },
    ...tools.map((tool): ToolItem => {
      const { name, title: shown = name, description } = tool.of.tool;
      return {
        row: tool,
        label: `\u2003${plainLabel(shown, 120) ?? ''}`,
        description: [
          t('{0} tokens', tool.of.tokens.toLocaleString(locale())),
          ...(tool.of.isOn ? [offerLabel(engine.offerOf(tool.of.wireName)) ?? []].flat() : []),
        ].join(' · '),
        detail: `\u2003${plainLabel(description, 200) ?? ''}`,
      };
    }),
  ];
}

function isSame(one: ReadonlySet<PickRow>, other: ReadonlySet<PickRow>): boolean {
  return one.size === other.size && [...one].every((row) => other.has(row));
}
