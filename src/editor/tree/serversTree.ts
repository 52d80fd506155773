import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { Server } from '../../mcp/index.ts';
import { commands, contextKeys, views } from '../../contributions/index.ts';
import { followRows, type ChangedRows } from './changedRows.ts';
import * as treeItems from './items.ts';
import { actionRows } from './actionNodes.ts';
import { builtInRoot, builtInRows } from './builtInNodes.ts';
import type { Window } from './cost.ts';
import { causeRows, problemRows } from './causeNodes.ts';
import { customRoot, customRows } from './customNodes.ts';
import { extensionsRoot } from './extensionNodes.ts';
import { extensionRows } from './extensionRows.ts';
import { parseFilter, type TreeFilter, applyFilter, type Filtered } from './filter.ts';
import type { Filterable } from './filterPicker.ts';
import { firstRows } from './firstNodes.ts';
import { serverDragging } from './dragging.ts';
import type { Node, ServerFacts } from './nodes.ts';
import { childrenOf, offerGroups } from './offerNodes.ts';
import type { Orderable } from './ordering.ts';
import type { ToolPlace } from '../servers/serverLabels.ts';
import { serverTools } from '../servers/serverTools.ts';
import { skillRoot, skillRows } from './skillNodes.ts';
import { toolSetRow } from './toolSetNodes.ts';
import { toolSetInUse, type TreeFacts } from './treeFacts.ts';
import { UnfoldedRows } from './unfoldedRows.ts';
import { ViewStatus } from './viewStatus.ts';
import {
  createTreeView,
  showInformationMessage,
  treeItem,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
} from '../ui/index.ts';

type ServerNode = Extract<Node, { kind: 'server' }>;

/** Number of tools that are counted while rows are drawn, which is too fast to notice. Most users have no more. */
const AT_ONCE = 300;

export class ServersTree implements TreeDataProvider<Node>, Filterable, Orderable, vscode.Disposable {
  private readonly engine: () => Promise<Engine>;
  private readonly facts: TreeFacts;
  private readonly changes = new vscode.EventEmitter<Node | undefined>();
  private readonly nodes = new Map<string, ServerNode>();
  private loaded: Engine | undefined;
  private view: TreeView<Node> | undefined;
  private status: ViewStatus | undefined;
  private isWelcome: boolean | undefined;
  private following: vscode.Disposable | undefined;
  private filter: TreeFilter | undefined;
  private left: Filtered | undefined;
  private readonly unfolded = new UnfoldedRows();
  /** Tools that may still be counted while rows are drawn. */
  private free = AT_ONCE;

  readonly onDidChangeTreeData = this.changes.event;

  constructor(engine: () => Promise<Engine>, facts: TreeFacts) {
    this.engine = engine;
    this.facts = facts;
  }

  register(): vscode.Disposable {
    const view = createTreeView<Node>(views.servers, {
      treeDataProvider: this,
      manageCheckboxStateManually: true,
      showCollapseAll: true,
      dragAndDropController: serverDragging(this.facts.order, () => this.names.all),
    });
    this.view = view;
    this.status = new ViewStatus(view);
    // The editor has no event for changes of its tools.
    view.onDidChangeVisibility(({ visible }) => visible && this.loaded?.extensions?.reload());
    // A filter unfolds rows by itself. Rows that are folded or unfolded in it are so until it ends.
    view.onDidExpandElement(({ element }) => !this.filter && this.unfolded.add(element));
    view.onDidCollapseElement(({ element }) => !this.filter && this.unfolded.delete(element));
    view.onDidChangeCheckboxState(({ items }) => {
      for (const [node, state] of items)
        this.switchTool(node, () => state === vscode.TreeItemCheckboxState.Checked);
    });
    return vscode.Disposable.from(
      view,
      vscode.commands.registerCommand(commands.toggleTool, () => {
        const [node] = view.selection;
        if (node) this.switchTool(node, (isOn) => !isOn);
      }),
    );
  }

  /** Shows the state of the engine from now on, until the tree is disposed of. */
  follow(engine: Engine): void {
    this.loaded = engine;
    this.following = followRows(engine, this.facts, (changed) => this.redraw(engine, changed));
    this.redrawAll(engine);
  }

