/** The tree of MCP servers and their tools, told of changes by events and redrawing only what changed. */
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { Server } from '../../mcp/index.ts';
import { builtInItem, builtInRoot, builtInRows } from './builtInNodes.ts';
import { customItem, customRoot, customRows } from './customNodes.ts';
import { needsSignIn } from '../auth/commands.ts';
import { views } from '../ids.ts';
import { invalidItem, serverItem, toolItem, type Node, type ToolRow } from './nodes.ts';
import { childrenOf, groupsOf, offerItem } from './offerNodes.ts';

type ToolNode = Extract<Node, { kind: 'tool' }>;
type ServerNode = Extract<Node, { kind: 'server' }>;

export class ServersTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly engine: () => Promise<Engine>;
  private readonly changes = new vscode.EventEmitter<Node | undefined>();
  private readonly nodes = new Map<string, ServerNode>();
  private loaded: Engine | undefined;
  private view: vscode.TreeView<Node> | undefined;

  readonly onDidChangeTreeData = this.changes.event;

  constructor(engine: () => Promise<Engine>) {
    this.engine = engine;
  }

  register(): vscode.Disposable {
    const view = vscode.window.createTreeView<Node>(views.servers, {
      treeDataProvider: this,
      manageCheckboxStateManually: true,
      showCollapseAll: true,
    });
    this.view = view;
    view.onDidChangeCheckboxState(({ items }) => this.switchTools(items));
    return view;
  }

  /** To be called with the names of servers that have changed, or whose tools were switched. */
  refresh(engine: Engine, servers: ReadonlySet<string>): void {
    const { manager } = engine;
    if (servers.has(engine.tools.builtInSource)) this.changes.fire(builtInRoot);
    const known = [...servers].every((name) => this.nodes.get(name)?.server === manager.server(name));
    if (!known) {
      for (const name of servers) if (!manager.server(name)) this.nodes.delete(name);
      this.changes.fire(undefined);
    } else {
      for (const name of servers) this.changes.fire(this.nodes.get(name));
    }
    this.showProgress(engine);
  }

  /** Shows the server with its tools, and gives it the keyboard. */
  async reveal(name: string): Promise<void> {
    const server = (await this.engine()).manager.server(name);
    if (!server) {
      void vscode.window.showInformationMessage(`There is no server ${name} any more.`);
      return;
    }
    await this.view?.reveal(this.serverNode(server), { select: true, focus: true, expand: true });
  }

  async getChildren(parent?: Node): Promise<Node[]> {
    const engine = await this.engine();
    this.loaded = engine;
    if (!parent) {
      const servers: Node[] = engine.manager.servers.map((server) => this.serverNode(server));
      const invalid = engine.manager.invalid.map((entry): Node => ({ kind: 'invalid', entry }));
      const builtIn = engine.tools.builtIn.length > 0 ? [builtInRoot] : [];
      const custom = customRows(engine).length > 0 ? [customRoot] : [];
      return [...servers, ...invalid, ...builtIn, ...custom];
    }
    if (parent.kind === 'builtIn') return builtInRows(engine);
    if (parent.kind === 'custom') return customRows(engine);
    if (parent.kind === 'group') return childrenOf(parent);
    if (parent.kind !== 'server') return [];
    const { server } = parent;
    return [...toolRows(server).map((tool): Node => ({ kind: 'tool', server, tool })), ...groupsOf(server)];
  }

  getParent(node: Node): Node | undefined {
    if (node.kind === 'builtInTool') return builtInRoot;
    if (node.kind === 'customFile') return customRoot;
    return node.kind === 'tool' || node.kind === 'group' ? this.serverNode(node.server) : undefined;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const engine = this.loaded;
    if (!engine || node.kind === 'invalid')
      return node.kind === 'invalid' ? invalidItem(node.entry) : new vscode.TreeItem('');
    if (node.kind === 'group' || node.kind === 'prompt' || node.kind === 'resource') return offerItem(node);
    if (node.kind === 'builtIn' || node.kind === 'builtInTool') return builtInItem(node, engine);
    if (node.kind === 'custom' || node.kind === 'customFile') return customItem(node, engine);
    const { server } = node;
    if (node.kind === 'tool') {
      const { name } = node.tool;
      return toolItem(server, node.tool, {
        enabled: engine.enablement.isEnabled(server.name, name),
        appOnly: engine.tools.isAppOnly(server.name, name),
        wireName: engine.tools.wireName(server.name, name),
        leftOut: engine.tools.whyLeftOut(server.name, name),
      });
    }
    const rows = toolRows(server);
    const enabledTools = rows.filter(
      ({ name }) =>
        engine.enablement.isEnabled(server.name, name) && !engine.tools.isAppOnly(server.name, name),
    ).length;
    return serverItem(server, { enabledTools, totalTools: rows.length });
  }

  dispose(): void {
    this.changes.dispose();
  }

  private serverNode(server: Server): ServerNode {
    const existing = this.nodes.get(server.name);
    if (existing?.server === server) return existing;
    const node: ServerNode = { kind: 'server', server };
    this.nodes.set(server.name, node);
    return node;
  }

  private switchTools(items: readonly (readonly [Node, vscode.TreeItemCheckboxState])[]): void {
    for (const [node, state] of items) {
      const on = state === vscode.TreeItemCheckboxState.Checked;
      if (node.kind === 'tool') setTool(this.loaded, node, on);
      if (node.kind === 'builtInTool' && this.loaded)
        this.loaded.enablement.set(this.loaded.tools.builtInSource, [node.tool.name], on);
      if (node.kind === 'customFile' && node.file.kind === 'tool' && this.loaded)
        this.loaded.enablement.set(this.loaded.tools.customSource, [node.file.tool.name], on);
    }
  }

  private showProgress({ manager }: Engine): void {
    if (!this.view) return;
    const { servers } = manager;
    const connecting = servers.filter(({ state }) => state.kind === 'connecting').length;
    const waiting = servers.filter(needsSignIn).length;
    const failed =
      servers.filter(({ state }) => state.kind === 'error').length - waiting + manager.invalid.length;
    const say = (count: number, one: string, many: string): string[] =>
      count === 0 ? [] : [`${count} ${count === 1 ? `server ${one}` : `servers ${many}`}`];
    const tooltip = [
      ...say(failed, 'has an error', 'have an error'),
      ...say(waiting, 'needs a sign-in', 'need a sign-in'),
    ];
    this.view.message = connecting > 0 ? `Connecting ${connecting} of ${servers.length} servers…` : '';
    this.view.badge =
      tooltip.length > 0 ? { value: failed + waiting, tooltip: tooltip.join(', ') } : undefined;
  }
}

function setTool(engine: Engine | undefined, { server, tool }: ToolNode, enabled: boolean): void {
  engine?.enablement.set(server.name, [tool.name], enabled);
}

/** The tools of a server: those it has, or while it is down those it had when last connected. */
export function toolRows(server: Server): readonly ToolRow[] {
  if (server.state.kind === 'connected') return server.state.catalog.tools;
  return server.remembered?.tools ?? [];
}
