/** Arguments of built-in tools as models write them from habit with other agents. */
import assert from 'node:assert/strict';
import { fromNative, ignoredArguments, takenArguments, type Tool } from '../../../src/tools/index.ts';

const text = { type: 'string', minLength: 1 };
const whole = { type: 'integer', minimum: 1 };
const flag = { type: 'boolean' };

const schemas = {
  read_file: { properties: { path: text, startLine: whole, lines: whole }, required: ['path'] },
  edit_file: {
    properties: {
      path: text,
      oldText: text,
      newText: { type: 'string' },
      all: flag,
      edits: {
        type: 'array',
        items: { type: 'object', properties: { oldText: text, newText: text, all: flag } },
      },
    },
    required: ['path'],
  },
  search_text: {
    properties: { query: text, isRegex: flag, matchCase: flag, include: text, path: text },
    required: ['query'],
  },
  run_command: {
    properties: { command: text, cwd: text, timeoutSeconds: { ...whole, maximum: 3_600 } },
    required: ['command'],
  },
  update_plan: {
    properties: {
      steps: {
        type: 'array',
        items: {
          type: 'object',
          properties: { title: text, status: { type: 'string', enum: ['pending', 'in_progress', 'done'] } },
          required: ['title', 'status'],
          additionalProperties: false,
        },
      },
    },
    required: ['steps'],
  },
  list_directory: { properties: { path: text, depth: { ...whole, maximum: 20 } }, required: [] },
  read_result: { properties: { call_id: text, startLine: whole, lines: whole }, required: ['call_id'] },
  move_file: { properties: { path: text, newPath: text }, required: ['path', 'newPath'] },
};

function builtIn(name: keyof typeof schemas): Tool {
  return fromNative({
    name,
    title: name,
    description: '',
    inputSchema: { type: 'object', additionalProperties: false, ...schemas[name] },
    hints: {},
    permission: 'free',
    run: () => Promise.resolve([]),
  });
}

function taken(name: keyof typeof schemas, args: unknown): unknown {
  const read = takenArguments(builtIn(name), JSON.stringify(args));
  return read && (JSON.parse(read.argsText) as unknown);
}

