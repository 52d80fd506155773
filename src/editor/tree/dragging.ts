import * as vscode from 'vscode';
import { views } from '../../contributions/index.ts';
import type { Node } from './nodes.ts';
import type { ServerOrder } from '../servers/serverOrder.ts';

/** The MIME type that VS Code gives to rows of the view. */
const DRAGGED = `application/vnd.code.tree.${views.servers.toLowerCase()}`;

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
      // A row that belongs to no server is below all of them, so a drop there means the end.
      order.move(names(), name, target && 'server' in target ? target.server.name : undefined);
    },
  };
}
