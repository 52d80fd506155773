import type { HistoryFilter } from '../protocol/index.ts';
import { listCalls, readCall } from './queries.ts';
import type { Database } from './sqlite.ts';

const PAGE = 200;

/** A JSON array of the calls, newest first, in pieces of text. */
export function* exportCalls(database: Database, filter: HistoryFilter): Generator<string> {
  yield '[';
  let separator = '\n';
  let before: number | undefined;
  for (;;) {
    const rows = listCalls(database, filter, { limit: PAGE, ...(before !== undefined && { before }) });
    for (const { seq } of rows) {
      const call = readCall(database, seq);
      if (!call) continue;
      const { at, source, tool, wireName, conversation, status, durationMs, argsText, result, error } = call;
      const said = { seq, at: new Date(at).toISOString(), source, tool, wireName, conversation, status };
      yield separator + JSON.stringify({ ...said, durationMs, arguments: parsed(argsText), result, error });
      separator = ',\n';
    }
    before = rows.at(-1)?.seq;
    if (before === undefined) break;
  }
  yield '\n]\n';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