describe('the arguments of a built-in tool', () => {
  const cases: readonly (readonly [name: keyof typeof schemas, written: object, meant: object])[] = [
    ['read_file', { file_path: 'a.ts' }, { path: 'a.ts' }],
    ['read_file', { filePath: 'a.ts', offset: 40, limit: 20 }, { path: 'a.ts', startLine: 40, lines: 20 }],
    ['read_file', { absolute_path: '/w/a.ts', offset: 0 }, { path: '/w/a.ts', startLine: 1 }],
    ['read_file', { path: 'a.ts', end_line: 12, start_line: 10 }, { path: 'a.ts', startLine: 10, lines: 3 }],
    ['read_file', { path: 'a.ts', endLine: '12' }, { path: 'a.ts', lines: 12 }],
    ['read_file', { path: 'a.ts', view_range: [5, -1] }, { path: 'a.ts', startLine: 5 }],
    ['read_file', { path: 'a.ts', startLine: '5', lines: null }, { path: 'a.ts', startLine: 5 }],
    [
      'edit_file',
      { file_path: 'a.ts', old_string: 'a', new_string: 'b', replace_all: 'true' },
      { path: 'a.ts', oldText: 'a', newText: 'b', all: true },
    ],
    [
      'edit_file',
      { filePath: 'a.ts', edits: [{ oldString: 'a', newString: 'b', replaceAll: true }] },
      { path: 'a.ts', edits: [{ oldText: 'a', newText: 'b', all: true }] },
    ],
    [
      'edit_file',
      { path: 'a.ts', edits: '[{"oldText":"a","newText":"b"}]' },
      { path: 'a.ts', edits: [{ oldText: 'a', newText: 'b' }] },
    ],
    [
      'search_text',
      { pattern: 'a+', glob: '*.ts', '-i': true, output_mode: 'content', '-n': true },
      { query: 'a+', isRegex: true, include: '*.ts', matchCase: false },
    ],
    ['search_text', { regex: 'a+', file_pattern: '*.ts' }, { query: 'a+', isRegex: true, include: '*.ts' }],
    ['search_text', { query: 'a', isRegexp: true }, { query: 'a', isRegex: true }],
    ['run_command', { cmd: 'ls', workdir: 'src' }, { command: 'ls', cwd: 'src' }],
    ['run_command', { command: 'ls', timeout: 120_000 }, { command: 'ls', timeoutSeconds: 120 }],
    ['run_command', { command: 'ls', timeout: 60 }, { command: 'ls', timeoutSeconds: 60 }],
    ['run_command', { command: 'ls', timeout_ms: 1_500 }, { command: 'ls', timeoutSeconds: 2 }],
    [
      'update_plan',
      { todos: [{ content: 'a', status: 'completed', activeForm: 'b' }] },
      { steps: [{ title: 'a', status: 'done' }] },
    ],
    [
      'update_plan',
      { plan: [{ step: 'a', status: 'in_progress' }], explanation: 'why' },
      { steps: [{ title: 'a', status: 'in_progress' }] },
    ],
    ['list_directory', { dir_path: 'src', recursive: true }, { path: 'src', depth: 20 }],
    ['list_directory', { recursive: 'false' }, { depth: 1 }],
    ['list_directory', { depth: 2, recursive: true }, { depth: 2 }],
    ['read_result', { id: 'c1', offset: 40, limit: 20 }, { call_id: 'c1', startLine: 40, lines: 20 }],
    ['move_file', { source: 'a', destination: 'b' }, { path: 'a', newPath: 'b' }],
  ];
  for (const [name, written, meant] of cases)
    it(`of ${name} are taken from ${JSON.stringify(written)}`, () => {
      assert.deepEqual(taken(name, written), meant);
    });

  it('are left as they are where two of them mean different things', () => {
    assert.equal(taken('read_file', { path: 'a', file_path: 'b' }), undefined);
    assert.equal(taken('read_file', { path: 'a', startLine: 3, offset: 7 }), undefined);
    assert.deepEqual(taken('read_file', { path: 'a', file_path: 'a' }), { path: 'a' });
  });

  it('are left as they are where a kind or a meaning is in doubt', () => {
    for (const args of [
      { path: 'a', startLine: '5.5' },
      { path: 'a', startLine: 'five' },
      { path: 'a', startLine: 10, endLine: 9, lines: 'x' },
      { path: 5 },
      { unknown: 'a' },
    ])
      assert.equal(taken('read_file', args), undefined, JSON.stringify(args));
  });

  it('keep what is unknown where something is missing, because it may be meant by it', () => {
    assert.deepEqual(taken('edit_file', { file_path: 5, surprise: 'a' }), { path: 5, surprise: 'a' });
  });

  it('are named for the user and, where ignored, for the model', () => {
    const written = { file_path: 'a', startLine: '2', mode: 'slice' };
    const notes = takenArguments(builtIn('read_file'), JSON.stringify(written))?.notes ?? [];
    assert.deepEqual(notes, [
      { kind: 'argumentNames', names: [{ written: 'file_path', taken: 'path' }] },
      { kind: 'converted', names: ['startLine'] },
      { kind: 'ignored', names: ['mode'] },
    ]);
    assert.equal(
      ignoredArguments('read_file', notes),
      '[read_file does not have these arguments, and ignored them: mode]',
    );
  });

  it('are untouched where they fit, are no object, or are of a tool of a server', () => {
    assert.equal(takenArguments(builtIn('read_file'), '{"path":"a"}'), undefined);
    assert.equal(takenArguments(builtIn('read_file'), '[]'), undefined);
    const ofServer: Tool = { ...builtIn('read_file'), source: { kind: 'mcp', server: 's' } };
    assert.equal(takenArguments(ofServer, '{"file_path":"a"}'), undefined);
  });

  it('do not change an object by names such as __proto__', () => {
    const read = takenArguments(builtIn('read_file'), '{"__proto__":{"path":"b"},"file_path":"a"}');
    assert.equal(read?.argsText, '{"path":"a"}');
    assert.equal(takenArguments(builtIn('read_file'), '{"__proto__":{"path":"b"}}'), undefined);
  });
});
