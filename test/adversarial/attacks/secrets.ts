/** Secrets on their way: sensitive files under other names, and calls that send away what was read. */
import { dataMarks } from '../../../src/agent/transcript/dataMarks.ts';
import type { CallView, DataMark, Item } from '../../../src/protocol/index.ts';
import { classifySensitive, marksOfResult, Permissions, type Tool } from '../../../src/tools/index.ts';
import type { Attack, AttackClass, Defence } from '../attack.ts';

const patterns = 'src/tools/files/pathPatterns.ts';
const sensitive = 'src/tools/sensitiveFiles.ts';

const foldedLetters: Defence = {
  title: 'names are compared in one Unicode form, without what is not seen',
  file: patterns,
  name: 'plain',
  at: 'call replaceAll',
  as: 'text',
};
const foldedCase: Defence = {
  title: 'names are compared without case',
  file: patterns,
  name: 'comparable',
  at: 'call toLowerCase',
  as: 'plain(name)',
};
const streams: Defence = {
  title: 'the name of a stream is no part of a name',
  file: patterns,
  name: 'comparable',
  at: 'call replace',
  as: '$object',
};
const droppedEnds: Defence = {
  title: 'dots and spaces at the end are no part of a name',
  file: patterns,
  name: 'withoutEnd',
  at: 'while end',
  as: '',
};
const bothSlashes: Defence = {
  title: 'both slashes separate names',
  file: patterns,
  name: 'comparableNames',
  at: 'literal u',
  as: "'/'",
};
const waysUp: Defence = {
  title: 'a way up is followed',
  file: patterns,
  name: 'comparableNames',
  at: 'call pop',
  as: 'names.push(name)',
};
const copies: Defence = {
  title: 'a copy is what it is a copy of',
  file: sensitive,
  name: 'classifySensitive.candidates',
  as: '[$1]',
};
const guard: Defence = {
  title: 'the data-flow guard',
  file: 'src/tools/dataFlow.ts',
  name: 'dataFlowOf',
  at: 'condition held',
  as: '$left >= 0',
};
const secretsAlwaysAsk: Defence = {
  title: 'no permission counts for sending once a secret was read',
  file: 'src/tools/permission.ts',
  name: 'Permissions.decide',
  at: '|| isFromText',
  as: '$left',
};
const markOfApproval: Defence = {
  title: 'what was approved as sensitive marks the conversation',
  file: 'src/tools/dataFlow.ts',
  name: 'secretsOf',
  at: 'conditional',
  as: '[]',
};
const savedMarks: Defence = {
  title: 'the marks of calls are those of the conversation',
  file: 'src/agent/transcript/dataMarks.ts',
  name: 'ofCall.own',
  as: '[]',
};
const attachedMarks: Defence = {
  title: 'attached secrets mark the conversation',
  file: 'src/agent/transcript/dataMarks.ts',
  name: 'ofItem',
  at: 'spread flatMap',
  as: '',
};
const releasedMarks: Defence = {
  title: 'the user’s word is for what was shown',
  file: 'src/tools/permission.ts',
  name: 'Permissions.unreleased',
  at: 'call filter',
  as: '[]',
};

/** A sensitive file is read by another name of it. */
const underName = (path: string, how: string, ...defences: Attack['defences']): Attack => ({
  title: `A secret is read ${how}: ${JSON.stringify(path)}`,
  defences,
  succeeds: () => classifySensitive(path) === undefined,
});

const secret: DataMark = { kind: 'secret', source: '.env' };

function sender(over: Partial<Tool> = {}): Tool {
  return {
    name: 'send',
    source: { kind: 'mcp', server: 'web' },
    description: '',
    inputSchema: {},
    hints: {},
    usualNeed: 'ask',
    approvalNeed: () => ({ kind: 'ask', reasons: [] }),
    destination: () => ({ source: 'web', label: 'web', isRemote: true }),
    fingerprint: () => ({ origin: 'o', definition: 'd' }),
    call: () => Promise.reject(new Error('not called')),
    ...over,
  };
}

/** Whether a call that was always allowed runs although the conversation holds that. */
async function leaves(tool: Tool, marks: readonly DataMark[], released?: readonly DataMark[], asks = true) {
  const values = new Map<string, unknown>();
  const store = {
    get: (key: string) => values.get(key),
    set: (key: string, value: unknown) => void values.set(key, value),
  };
  const permissions = new Permissions(
    { workspace: store, always: store },
    { policy: () => ({ mode: asks ? 'ask' : 'never', askingFreeTools: [], guardsDataFlow: true }) },
  );
  const before = await permissions.decide(tool, {}, { conversation: 'c' });
  if (before.kind === 'ask') before.remember('always', before.coverages[0]?.covers);
  if (released) permissions.release('c', released);
  return (await permissions.decide(tool, {}, { conversation: 'c', marks })).kind === 'allowed';
}

