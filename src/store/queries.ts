import { parsedJson, recordOf } from '../base/common/guards.ts';
import type {
  CallOrigin,
  ContentPart,
  HistoryCall,
  HistoryFacets,
  HistoryFilter,
  HistoryRow,
  StoredStatus,
  ToolSource,
  ToolStatistics,
} from '../protocol/index.ts';
import { matchOf } from './words.ts';
import type { Database } from './sqlite.ts';

type Row = Readonly<Record<string, unknown>>;

const SUMMARY = 300;

const columns = `calls.seq, at, source, tool, title, wire_name, substr(args, 1, ${SUMMARY}) AS summary, status, duration_ms, error`;

export function listCalls(
  database: Database,
  filter: HistoryFilter,
  { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before?: number | undefined },
): HistoryRow[] {
  const { from, where, values } = conditions(filter);
  // Sorting by the word index, if it is used, avoids sorting all matches.
  const number = from === 'calls' ? 'calls.seq' : 'call_words.rowid';
  return database
    .prepare(
      `SELECT ${columns} FROM ${from} WHERE ${[...where, `${number} < ?`].join(' AND ')} ORDER BY ${number} DESC LIMIT ?`,
    )
    .all(...values, before, limit)
    .map(toRow);
}

export function readCall(database: Database, seq: number): HistoryCall | undefined {
  const row = database
    .prepare(
      `SELECT ${columns}, conversation, args, origin, parts FROM calls LEFT JOIN results USING (seq) WHERE calls.seq = ?`,
    )
    .get(seq);
  if (!row) return undefined;
  const { conversation, args, origin, parts } = row;
  const written = typeof origin === 'string' ? toOrigin(origin) : undefined;
  return {
    ...toRow(row),
    conversation: String(conversation),
    argsText: String(args),
    origin: written,
    result: typeof parts === 'string' ? toParts(parts) : undefined,
  };
}

export function facetsOf(database: Database): HistoryFacets {
  const rows = database.prepare('SELECT DISTINCT server, tool FROM calls ORDER BY server, tool').all();
  return { tools: rows.map(({ server, tool }) => ({ server: String(server), tool: String(tool) })) };
}

export function statisticsOf(database: Database, filter: HistoryFilter): ToolStatistics[] {
  const { from, where, values } = conditions(filter);
  // Percentiles are over durations of calls that ended by themselves. Each is the smallest value with at least that
  // share below or at it (nearest rank).
  const rows = database
    .prepare(
      `WITH chosen AS (
         SELECT server, tool, status, CASE WHEN status IN ('success', 'error') THEN duration_ms END AS ms
         FROM ${from} WHERE ${where.join(' AND ') || 'TRUE'}
       ), ranked AS (
         SELECT *, row_number() OVER (PARTITION BY server, tool ORDER BY ms NULLS LAST) AS rank,
           count(ms) OVER (PARTITION BY server, tool) AS timed
         FROM chosen
       )
       SELECT server, tool, count(*) AS calls, sum(status IN ('error', 'timeout')) AS errors,
         min(CASE WHEN rank >= 0.5 * timed THEN ms END) AS p50,
         min(CASE WHEN rank >= 0.95 * timed THEN ms END) AS p95
       FROM ranked GROUP BY server, tool ORDER BY calls DESC, server, tool`,
    )
    .all(...values);
  return rows.map(({ server, tool, calls, errors, p50, p95 }) => ({
    server: String(server),
    tool: String(tool),
    calls: Number(calls),
    errors: Number(errors),
    p50: typeof p50 === 'number' ? p50 : undefined,
    p95: typeof p95 === 'number' ? p95 : undefined,
  }));
}

function conditions({ text, server, tool, status }: HistoryFilter): {
  from: string;
  where: string[];
  values: string[];
} {
  const words = matchOf(text);
  const tests = [
    ['call_words MATCH ?', words],
    ['server = ?', server],
    ['tool = ?', tool],
    ['status = ?', status],
  ] as const;
  const asked = tests.filter(([, value]) => value !== '');
  return {
    from: words === '' ? 'calls' : 'call_words CROSS JOIN calls ON calls.seq = call_words.rowid',
    where: asked.map(([test]) => test),
    values: asked.map(([, value]) => value),
  };
}

function toRow(row: Row): HistoryRow {
  const {
    seq,
    at,
    source,
    tool,
    title,
    wire_name: wireName,
    summary,
    status,
    duration_ms: durationMs,
    error,
  } = row;
  return {
    seq: Number(seq),
    at: Number(at),
    source: JSON.parse(String(source)) as ToolSource,
    tool: String(tool),
    title: typeof title === 'string' ? title : undefined,
    wireName: String(wireName),
    summary: String(summary),
    status: String(status) as StoredStatus,
    durationMs: typeof durationMs === 'number' ? durationMs : undefined,
    error: typeof error === 'string' ? error : undefined,
  };
}

/** Redaction can turn a number into a text, so this may not be JSON. */
export function toParts(text: string): readonly ContentPart[] {
  try {
    return JSON.parse(text) as ContentPart[];
  } catch {
    return [{ type: 'text', text }];
  }
}

/** Returns undefined for a broken origin: the data that such a call holds is unknown. */
function toOrigin(text: string): CallOrigin | undefined {
  const origin = recordOf(parsedJson(text));
  return Array.isArray(origin['marks']) ? (origin as unknown as CallOrigin) : undefined;
}

const PAGE = 200;

export function* exportCalls(database: Database, filter: HistoryFilter): Generator<string> {
  yield '[';
  let separator = '\n';
  let before: number | undefined;
  for (;;) {
    const rows = listCalls(database, filter, { limit: PAGE, before });
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
