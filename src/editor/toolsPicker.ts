import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Conversation } from '../agent/index.ts';
import type { Engine } from '../engine.ts';
import { plainLabel } from '../base/common/text.ts';
import { locale } from '../base/common/locale.ts';
import { extensionOf, type SwitchableTool } from '../tools/index.ts';
import { commands } from '../contributions/index.ts';
import {
  groupsOf,
  membersOf,
  tokensOf,
  withGroupSwitched,
  type PricedTool,
  type ToolGroup,
} from './toolRows.ts';
import { formatTokens } from './tree/cost.ts';
import { placeLabel, toolCount } from './servers/serverLabels.ts';
import { inertLabel, QuickPick, separator, type PickItem } from './ui/index.ts';

interface ToolItem extends PickItem {
  /** The tool of a row; absent for a heading. */
  readonly tool?: PricedTool;
}

/** `conversation` returns the open one, for which each row says whether its tool was sent. */
export function registerToolsPicker(
  engine: () => Promise<Engine>,
  conversation: () => Conversation | undefined,
): vscode.Disposable {
  return vscode.commands.registerCommand(commands.selectTools, async () =>
    pickTools(await engine(), conversation()),
  );
}

async function pickTools(engine: Engine, conversation: Conversation | undefined): Promise<boolean> {
  engine.extensions?.reload();
  let next: Thenable<boolean> | undefined;
  const save: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('save'),
    tooltip: t('Save Selection as Tool Set…'),
  };
  const use: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('layers'),
    tooltip: t('Use Tool Set…'),
  };
  const selected = await selectTools(engine, {
    titleOf: (...counts) =>
      conversation?.offered
        ? t('Patchbay: {0} of {1} Tools, About {2} Tokens If All Were Sent', ...counts)
        : t('Patchbay: {0} of {1} Tools, About {2} Tokens in Each Request', ...counts),
    isMarked: ({ isOn }) => isOn,
    conversation,
    buttons: [
      {
        button: save,
        run: ({ groups, marked }) => {
          next = vscode.commands.executeCommand(commands.saveToolSet, membersOf(groups, marked));
        },
      },
      {
        button: use,
        run: () => {
          next = vscode.commands.executeCommand(commands.useToolSet);
        },
      },
    ],
  });
  if (!selected) return (await next) ?? false;
  keep(selected, engine);
  return true;
}

interface Selected {
  readonly groups: readonly ToolGroup[];
  readonly marked: ReadonlySet<PricedTool>;
}

interface SelectOptions {
  readonly titleOf: (count: string, all: string, tokens: string) => string;
  readonly isMarked: (tool: SwitchableTool) => boolean;
  /** Each row says whether its tool was sent, found or is searchable in this conversation. */
  readonly conversation?: Conversation | undefined;
  /** A pressed button closes the picker, and `run` gets what is selected. */
  readonly buttons?: readonly {
    readonly button: vscode.QuickInputButton;
    readonly run: (selected: Selected) => unknown;
  }[];
}

/**
 * Opens the picker at once, and adds the rows when all tools are counted, which takes seconds for thousands of tools.
 * Resolves with undefined if the user left.
 */
export async function selectTools(engine: Engine, options: SelectOptions): Promise<Selected | undefined> {
  const pick = new QuickPick<ToolItem>();
  const { switchable } = engine.tools;
  const marked = switchable.filter(options.isMarked).length;
  pick.title = options.titleOf(written(marked), written(switchable.length), '…');
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = t('Select the tools that the model may use');
  const { promise: ended, resolve: end } = Promise.withResolvers<Selected | undefined>();
  pick.onDidHide(() => end(undefined));
  pick.busy = true;
  pick.show();
  try {
    const isLeft = await Promise.race([ended.then(() => true), engine.costs.countAll().then(() => false)]);
    if (!isLeft) fill(pick, engine, options, end);
    pick.busy = false;
    return await ended;
  } finally {
    pick.dispose();
  }
}

function written(count: number): string {
  return count.toLocaleString(locale());
}

function fill(
  pick: QuickPick<ToolItem>,
  engine: Engine,
  { titleOf, isMarked, conversation, buttons = [] }: SelectOptions,
  accept: (selected: Selected) => void,
): void {
  const tools = engine.tools.switchable.map((one): PricedTool => ({
    ...one,
    tokens: engine.costs.tokensOfTool(one),
  }));
  const groups = groupsOf(tools);
  const groupBySource = new Map(groups.map((group) => [group.source, group]));
  const stateOf = engine.views.offerStates(conversation);
  const items = groups.flatMap((group) => itemsOf(group, engine, stateOf));
  const byTool = new Map(items.flatMap((item) => (item.tool ? [[item.tool, item]] : [])));
  let marked: ReadonlySet<PricedTool> = new Set(tools.filter(isMarked));
  const sayCount = (): void => {
    pick.title = titleOf(written(marked.size), written(tools.length), written(tokensOf(marked)));
  };
  const show = (now: ReadonlySet<PricedTool>): void => {
    marked = now;
    sayCount();
    pick.selectedItems = [...marked].flatMap((tool) => byTool.get(tool) ?? []);
  };
  pick.items = items;
  show(marked);
  pick.onDidChangeSelection((selected) => {
    marked = new Set(selected.flatMap(({ tool }) => tool ?? []));
    sayCount();
  });
  pick.buttons = buttons.map(({ button }) => button);
  pick.onDidTriggerItemButton(({ item: { tool } }) => {
    const group = tool && groupBySource.get(tool.source);
    if (group) show(withGroupSwitched(group, marked));
  });
  pick.onDidTriggerButton((pressed) => {
    pick.hide();
    buttons.find(({ button }) => button === pressed)?.run({ groups, marked });
  });
  pick.onDidAccept(() => accept({ groups, marked }));
}

function keep({ groups, marked }: Selected, { enablement }: Engine): void {
  for (const { source, tools } of groups) {
    for (const isOn of [true, false]) {
      const switched = tools.filter((tool) => tool.isOn !== isOn && marked.has(tool) === isOn);
      const names = switched.map(({ tool }) => tool.name);
      if (names.length > 0) enablement.set(source, names, isOn);
    }
  }
}

function itemsOf(
  { source, tools }: ToolGroup,
  engine: Engine,
  stateOf: ReturnType<Engine['views']['offerStates']>,
): ToolItem[] {
  const title = ownTitle(source, engine) ?? source;
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  const count = t('{0}, about {1} tokens', toolCount(tools.length), total.toLocaleString(locale()));
  const buttons = [
    {
      iconPath: new vscode.ThemeIcon('check-all'),
      tooltip: inertLabel(t('Select or Clear All Tools of "{0}"', title)),
    },
  ];
  return [
    separator(`${title} · ${count}`),
    ...tools.map((tool): ToolItem => {
      const { name, title: shown = name, description } = tool.tool;
      return {
        tool,
        buttons,
        label: plainLabel(shown, 120) ?? '',
        // The row names its source, because headings are hidden while the user searches.
        description: [
          title,
          formatTokens(tool.tokens),
          ...(tool.isOn ? [placeLabel(stateOf?.(tool.wireName)) ?? []].flat() : []),
        ].join(' · '),
        detail: plainLabel(description, 200) ?? '',
      };
    }),
  ];
}

export function ownTitle(source: string, { tools }: Engine): string | undefined {
  if (source === tools.builtInSource) return t('Built-in tools');
  if (source === tools.customSource) return t('Custom tools');
  const extension = extensionOf(source);
  return extension === undefined ? undefined : t('Extension {0}', extension);
}