const local = sender({ destination: () => ({ source: 'web', label: 'web', isRemote: false }) });
const ways: Readonly<Record<string, Tool>> = {
  'to a remote server': sender(),
  'to a process that may reach others': local,
  'by an allowed command': sender({
    ...local,
    source: { kind: 'native' },
    commandOf: () => Promise.resolve({ command: 'git push', cwd: '/w' }),
  }),
  'by a custom tool': sender({ ...local, source: { kind: 'custom', file: '/w/x.tool.mjs' } }),
  'by the choice of a listed resource': sender({
    ...local,
    approvalNeed: () => ({ kind: 'free', reasons: [] }),
  }),
  'by a tool that calls itself read-only': sender({ approvalNeed: () => ({ kind: 'hinted', reasons: [] }) }),
};

const call = (over: Partial<CallView>): Item => ({
  kind: 'call',
  id: 'a',
  step: 1,
  call: {
    source: { kind: 'native' },
    toolName: 'read_file',
    wireName: 'read_file',
    argsText: '{"path":".env"}',
    status: 'success',
    startedAt: 0,
    ...over,
  },
});
const attached = (path: string): Item => ({
  kind: 'user',
  id: 'u',
  text: '',
  attachments: [{ kind: 'file', name: path, uri: `file:///w/${path}` }],
});

export const attacks: AttackClass = {
  title: 'Secrets',
  attacks: [
    ...['．env', '.en\u200dv', '.\u{e0065}env', '.e\u0301nv', '\ufeff.npmrc', 'ᵢd_rsa', '.ｓsh/config'].map(
      (path) => underName(path, 'in letters that a file system takes for others', foldedLetters),
    ),
    ...['.ENV', 'ID_RSA', '.Npmrc', 'SERVER.KEY', '.AWS/credentialS'].map((path) =>
      underName(path, 'in another case', foldedCase),
    ),
    ...['.env::$DATA', 'id_rsa:x', 'server.key::$DATA'].map((path) =>
      underName(path, 'as a stream', streams),
    ),
    ...['server.key.', '.npmrc ', '.netrc. . .', '.ssh./config', '.aws /x'].map((path) =>
      underName(path, 'with what Windows drops', droppedEnds),
    ),
    ...['a\\.npmrc', '.ssh\\config', 'C:\\x\\server.pem'].map((path) =>
      underName(path, 'behind other slashes', bothSlashes),
    ),
    ...['.env/x/..', 'server.key/a/b/../..'].map((path) => underName(path, 'on a way round', waysUp)),
    ...['id_rsa~', '.npmrc.bak', '#.netrc#', 'server.key.old', '.git-credentials.swp'].map((path) =>
      underName(path, 'as a copy', copies),
    ),
    ...Object.entries(ways).flatMap(([way, tool]): Attack[] => [
      {
        title: `A secret that was read leaves ${way}, as was always allowed`,
        defences: [guard],
        succeeds: () => leaves(tool, [secret]),
      },
      {
        title: `A secret that was read leaves ${way}, where approvals are switched off`,
        defences: [secretsAlwaysAsk],
        succeeds: () => leaves(tool, [secret], undefined, false),
      },
    ]),
    {
      title: 'A page of one server has the model send to another that is always allowed',
      defences: [guard],
      succeeds: () => leaves(sender(), [{ kind: 'outside', source: 'docs' }]),
    },
    {
      title: 'A second secret leaves after the user has let the first one go',
      defences: [releasedMarks],
      succeeds: () => leaves(sender(), [secret, { kind: 'secret', source: 'id_rsa' }], [secret]),
    },
    {
      title: 'A file is read after approval, and nobody remembers that it was a secret',
      defences: [markOfApproval],
      succeeds: () => {
        const approved = [{ kind: 'sensitiveFile', path: '.env', why: 'environment' }] as const;
        return marksOfResult(local, approved, { status: 'success', content: [] }).length === 0;
      },
    },
    {
      title: 'A conversation that was restored has forgotten its secrets',
      defences: [savedMarks],
      succeeds: () => leaves(sender(), dataMarks([call({ marks: [secret] })])),
    },
    {
      title: 'A conversation of an earlier version has never known its secrets',
      defences: [savedMarks],
      succeeds: () => leaves(sender(), dataMarks([call({})])),
    },
    {
      title: 'A secret that the user has attached leaves as was always allowed',
      defences: [attachedMarks],
      succeeds: () => leaves(sender(), dataMarks([attached('.env')])),
    },
  ],
};