  private redraw(engine: Engine, { all, builtIn, custom, extensions, servers }: ChangedRows): void {
    const hasNew = servers.some((server) => this.nodes.get(server.name)?.server !== server);
    for (const name of this.nodes.keys()) if (!engine.manager.server(name)) this.nodes.delete(name);
    // With a filter, a change can show or hide rows.
    if (all || hasNew || this.filter) return this.redrawAll(engine);
    this.showStatus(engine);
    if (builtIn) this.changes.fire(builtInRoot);
    if (custom) this.changes.fire(customRoot);
    if (extensions) this.changes.fire(extensionsRoot);
    for (const { name } of servers) this.changes.fire(this.nodes.get(name));
  }

  private redrawAll(engine: Engine): void {
    this.left = undefined;
    // The status is shown first, because VS Code sends the first of several changes at once, and the others 200 ms
    // later.
    this.showStatus(engine);
    this.changes.fire(undefined);
  }

  get names(): { readonly all: readonly string[]; readonly shown: readonly string[] } {
    if (!this.loaded) return { all: [], shown: [] };
    const left = this.leftBy(this.loaded);
    const all = this.inOrder(this.loaded).map(({ name }) => name);
    return { all, shown: left ? all.filter((name) => left.servers.has(name)) : all };
  }

  get selected(): string | undefined {
    const [node] = this.view?.visible ? this.view.selection : [];
    return node?.kind === 'server' ? node.server.name : undefined;
  }

  get filterText(): string {
    return this.filter?.text ?? '';
  }

  setFilter(text: string): string {
    const filter = parseFilter(text);
    // A tree that is drawn again takes the keyboard back in VS Code, which closes a pick that opens just then.
    if (filter?.text !== this.filter?.text) {
      this.filter = filter;
      if (this.loaded) this.redrawAll(this.loaded);
    }
    return (this.loaded && this.leftBy(this.loaded)?.words) ?? '';
  }

  async reveal(name: string): Promise<void> {
    this.loaded = await this.engine();
    const server = this.loaded.manager.server(name);
    if (!server) {
      void showInformationMessage(t('The server {0} no longer exists.', name));
      return;
    }
    await this.view?.reveal(this.serverNode(server), { select: true, focus: true, expand: true });
  }

  async getChildren(parent?: Node): Promise<Node[]> {
    const engine = await this.engine();
    this.loaded = engine;
    const left = this.leftBy(engine);
    if (!parent) return this.roots(engine, left);
    if (parent.kind === 'builtIn')
      return left ? left.builtIn.map((tool): Node => ({ kind: 'builtInTool', tool })) : builtInRows(engine);
    if (parent.kind === 'custom')
      return left ? left.custom.map((file): Node => ({ kind: 'customFile', file })) : customRows(engine);
    if (parent.kind === 'extensions') return left ? [...left.extensions] : extensionRows(engine);
    if (parent.kind === 'skills') return skillRows(left?.skills ?? engine.skills?.files);
    if (parent.kind === 'group') return childrenOf(parent);
    if (parent.kind === 'invalid') return problemRows(parent.entry);
    if (parent.kind !== 'server') return [];
    const { server } = parent;
    const tools = left ? (left.servers.get(server.name) ?? []) : serverTools(server);
    return [
      ...causeRows(server),
      ...actionRows(server),
      ...tools.map((tool): Node => ({ kind: 'tool', server, tool })),
      ...(left ? [] : offerGroups(server)),
    ];
  }

  getParent(node: Node): Node | undefined {
    if (node.kind === 'builtInTool') return builtInRoot;
    if (node.kind === 'customFile') return customRoot;
    if (node.kind === 'extensionTool') return extensionsRoot;
    if (node.kind === 'skill') return skillRoot;
    if (node.kind === 'cause')
      return 'server' in node.of
        ? this.serverNode(node.of.server)
        : { kind: 'invalid', entry: node.of.entry };
    return node.kind === 'tool' || node.kind === 'group' || node.kind === 'action'
      ? this.serverNode(node.server)
      : undefined;
  }

  getTreeItem(node: Node): TreeItem {
    const engine = this.loaded;
    return engine ? this.unfolded.show(node, this.itemOf(node, engine)) : treeItem({ label: '' });
  }

