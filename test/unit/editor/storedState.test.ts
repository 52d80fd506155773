/**
 * What the editor keeps for Patchbay (globalState, workspaceState, secrets), as earlier versions wrote it and as a
 * later one might: what is understood holds, everything else is asked for again, and nothing fails.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { SecretStorage } from 'vscode';
import { Memory } from '../../fixtures/memento.ts';
import { SavedTabs } from '../../../src/editor/chatPage/savedTabs.ts';
import { ToolConfirmations } from '../../../src/editor/customTools/toolConfirmations.ts';
import { Confirmations } from '../../../src/editor/servers/confirmations.ts';
import { ServerOrder } from '../../../src/editor/servers/serverOrder.ts';
import { EditorVariables } from '../../../src/editor/settings/variables.ts';
import { parseServers, type ServerDefinition } from '../../../src/mcp/index.ts';
import { OAuthStore } from '../../../src/mcp/oauth/oauthStore.ts';
import { Enablement } from '../../../src/tools/index.ts';
import { readRules } from '../../../src/tools/permissionRules.ts';

interface Recorded {
  readonly globalState: Readonly<Record<string, unknown>>;
  readonly workspaceState: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** 1: before permissions carried the fingerprints of their tools, and servers what they were granted. 2: since then. */
const recorded = [1, 2].map(
  (version) =>
    JSON.parse(
      readFileSync(new URL(`../../fixtures/recorded/state-${version}.json`, import.meta.url), 'utf8'),
    ) as Recorded,
);

const definitions = new Map(
  parseServers({
    theirs: { command: 'node', args: ['theirs.js'], env: { MODE: 'x' } },
    needy: {
      type: 'http',
      url: 'https://mcp.example.com/mcp',
      headers: { Authorization: 'Bearer ${secret:token}' },
    },
    declined: { command: 'rm', args: ['-rf', '/'] },
  }).map((entry) => {
    assert.ok(entry.kind === 'valid');
    return [entry.definition.name, entry.definition];
  }),
);
const definition = (name: string): ServerDefinition => definitions.get(name) as ServerDefinition;
const TOOL = '/project/.patchbay/tools/count.js';

/** Everything that reads the editor's memory without the editor. */
function parts({ globalState, workspaceState, secrets }: Recorded) {
  const [state, ofWorkspace] = [new Memory(globalState), new Memory(workspaceState)];
  const stored = new Map(Object.entries(secrets));
  const secretStorage = {
    get: (key: string) => Promise.resolve(stored.get(key)),
    keys: () => Promise.resolve([...stored.keys()]),
  } as unknown as SecretStorage;
  const preferences = (memory: Memory) => ({
    get: (key: string): unknown => memory.get(key),
    set: (key: string, value: unknown) => void memory.update(key, value),
  });
  const asked: string[] = [];
  const ask = (name: string): Promise<undefined> => {
    asked.push(name);
    return Promise.resolve(undefined);
  };
  const variables = new EditorVariables({
    secrets: secretStorage,
    state,
    inputs: () => [
      { value: { id: 'who', type: 'promptString', description: 'who' }, scope: undefined },
      { value: { id: 'password', type: 'promptString', description: 'p', password: true }, scope: undefined },
      { value: { id: 'region', type: 'promptString', description: 'r' }, scope: 'file:///project' },
    ],
    prompts: { input: ({ id }) => ask(id), secret: (name) => ask(name) },
  });
  return {
    asked,
    variables,
    confirmations: new Confirmations(state, 'file:///project'),
    tools: new ToolConfirmations(state),
    enablement: new Enablement(preferences(state)),
    order: new ServerOrder(preferences(state)),
    tabs: new SavedTabs(ofWorkspace),
    rules: { always: readRules(preferences(state)), workspace: readRules(preferences(ofWorkspace)) },
    oauth: new OAuthStore(
      { ...secretStorage, store: () => Promise.resolve(), delete: () => Promise.resolve() },
      'https://mcp.example.com/mcp',
    ),
  };
}

const question = { server: 'theirs', field: 'x' };
const { signal } = new AbortController();

