import type { ServerHostMessage, ServerView, WireRow } from '../src/protocol/index.ts';

/** `press`: CSS selectors, the same in any language, clicked after the messages. */
export interface ServerStory {
  readonly name: string;
  readonly messages: readonly ServerHostMessage[];
  readonly press: readonly string[];
}

const at = Date.UTC(2026, 10, 21, 9, 30);

const up: ServerView = {
  name: 'everything',
  state: { kind: 'connected', words: 'Connected in 412 ms: MCP 2025-11-25, 4 tools.', at },
  signedIn: false,
  problems: [
    'Tool "bad-input" was skipped because its definition is invalid: inputSchema.type: Invalid input',
  ],
  facts: [
    ['Server', 'Everything Example Server 2026.8.31'],
    ['Protocol', 'MCP 2025-11-25'],
    ['Transport', 'stdio'],
    [
      'Command',
      'npx -y @modelcontextprotocol/server-everything stdio --with-a-rather-long-option=/home/ada/projects',
    ],
    ['Process', '48151 on ada-laptop'],
    ['Runs on', 'ada-laptop'],
    ['Connected in', '412 ms'],
    ['Offers', '4 tools, 4 prompts, 7 resources, 2 resource templates'],
    ['Time limits', '30 s to start, 60 s for a call, 600 s with progress'],
    ['Saved in', 'User settings'],
  ],
  environment: [
    { source: 'Set in the server definition', names: ['API_TOKEN', 'LOG_LEVEL'] },
    {
      source: 'From the editor',
      names: ['HOME', 'LANG', 'PATH', 'SHELL', 'TERM', 'USER', 'XDG_RUNTIME_DIR'],
    },
  ],
  capabilities: JSON.stringify(
    { tools: { listChanged: true }, prompts: {}, resources: { subscribe: true } },
    null,
    2,
  ),
  instructions: 'Call get-structured-content for the weather.\nNever call it twice for the same place.',
  tools: [
    {
      name: 'echo',
      label: 'Echo Tool',
      description: 'Echoes back the input string',
      hints: [{ kind: 'readOnly', word: 'read-only' }],
      enabled: true,
      tokens: 64,
    },
    {
      name: 'delete_everything',
      label: 'delete_everything',
      description:
        'Deletes all files below a folder, which cannot be undone, so think twice before you call it',
      hints: [
        { kind: 'destructive', word: 'destructive' },
        { kind: 'openWorld', word: 'open world' },
      ],
      enabled: false,
      tokens: 1_240,
    },
    {
      name: 'sum',
      label: 'Get Sum Tool',
      description: 'Returns the sum of two numbers',
      hints: [],
      enabled: true,
      tokens: 118,
    },
    { name: 'long', label: 'Trigger Long Running Operation Tool', hints: [], enabled: true, tokens: 131 },
  ],
  toolsAreRemembered: false,
  past: [
    { at, kind: 'connected', words: 'Connected in 412 ms: MCP 2025-11-25, 4 tools.' },
    { at: at - 412, kind: 'connecting', words: 'Connecting.' },
    {
      at: at - 60_000,
      kind: 'error',
      words: 'The server process ended with exit code 3 while it was connected.',
    },
  ],
};

const down: ServerView = {
  name: 'git',
  state: { kind: 'error', words: 'Command "uvx" was not found in the 12 folders of PATH.', at },
  signedIn: false,
  failure: {
    message: 'Command "uvx" was not found in the 12 folders of PATH.',
    next: 'The command comes with uv: install it as described at https://docs.astral.sh/uv. If the command is installed, enter its full path in "command", or start the editor from a terminal in which the command works, so that both use the same PATH.',
    details:
      'Searched in:\n/usr/local/sbin\n/usr/local/bin\n/usr/sbin\n/usr/bin\n/home/ada/.nvm/versions/node/v24.21.0/bin',
    actions: ['Install uv…', 'Set PATH from Login Shell', 'Edit Server…', 'Reconnect'],
  },
  problems: [],
  facts: [
    ['Transport', 'stdio'],
    ['Command', 'uvx mcp-server-git'],
    ['Runs on', 'ada-laptop'],
    ['Time limits', '30 s to start, 60 s for a call, 600 s with progress'],
    ['Saved in', 'Workspace settings'],
  ],
  environment: [],
  tools: [],
  toolsAreRemembered: true,
  past: [
    { at, kind: 'error', words: 'Command "uvx" was not found in the 12 folders of PATH.' },
    { at: at - 35, kind: 'connecting', words: 'Connecting.' },
  ],
};