  private itemOf(node: Node, engine: Engine): TreeItem {
    if (node.kind === 'invalid') return treeItems.invalidItem(node.entry);
    if (node.kind === 'group' || node.kind === 'prompt' || node.kind === 'resource')
      return treeItems.offerItem(node);
    if (node.kind === 'builtIn' || node.kind === 'builtInTool') {
      const offer = node.kind === 'builtInTool' ? this.offerOf(engine, node.tool.name) : undefined;
      return treeItems.builtInItem(node, engine, offer);
    }
    if (node.kind === 'custom' || node.kind === 'customFile') {
      const tool = node.kind === 'customFile' && node.file.kind === 'tool' ? node.file.tool : undefined;
      return treeItems.customItem(node, engine, tool && this.offerOf(engine, tool.name));
    }
    if (node.kind === 'extensions' || node.kind === 'extensionTool') {
      const offer = node.kind === 'extensionTool' ? this.offerOf(engine, node.wireName) : undefined;
      return treeItems.extensionItem(node, engine, this.windowOf(engine), offer);
    }
    if (node.kind === 'skills' || node.kind === 'skill')
      return treeItems.skillItem(node, engine, this.windowOf(engine));
    if (node.kind === 'action') return treeItems.actionItem(node);
    if (node.kind === 'cause') return treeItems.causeItem(node);
    if (node.kind === 'toolSet') return treeItems.toolSetItem(engine, this.facts.conversation.get());
    if (node.kind === 'first') return treeItems.firstItem(node);
    const { server } = node;
    if (node.kind === 'server') return treeItems.serverItem(server, this.factsOf(engine, server));
    const { name } = node.tool;
    const wireName = engine.tools.wireName(server.name, name);
    return treeItems.toolItem(server, node.tool, {
      enabled: engine.enablement.isEnabled(server.name, name),
      appOnly: engine.tools.isAppOnly(server.name, name),
      wireName,
      offer: wireName === undefined ? undefined : this.offerOf(engine, wireName),
      leftOut: engine.tools.whyLeftOut(server.name, name)?.localized,
      tokens: engine.costs.tokensOf(server.name, name),
      window: this.windowOf(engine),
    });
  }

  dispose(): void {
    this.following?.dispose();
    this.changes.dispose();
  }

  private offerOf(engine: Engine, wireName: string): ToolPlace | undefined {
    if (this.isOutside(engine, wireName)) return 'outside';
    return engine.views.offerStates(this.facts.conversation.get())?.(wireName);
  }

  /** Tells of an enabled tool whether the tool set in use leaves it out. */
  private isOutside(engine: Engine, wireName: string): boolean {
    const conversation = this.facts.conversation.get();
    if (!conversation || !toolSetInUse(engine, conversation)) return false;
    return !engine.views.inSet(conversation).has(wireName);
  }

  private switchTool(node: Node, next: (isOn: boolean) => boolean): void {
    const engine = this.loaded;
    const [source, name] = (engine && switchedBy(node, engine)) ?? [];
    if (!engine || source === undefined || name === undefined) return;
    const { enablement } = engine;
    enablement.set(source, [name], next(enablement.isEnabled(source, name)));
  }

  private roots(engine: Engine, left: Filtered | undefined): Node[] {
    const { invalid } = engine.manager;
    const servers = this.inOrder(engine);
    if (left)
      return [
        ...servers.filter(({ name }) => left.servers.has(name)).map((server) => this.serverNode(server)),
        ...left.invalid.map((entry): Node => ({ kind: 'invalid', entry })),
        ...(left.builtIn.length > 0 ? [builtInRoot] : []),
        ...(left.custom.length > 0 ? [customRoot] : []),
        ...(left.extensions.length > 0 ? [extensionsRoot] : []),
        ...(left.skills.length > 0 ? [skillRoot] : []),
      ];
    const custom = customRows(engine);
    const skills = engine.skills?.files ?? [];
    const hasNoServer = servers.length + invalid.length === 0;
    const hasOwn = custom.length + skills.length > 0;
    const isWelcome = hasNoServer && !hasOwn && this.facts.model.get().name === undefined;
    this.showWelcome(isWelcome);
    if (isWelcome) return [];
    return [
      ...(toolSetInUse(engine, this.facts.conversation.get()) ? [toolSetRow] : []),
      ...(hasNoServer ? firstRows : []),
      ...servers.map((server) => this.serverNode(server)),
      ...invalid.map((entry): Node => ({ kind: 'invalid', entry })),
      ...(engine.tools.builtIn.length > 0 ? [builtInRoot] : []),
      ...(custom.length > 0 ? [customRoot] : []),
      ...(engine.tools.extensionTools.length > 0 ? [extensionsRoot] : []),
      ...(skills.length > 0 ? [skillRoot] : []),
    ];
  }