describe('what the editor keeps of an earlier version', () => {
  for (const [index, state] of recorded.entries()) {
    it(`holds, without a question: form ${index + 1}`, async () => {
      const { asked, variables, confirmations, enablement, order, tabs, oauth } = parts(state);
      for (const id of ['who', 'password', 'region']) {
        const answer = await variables.input(id, question, signal);
        assert.equal(answer.kind === 'value' && answer.value, `value of ${id}`);
      }
      const secret = await variables.secret('token', question, signal);
      assert.equal(secret.kind === 'value' && secret.value, 'value of token');
      assert.deepEqual(asked, []);
      assert.equal((await variables.stored()).length, 4);
      assert.deepEqual(confirmations.trustOf(definition('theirs')), { kind: 'allowed' });
      assert.deepEqual(confirmations.trustOf(definition('declined')), { kind: 'denied' });
      assert.equal(enablement.isEnabled('files', 'write_file'), false);
      assert.equal(enablement.isEnabled('files', 'read_file'), true);
      const named = ['files', 'theirs', 'needy'].map((name) => ({ name }));
      assert.deepEqual(
        order.sort(named).map(({ name }) => name),
        ['needy', 'files', 'theirs'],
      );
      assert.deepEqual(
        tabs.lost((id) => id, []),
        ['conversation-1'],
      );
      assert.deepEqual(tabs.page('conversation-1'), { draft: 'Half a sen' });
      const grant = await oauth.grant();
      assert.equal(grant?.tokens.refresh_token, 'value of refresh');
      const client = await oauth.client('https://login.example.com', 'http://127.0.0.1:47823/oauth');
      assert.equal(client?.client_id, 'patchbay-1');
    });
  }

  it('has what covered more than it said asked for again: permissions and grants of form 1', () => {
    const { rules, confirmations, tools } = parts(recorded[0] as Recorded);
    assert.deepEqual(rules, { always: [], workspace: [] });
    assert.equal(confirmations.trustOf(definition('needy')).kind, 'ungranted');
    assert.equal(tools.decisionOf(TOOL), undefined);
  });

  it('has every permission, grant and confirmed tool of form 2', () => {
    const { rules, confirmations, tools } = parts(recorded[1] as Recorded);
    assert.deepEqual(
      [...rules.always, ...rules.workspace].map(({ covers, scope }) => `${covers} ${scope}`),
      ['tool always', 'command always', 'source workspace'],
    );
    assert.deepEqual(confirmations.trustOf(definition('needy')), { kind: 'allowed' });
    assert.deepEqual(tools.decisionOf(TOOL)?.files, { [TOOL]: 'digest-of-count' });
  });
});

describe('what the editor keeps of a later version', () => {
  it('fails nobody and allows nothing, whatever its form is', async () => {
    const known = recorded[1] as Recorded;
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom('file:///project', TOOL, 'files', 'theirs', 'conversation-1'),
        fc.jsonValue(),
      ),
      fc.constant({ 'file:///project': { theirs: { asked: { runs: 1 }, allowed: true } } }),
      fc.constant({ 'file:///project': { theirs: { allowed: true } } }),
    );
    const keys = [...Object.keys(known.globalState), ...Object.keys(known.workspaceState)];
    const state = fc.record(Object.fromEntries(keys.map((key) => [key, anything])));
    const secrets = fc.record(
      Object.fromEntries(Object.keys(known.secrets).map((key) => [key, fc.oneof(fc.string(), fc.json())])),
    );
    await fc.assert(
      fc.asyncProperty(state, secrets, async (values, texts) => {
        const later = parts({ globalState: values, workspaceState: values, secrets: texts });
        const { confirmations, tools, order, enablement, tabs, oauth, variables, rules } = later;
        assert.notEqual(confirmations.trustOf(definition('theirs')).kind, 'allowed');
        await confirmations.decide([definition('theirs')], true, confirmations.everythingFor);
        assert.equal(confirmations.trustOf(definition('theirs')).kind, 'allowed');
        const decision = tools.decisionOf(TOOL);
        assert.ok(decision === undefined || typeof decision.allowed === 'boolean');
        order.sort([{ name: 'files' }]);
        enablement.isEnabled('files', 'read_file');
        tabs.lost((id) => id, []);
        tabs.save(['a']);
        tabs.savePage('a', 1);
        assert.deepEqual(tabs.page('a'), 1);
        const grant = await oauth.grant();
        assert.ok(grant === undefined || typeof grant.tokens.access_token === 'string');
        await oauth.client('https://login.example.com', 'http://127.0.0.1:47823/oauth');
        await variables.stored();
        const answer = await variables.input('who', question, signal);
        assert.ok(answer.kind === 'none' || typeof answer.value === 'string');
        assert.deepEqual([...rules.always, ...rules.workspace], []);
      }),
      { numRuns: 300 },
    );
  });
});
