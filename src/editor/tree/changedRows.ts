/** Follows the objects that the rows of the servers tree are drawn from, and says which rows have to be drawn again. */
import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import { derived, follow, sameItems, type Observable, type Read } from '../../base/common/observable.ts';
import type { Engine } from '../../engine.ts';
import type { Server } from '../../mcp/index.ts';
import { toolSetInUse, type TreeFacts } from './treeFacts.ts';

/** Objects that a row is drawn from. It is drawn again when one of them is replaced. */
type Parts = readonly unknown[];

interface Rows {
  /** Parts of the rows without a parent, and of those rows below them that none of the others names. */
  readonly roots: Parts;
  readonly builtIn: Parts;
  /** Empty if there are no such tools, and so no such row. */
  readonly custom: Parts;
  readonly extensions: Parts;
  readonly servers: ReadonlyMap<Server, Parts>;
}

export interface ChangedRows {
  /** True if all rows have to be drawn again, including those that are not named. */
  readonly all: boolean;
  readonly builtIn: boolean;
  readonly custom: boolean;
  readonly extensions: boolean;
  readonly servers: readonly Server[];
}

/** Calls `redraw` for each change, even if it shows only in the status of the view. */
export function followRows(
  engine: Engine,
  facts: TreeFacts,
  redraw: (changed: ChangedRows) => void,
): vscode.Disposable {
  const model = derived((read) => read(facts.model), isDeepStrictEqual);
  const rows = derived((read) => {
    read(facts.approvals);
    return rowsOf(engine, facts, model, read);
  });
  return follow(rows, (now, before) => redraw(changesBetween(before, now)));
}

function rowsOf(engine: Engine, facts: TreeFacts, model: Observable<unknown>, read: Read): Rows {
  const { manager, enablement, tools, custom, extensions, skills, skillSource, toolSets, costs } = engine;
  const servers = read(manager.state);
  const { disabled, enabled } = read(enablement.state);
  const questions = read(facts.questions);
  const leftOut = [...read(tools.leftOut)];
  const conversation = read(facts.conversation);
  const { offered, toolSet, onlyServers } = (conversation && read(conversation.state)) ?? {};
  const setInUse = toolSetInUse(engine, conversation);
  const ofTools: Parts = [offered, toolSet, onlyServers, read(toolSets.state), read(costs.state)];
  const { builtIn } = tools;
  read(tools.enabled);
  return {
    roots: [
      ...servers,
      ...manager.invalid,
      read(facts.order.state),
      read(model),
      conversation,
      setInUse?.name,
      setInUse?.members,
      builtIn.length > 0,
      custom && read(custom.state),
      disabled.get(tools.customSource),
      extensions && read(extensions.source),
      ...[...enabled].flat(),
      skills && read(skills.state),
      disabled.get(skillSource),
    ],
    builtIn: [...builtIn, disabled.get(tools.builtInSource), ...ofTools],
    custom: custom && read(custom.state).length > 0 ? ofTools : [],
    extensions: tools.extensionTools.length > 0 ? ofTools : [],
    servers: new Map(
      servers.map((server) => [
        server,
        [
          server.state,
          server.definition,
          disabled.get(server.name),
          questions.get(server.name),
          ...leftOut.flatMap(([tool, reason]) => (tool.source.server === server.name ? [tool, reason] : [])),
          ...ofTools,
        ],
      ]),
    ),
  };
}

function changesBetween(before: Rows, now: Rows): ChangedRows {
  return {
    all: !sameItems(before.roots, now.roots),
    builtIn: !sameItems(before.builtIn, now.builtIn),
    custom: now.custom.length > 0 && !sameItems(before.custom, now.custom),
    extensions: now.extensions.length > 0 && !sameItems(before.extensions, now.extensions),
    servers: [...now.servers].flatMap(([server, parts]) =>
      sameItems(before.servers.get(server) ?? [], parts) ? [] : [server],
    ),
  };
}
