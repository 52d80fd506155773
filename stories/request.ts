import {
  requestGroups,
  type RequestHostMessage,
  type RequestOutline,
  type RequestPart,
} from '../src/protocol/index.ts';

/** `press`: CSS selectors, the same in any language, clicked in turn; `answer` is what the host says then. */
export interface RequestStory {
  readonly name: string;
  readonly messages: readonly RequestHostMessage[];
  readonly press?: readonly string[];
  readonly choose?: { readonly from: string; readonly value: string };
  readonly answer?: RequestHostMessage;
}

const at = Date.UTC(2026, 10, 21, 9, 30);
const model = 'gpt-5.2-codex';

const rows = [
  { id: 3, turn: 1, step: 1, model, at, asked: 'Why does the build fail on Windows?' },
  { id: 4, turn: 1, step: 2, model, at: at + 9_000, asked: 'Why does the build fail on Windows?' },
  { id: 5, turn: 2, step: 1, model, at: at + 80_000, asked: 'Mend it, and add a test.' },
];

function part(
  kind: RequestPart['kind'],
  group: RequestPart['group'],
  over: Partial<RequestPart> & Pick<RequestPart, 'path' | 'tokens'>,
): RequestPart {
  return { kind, group, start: '', characters: over.tokens * 4, change: 'same', cached: 'whole', ...over };
}

const tool = (index: number, name: string, tokens: number): RequestPart =>
  part('tool', 'tools', {
    name,
    server: 'filesystem',
    path: `tools[${index}]`,
    tokens,
    start: 'Works on a file below the folders that are allowed.',
  });

const { cached: _, ...fields } = part('fields', 'other', {
  path: '',
  tokens: 0,
  characters: 112,
  start: '{"model":"gpt-5.2-codex","stream":true,"stream_options":{"include_usage":true}}',
});

const parts: readonly RequestPart[] = [
  fields,
  tool(0, 'read_text_file', 310),
  tool(1, 'write_file', 280),
  tool(2, 'search_files', 240),
  part('base', 'system', {
    path: 'messages[0].content',
    tokens: 96,
    start: "You are Patchbay, an assistant in a developer's editor.",
  }),
  part('instructions', 'instructions', {
    path: 'messages[0].content',
    name: 'AGENTS.md',
    tokens: 1_420,
    start: 'Files with instructions of the user and the workspace follow.',
    change: 'changed',
    isShortened: true,
  }),
  part('skills', 'skills', {
    path: 'messages[0].content',
    tokens: 640,
    start: 'Skills are folders with instructions for particular tasks.',
    cached: 'partly',
  }),
  part('user', 'messages', {
    path: 'messages[1].content',
    tokens: 14,
    start: 'Why does the build fail on Windows?',
    cached: 'no',
  }),
  part('attachment', 'attachments', {
    path: 'messages[1].content',
    name: 'scripts/build.ts',
    tokens: 2_300,
    start: "[File: scripts/build.ts] import { join } from 'node:path';",
    cached: 'no',
  }),
  part('call', 'messages', {
    path: 'messages[2].tool_calls[0]',
    name: 'read_text_file',
    server: 'filesystem',
    tokens: 40,
    start: '{"path":"src/paths.ts"}',
    change: 'new',
    cached: 'no',
  }),
  part('result', 'results', {
    path: 'messages[3].content',
    name: 'read_text_file',
    server: 'filesystem',
    tokens: 4_100,
    start: 'export function normalize(path: string): string {',
    change: 'new',
    isShortened: true,
    cached: 'no',
  }),
];

const tokens = parts.reduce((sum, each) => sum + each.tokens, 0);

const outline: RequestOutline = {
  id: 4,
  format: 'chat',
  characters: 41_210,
  tokens,
  isCounted: true,
  window: 32_000,
  cachedTokens: 2_560,
  parts,
  gone: [tool(2, 'move_file', 120)].map(({ change: __, cached: ___, ...each }) => each),
  leftOut: [
    { kind: 'cutResult', tool: 'read_text_file', tokens: 11_870, sent: 4_100 },
    { kind: 'instructions', name: 'AGENTS.md', why: 'Only the first 8000 tokens are used.' },
    {
      kind: 'searchedTools',
      tools: 1_497,
      tokens: 212_000,
      all: { tools: 1_500, tokens: 213_000 },
      reason: {
        kind: 'budget',
        most: 4_000,
        percent: 5,
        isLeast: true,
        ratio: 1,
        window: 32_000,
        origin: 'endpoint',
      },
    },
  ],
};

const steps: RequestHostMessage = {
  type: 'steps',
  conversation: 'Build on Windows',
  rows,
  older: 2,
  show: 4,
};

const start: readonly RequestHostMessage[] = [steps, { type: 'request', outline }];

const many: RequestOutline = {
  ...outline,
  isCounted: false,
  parts: [
    ...Array.from({ length: 150 }, (__, index) => tool(index, `query_the_warehouse_by_region_${index}`, 95)),
    ...parts.slice(4).map(({ change: ___, cached: ____, ...each }) => each),
  ],
  tokens: tokens + 150 * 95 - 830,
  leftOut: [
    { kind: 'summarized', messages: 48, tokens: 61_300 },
    { kind: 'removedResult', tool: 'read_text_file', tokens: 8_000, sent: 40 },
    {
      kind: 'refusedTool',
      name: 'query_the_warehouse',
      why: 'the endpoint refuses it: Invalid schema for function',
    },
    { kind: 'serverInstructions', name: 'a-server-with-quite-a-long-name.example' },
    { kind: 'attachment', name: 'src/a/very/long/path/to/a/file/of/the/workspace.ts' },
    { kind: 'servers' },
    { kind: 'skills' },
    { kind: 'images' },
    { kind: 'field', name: 'reasoning_effort' },
  ],
};
const { gone: _gone, cachedTokens: _cachedTokens, ...unknownBefore } = many;

const kinds: readonly RequestPart['kind'][] = [
  'search',
  'server',
  'skill',
  'summary',
  'assistant',
  'reasoning',
  'image',
  'images',
  'added',
];

export const requestStories: readonly RequestStory[] = [
  { name: 'request', messages: start },
  {
    name: 'request-part',
    messages: start,
    press: ['.request-group:has(.group-results) li .request-row'],
    answer: {
      type: 'text',
      id: 4,
      part: parts.length - 1,
      text: 'export function normalize(path: string): string {\n  return path.replaceAll(sep, "/");\n}\n\n[… 31,080 characters of 47,480 are left out here. Read them with the tool read_result. …]',
      isJson: false,
      more: 1_200,
    },
  },
  { name: 'request-changed', messages: start, choose: { from: '.request-heading select', value: 'changed' } },
  {
    name: 'request-many',
    messages: [steps, { type: 'request', outline: unknownBefore }],
    press: ['.request-group:has(.group-tools) .request-group-row'],
  },
  {
    name: 'request-kinds',
    messages: [
      { ...steps, show: 'forgotten' },
      {
        type: 'request',
        outline: {
          ...outline,
          id: 5,
          format: 'editor',
          storedTokens: 900,
          leftOut: [],
          parts: kinds.map((kind, index) =>
            part(kind, requestGroups[index % 7] ?? 'other', {
              path: `messages[${index}].content`,
              tokens: 100,
              name: 'pdf-forms',
              start: 'Some text',
            }),
          ),
        },
      },
    ],
  },
  { name: 'request-forgotten', messages: [{ type: 'steps', rows: [], older: 0, show: 'forgotten' }] },
  { name: 'request-empty', messages: [{ type: 'steps', rows: [], older: 0, show: 'newest' }] },
];
