/** Dragging rows of the tree puts the servers in order. */
import * as vscode from 'vscode';
import { views } from '../../contributions/index.ts';
import type { Node } from './nodes.ts';
import type { ServerOrder } from '../servers/serverOrder.ts';

/** What the editor calls what is dragged within the tree. */
const DRAGGED = `application/vnd.code.tree.${views.servers.toLowerCase()}`;

/** Lets rows of servers be dragged onto others, or onto the space below them. `names` are all, as they are shown. */
export function serverDragging(
  order: ServerOrder,
  names: () => readonly string[],
): vscode.TreeDragAndDropController<Node> {
  return {
    dragMimeTypes: [DRAGGED],
    dropMimeTypes: [DRAGGED],
    handleDrag([node], dragged) {
      if (node?.kind === 'server') dragged.set(DRAGGED, new vscode.DataTransferItem(node.server.name));
    },
    async handleDrop(target, dragged) {
      const name = await dragged.get(DRAGGED)?.asString();
      if (name === undefined || !names().includes(name)) return;
      // What is not a server's stands below all servers.
      order.move(names(), name, target && 'server' in target ? target.server.name : undefined);
    },
  };
}