function message(
  row: Partial<WireRow> & Pick<WireRow, 'seq' | 'kind' | 'from' | 'method'>,
  said: object,
): WireRow {
  const text = JSON.stringify(said);
  return { at: at + row.seq * 17, size: text.length, text, isCut: false, ...row };
}

const rows: readonly WireRow[] = [
  message({ seq: 1, kind: 'note', from: 'patchbay', method: 'Connecting over stdio' }, {}),
  message(
    { seq: 2, kind: 'request', from: 'patchbay', method: 'initialize', id: 0, pair: 3, ms: 12 },
    { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } },
  ),
  message(
    { seq: 3, kind: 'result', from: 'server', method: 'initialize', id: 0, pair: 2, ms: 12 },
    { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-11-25', serverInfo: { name: 'everything' } } },
  ),
  message(
    { seq: 4, kind: 'notification', from: 'patchbay', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ),
  message(
    {
      seq: 5,
      kind: 'request',
      from: 'patchbay',
      method: 'tools/call',
      about: 'echo',
      id: 4,
      pair: 7,
      ms: 1_204,
    },
    {
      jsonrpc: '2.0',
      id: 4,
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'Hello', key: '${secret:key}' } },
    },
  ),
  message(
    {
      seq: 6,
      kind: 'notification',
      from: 'server',
      method: 'notifications/progress',
      about: 'Half of it',
      pair: 5,
    },
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 4, progress: 1, total: 2 } },
  ),
  message(
    {
      seq: 7,
      kind: 'error',
      from: 'server',
      method: 'tools/call',
      about: '-32602: Invalid arguments for tool echo',
      id: 4,
      pair: 5,
      ms: 1_204,
    },
    { jsonrpc: '2.0', id: 4, error: { code: -32602, message: 'Invalid arguments for tool echo' } },
  ),
];

const tool: ServerHostMessage = {
  type: 'tool',
  name: 'sum',
  definition: JSON.stringify({ name: 'sum', inputSchema: { type: 'object' } }, null, 2),
  fields: [
    { kind: 'number', name: 'a', title: 'a', description: 'First number', required: true, integer: false },
    { kind: 'text', name: 'note', title: 'Note', description: 'Is kept with the sum', required: true },
    {
      kind: 'choice',
      name: 'unit',
      title: 'Unit',
      required: false,
      options: [{ value: 'm', label: 'Metres' }],
    },
    { kind: 'boolean', name: 'exact', title: 'Exact', description: 'No rounding', required: false },
    { kind: 'json', name: 'more', title: 'More numbers', required: false, default: '[\n  1,\n  2\n]' },
  ],
};

const wire: ServerHostMessage = {
  type: 'wire',
  rows,
  status: { recording: true, lost: { messages: 120, characters: 48_000 }, first: 1 },
};

export const serverStories: readonly ServerStory[] = [
  { name: 'server-up', messages: [{ type: 'server', server: up }, wire], press: [] },
  { name: 'server-down', messages: [{ type: 'server', server: down }], press: ['.server-card summary'] },
  { name: 'server-tools', messages: [{ type: 'server', server: up }], press: ['#tab-tools'] },
  {
    name: 'server-tool',
    messages: [{ type: 'server', server: up }],
    press: ['#tab-tools', '.tool-row:has-text("Get Sum Tool")'],
  },
  { name: 'server-messages', messages: [{ type: 'server', server: up }, wire], press: ['#tab-messages'] },
  {
    name: 'server-message',
    messages: [{ type: 'server', server: up }, wire],
    press: ['#tab-messages', '.wire-row:has-text("tools/call")'],
  },
];

/** The answers when the story's tool is opened and called. */
export const toolAnswers: readonly ServerHostMessage[] = [
  tool,
  {
    type: 'call',
    tool: 'sum',
    call: {
      status: 'success',
      content: [{ type: 'text', text: '{"sum": 42, "of": [40, 2]}' }],
      isCut: false,
      durationMs: 13,
    },
  },
];
