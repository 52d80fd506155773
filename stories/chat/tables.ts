/** Tables in answers: short and long cells, many columns, and code. */
import { assistant, snapshot, user, type Story } from './story.ts';

const answer = `Two columns:

| Setting | What it does |
|---|---|
| \`patchbay.maxIterations\` | How many steps a turn may take before it stops and asks whether to go on. |
| \`chat.fontSize\` | The size of letters. |

Remarks at the end:

| File | Tests | Time | Remarks |
|---|--:|--:|---|
| \`src/agent/turn.ts\` | 14 | 120 ms | All pass, but two of them wait for a timer that a slow machine may miss. |
| \`src/mcp/calls/query.ts\` | 7 | 45 ms | Fine. |
| \`README.md\` | | | Mentions a setting that is gone. |

Prose in two of them:

| | Advantages | Disadvantages |
|---|---|---|
| SQLite | One file, no server, fast reads, works offline and in every editor | One writer at a time; copies need care while it is open |
| Postgres | Many writers, roles, extensions, replicas | Has to be run, watched and upgraded by somebody |

Many columns:

| Region | Q1 | Q2 | Q3 | Q4 | Sum | Best month | Comment |
|---|--:|--:|--:|--:|--:|:-:|---|
| Europe | 1,204 | 1,180 | 1,391 | 1,422 | 5,197 | November | Grew in spite of the holidays in the third quarter. |
| Asia | 880 | 912 | 1,004 | 1,110 | 3,906 | December | |

Commands:

| Do | Command |
|---|---|
| Test | \`npm run test -- --grep "a word" --reporter dot\` |
| Look | [the documentation of the command](https://example.com/docs/a/long/path) |

Names of tools:

| Tool | Answer |
|---|---|
| \`mcp__filesystem__read_text_file\` | The text of the file, as it was when the call was made. |
| \`mcp__everything__trigger-long-running-operation\` | Long running operation completed. Duration: 2 seconds, Steps: 4. |

Small:

| a | b |
|---|---|
| 1 | 2 |
`;

export const tableStories: readonly Story[] = [
  { name: 'tables', messages: [snapshot([user('u1', 'Show me tables.'), assistant('a1', answer)])] },
];
