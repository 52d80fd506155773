/** Calls that wait for the user's word, one of each kind. */
import type { CallView, Item } from '../../src/protocol/index.ts';

function waiting(id: string, over: Partial<CallView>): Item {
  const call: CallView = {
    source: { kind: 'mcp', server: 'filesystem' },
    toolName: 'write_file',
    wireName: 'mcp__filesystem__write_file',
    argsText: '{"path":"src/agent/turn.ts","content":"export const limit = 10;\\n"}',
    status: 'pending',
    approval: { changed: false, says: ['destructive'] },
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
    approval: { changed: true, says: ['readOnly', 'openWorld'] },
  }),
];
