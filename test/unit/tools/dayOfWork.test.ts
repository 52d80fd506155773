/** How often a user is asked on a day of ordinary work, who allows for always whatever can be allowed so. */
import assert from 'node:assert/strict';
import {
  classifyProtected,
  Permissions,
  type ApprovalNeed,
  type RuleStores,
  type Tool,
} from '../../../src/tools/index.ts';
import { commandsOfDay, editsOfDay, serversOfDay } from '../../fixtures/dayOfWork.ts';

/** What the same day asked when only a list of names was protected (decision 014). */
const QUESTIONS_BEFORE = 45;

const memory = (): RuleStores['always'] => {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, structuredClone(value)) };
};

type Traits = Pick<Tool, 'name' | 'source' | 'usualNeed'> & Partial<Tool>;

const tool = (traits: Traits): Tool => ({
  description: '',
  inputSchema: {},
  hints: {},
  approvalNeed: () => ({ kind: traits.usualNeed, reasons: [] }),
  fingerprint: () => ({ origin: 'o', definition: 'd' }),
  call: () => Promise.reject(new Error('not called')),
  ...traits,
});

/** As the built-in tools say what a change needs, from whether the file is there. */
function needToChange({ path, exists }: Readonly<Record<string, unknown>>): ApprovalNeed {
  const protection = classifyProtected(String(path), { exists: exists === true });
  return protection?.kind === 'protected'
    ? { kind: 'always', reasons: [{ kind: 'protectedFile', path: String(path), why: protection.why }] }
    : { kind: 'ask', reasons: [] };
}

const native = { source: { kind: 'native' }, usualNeed: 'ask' } as const;
const editFile = tool({ name: 'edit_file', ...native, approvalNeed: needToChange });
const writeFile = tool({ name: 'write_file', ...native, approvalNeed: needToChange });
const runCommand = tool({
  name: 'run_command',
  ...native,
  commandOf: ({ command }) => Promise.resolve({ command: String(command), cwd: '/w' }),
});

describe('a day of ordinary work', () => {
  let permissions: Permissions;
  let asked: string[];

  /** Whether the user is asked; then the widest permission that is offered is given. */
  async function call(about: Tool, args: Readonly<Record<string, unknown>>, what: string): Promise<void> {
    const decision = await permissions.decide(about, args, { conversation: 'day' });
    if (decision.kind === 'allowed') return;
    asked.push(what);
    const widest = decision.coverages.at(-1);
    if (widest) decision.remember('always', widest.covers);
  }

  beforeEach(() => {
    permissions = new Permissions(
      { workspace: memory(), always: memory() },
      { tools: () => [editFile, writeFile, runCommand] },
    );
    asked = [];
  });

  async function edits(): Promise<void> {
    for (const { path, isNew } of editsOfDay)
      await call(isNew ? writeFile : editFile, { path, exists: !isNew }, path);
  }

  it('is 60 edits, 40 commands and 7 servers', () => {
    assert.deepEqual([editsOfDay.length, commandsOfDay.length, serversOfDay.length], [60, 40, 7]);
    assert.ok(editsOfDay.filter(({ isNew }) => isNew).length >= 12);
  });

  it('asks at most ten questions more than a list of protected names did', async () => {
    await edits();
    for (const command of commandsOfDay) await call(runCommand, { command }, command);
    for (const { server, tools } of serversOfDay)
      for (const [name, [does, times]] of Object.entries(tools))
        for (let time = 0; time < times; time++)
          await call(
            tool({ name, source: { kind: 'mcp', server }, usualNeed: does === 'reads' ? 'hinted' : 'ask' }),
            {},
            `${server}/${name}`,
          );
    assert.ok(
      asked.length >= QUESTIONS_BEFORE && asked.length <= QUESTIONS_BEFORE + 10,
      String(asked.length),
    );
  });

  it('asks of the edits only about what tools load, and about new files of a format that configures', async () => {
    await edits();
    assert.deepEqual(asked, [
      // The first edit, which a permission for all built-in tools answers from then on.
      'packages/vite/src/node/__tests__/build.spec.ts',
      'playground/hmr/vite.config.ts',
      'pom.xml',
      'src/main/resources/messages/messages_fa.properties',
      'src/main/resources/messages/messages_tr.properties',
      'docker-compose.yml',
    ]);
  });
});