  private showWelcome(isShown: boolean): void {
    if (this.isWelcome === isShown) return;
    this.isWelcome = isShown;
    void vscode.commands.executeCommand('setContext', contextKeys.nothingSetUp, isShown);
  }

  private inOrder({ manager }: Engine): readonly Server[] {
    return this.facts.order.sort(manager.servers);
  }

  private leftBy(engine: Engine): Filtered | undefined {
    if (!this.filter) return undefined;
    this.left ??= applyFilter(this.filter, engine);
    return this.left;
  }

  private factsOf(engine: Engine, server: Server): ServerFacts {
    const rows = serverTools(server);
    const forModel = rows.filter(({ name }) => !engine.tools.isAppOnly(server.name, name));
    const enabled = forModel.filter(
      ({ name }) =>
        engine.enablement.isEnabled(server.name, name) &&
        !this.isOutside(engine, engine.tools.wireName(server.name, name) ?? ''),
    );
    const stateOf = engine.views.offerStates(this.facts.conversation.get());
    const sent = enabled.filter(
      ({ name }) => stateOf?.(engine.tools.wireName(server.name, name) ?? '') !== 'searchable',
    );
    const left = this.leftBy(engine);
    return {
      enabledTools: enabled.length,
      totalTools: rows.length,
      modelTools: forModel.length,
      tokens: this.costOf(
        engine,
        server,
        sent.map(({ name }) => name),
      ),
      searchable: enabled.length - sent.length,
      window: this.windowOf(engine),
      questions: this.facts.questions.get().get(server.name) ?? 0,
      extension: this.facts.extensionOf(server.name),
      filter: left && { isOpen: left.isShort },
    };
  }

  /** Returns the tokens of the tools, or 0 until they are counted, when the rows are drawn again. */
  private costOf({ costs }: Engine, { name, state }: Server, tools: readonly string[]): number {
    if (state.kind !== 'connected') return 0;
    let sum = 0;
    for (const tool of tools) {
      const tokens = this.free > 0 ? (costs.tokensOf(name, tool) ?? 0) : costs.knownTokensOf(name, tool);
      if (tokens === undefined) {
        // Counting changes the state of the costs, and the rows are drawn again.
        void costs.countAll();
        return 0;
      }
      if (this.free > 0) this.free--;
      sum += tokens;
    }
    return sum;
  }

  private windowOf({ costs }: Engine): Window {
    const { name, contextWindow } = this.facts.model.get();
    return { ...costs.window(name, contextWindow), model: name };
  }

  private showStatus(engine: Engine): void {
    const filtered = this.leftBy(engine)?.words;
    const [questions, approvals] = [this.facts.questions.get(), this.facts.approvals.get()];
    this.status?.show(engine, {
      questions: (server) => questions.get(server) ?? 0,
      approvals: [...approvals.values()].reduce((sum, count) => sum + count, 0),
      stateOf: engine.views.offerStates(this.facts.conversation.get()),
      window: this.windowOf(engine),
      filtered,
    });
  }

  private serverNode(server: Server): ServerNode {
    const existing = this.nodes.get(server.name);
    if (existing?.server === server) return existing;
    const node: ServerNode = { kind: 'server', server };
    this.nodes.set(server.name, node);
    return node;
  }
}

/** Returns the source and the name of the tool that the row's checkbox switches. */
function switchedBy(
  node: Node,
  { tools, skillSource }: Engine,
): readonly [source: string, tool: string] | undefined {
  if (node.kind === 'tool')
    return tools.isAppOnly(node.server.name, node.tool.name) ? undefined : [node.server.name, node.tool.name];
  if (node.kind === 'builtInTool') return [tools.builtInSource, node.tool.name];
  if (node.kind === 'extensionTool') return [node.source, node.tool.name];
  if (node.kind === 'skill') return node.skill.kind === 'skill' ? [skillSource, node.skill.name] : undefined;
  return node.kind === 'customFile' && node.file.kind === 'tool'
    ? [tools.customSource, node.file.tool.name]
    : undefined;
}
