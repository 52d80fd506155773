/** Inputs and secrets are asked for once, one at a time, and kept where they belong (A12). */
import assert from 'node:assert/strict';
import type { Memento, SecretStorage } from 'vscode';
import type { InputEntry } from '../../../src/editor/settings/inputs.ts';
import { EditorVariables } from '../../../src/editor/settings/variables.ts';

const question = { server: 'demo', field: 'patchbay.servers.demo.command' };
const signal = new AbortController().signal;

/** Stores in memory, and a user who answers when told to. */
class EditingServices {
  readonly plain = new Map<string, unknown>();
  readonly secret = new Map<string, string>();
  readonly entries: InputEntry[] = [];
  readonly open: { what: string; answer: (value: string | undefined) => void }[] = [];
  readonly shown: string[] = [];
  readonly variables: EditorVariables;

  constructor() {
    const state = {
      get: (key: string) => this.plain.get(key),
      keys: () => [...this.plain.keys()],
      update: (key: string, value: unknown) =>
        Promise.resolve(void (value === undefined ? this.plain.delete(key) : this.plain.set(key, value))),
    } as unknown as Memento;
    const secrets = {
      get: (key: string) => Promise.resolve(this.secret.get(key)),
      keys: () => Promise.resolve([...this.secret.keys()]),
      store: (key: string, value: string) => Promise.resolve(void this.secret.set(key, value)),
      delete: (key: string) => Promise.resolve(void this.secret.delete(key)),
    } as unknown as SecretStorage;
    const ask = (what: string, taken: AbortSignal): Promise<string | undefined> =>
      new Promise((resolve) => {
        this.shown.push(what);
        this.open.push({ what, answer: resolve });
        taken.addEventListener('abort', () => resolve(undefined), { once: true });
      });
    this.variables = new EditorVariables({
      secrets,
      state,
      inputs: () => this.entries,
      prompts: {
        input: ({ id }, _, taken) => ask(`input ${id}`, taken),
        secret: (name, _, taken) => ask(`secret ${name}`, taken),
      },
    });
  }

  define(value: unknown, scope?: string): void {
    this.entries.push({ value, scope });
  }

  /** Answers the only open question. */
  async answer(value: string | undefined): Promise<void> {
    await settle();
    assert.equal(this.open.length, 1, `open: ${this.open.map(({ what }) => what).join(', ')}`);
    this.open.pop()?.answer(value);
    await settle();
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('inputs and secrets in the editor', () => {
  let services: EditingServices;
  beforeEach(() => {
    services = new EditingServices();
    services.define({ id: 'plain', type: 'promptString' });
    services.define({ id: 'key', type: 'promptString', password: true });
    services.define({ id: 'stage', type: 'pickString', options: ['test', { label: 'Live', value: 'live' }] });
  });

  it('keep passwords and secrets in the secret storage, the rest as plain text', async () => {
    const answers = Promise.all([
      services.variables.input('plain', question, signal),
      services.variables.input('key', question, signal),
      services.variables.secret('token', question, signal),
    ]);
    for (const value of ['a', 'b', 'c']) await services.answer(value);
    assert.deepEqual(await answers, [
      { kind: 'value', value: 'a', secret: false },
      { kind: 'value', value: 'b', secret: true },
      { kind: 'value', value: 'c', secret: true },
    ]);
    assert.deepEqual([...services.plain], [['patchbay.input:plain', 'a']]);
    assert.deepEqual(
      [...services.secret],
      [
        ['patchbay.input:key', 'b'],
        ['patchbay.secret:token', 'c'],
      ],
    );
  });

  it('are asked for once, however many servers want them', async () => {
    const answers = ['a', 'b', 'c'].map((server) =>
      services.variables.input('key', { ...question, server }, signal),
    );
    await services.answer('x');
    for (const answer of await Promise.all(answers)) assert.equal(answer.kind, 'value');
    await services.variables.input('key', question, signal);
    assert.deepEqual(services.shown, ['input key']);
  });

  it('that are dismissed are dismissed for all who wait, and asked for again later', async () => {
    const answers = ['a', 'b'].map((server) =>
      services.variables.input('key', { ...question, server }, signal),
    );
    await services.answer(undefined);
    for (const answer of await Promise.all(answers)) {
      assert.ok(
        answer.kind === 'none' &&
          /dismissed/.test(answer.why.localized) &&
          /again/.test(answer.next.localized),
      );
    }
    assert.equal(services.secret.size, 0);
    const again = services.variables.input('key', question, signal);
    await services.answer('x');
    assert.equal((await again).kind, 'value');
  });

  it('of a launch that is given up are not asked for any more, and the next question comes', async () => {
    const giveUp = new AbortController();
    const first = services.variables.input('key', question, giveUp.signal);
    const second = services.variables.secret('token', question, signal);
    await settle();
    giveUp.abort(new Error('given up'));
    services.open.pop();
    await assert.rejects(first, /given up/);
    await services.answer('x');
    assert.equal((await second).kind, 'value');
    assert.equal(services.secret.has('patchbay.input:key'), false);
  });

  it('with choices are asked for again when the choice is no longer there', async () => {
    services.plain.set('patchbay.input:stage', 'gone');
    const answer = services.variables.input('stage', question, signal);
    await services.answer('live');
    assert.deepEqual(await answer, { kind: 'value', value: 'live', secret: false });
  });

  it('of a workspace have values of their own', async () => {
    services.secret.set('patchbay.input:key', 'of the user');
    services.define({ id: 'key', type: 'promptString', password: true }, 'vscode-remote://x/w');
    const answer = services.variables.input('key', question, signal);
    await services.answer('of the workspace');
    assert.equal((await answer).kind, 'value');
    assert.equal(services.secret.get('patchbay.input:key@vscode-remote://x/w'), 'of the workspace');
    assert.deepEqual(
      (await services.variables.stored()).map(({ variable, scope }) => [variable, scope]),
      [
        ['${input:key}', undefined],
        ['${input:key}', 'vscode-remote://x/w'],
      ],
    );
  });

  it('that are written into a workspace are kept as its password inputs, and asked for by nobody', async () => {
    const workspace = 'file:///team';
    services.define({ id: 'demo-KEY', type: 'promptString', password: true }, workspace);
    const undo = await services.variables.keepInput('demo-KEY', workspace, 'typed-4711');
    assert.deepEqual(await services.variables.input('demo-KEY', question, signal), {
      kind: 'value',
      value: 'typed-4711',
      secret: true,
    });
    assert.deepEqual([[...services.secret.values()], [...services.plain.keys()]], [['typed-4711'], []]);
    await undo();
    assert.equal(services.secret.size, 0);
  });

  it('that are forgotten are asked for again; others stay', async () => {
    services.secret.set('patchbay.input:key', 'k').set('patchbay.secret:token', 't');
    services.secret.set('patchbay.apiKey:https://x', 'not ours to forget');
    services.plain.set('patchbay.input:plain', 'p').set('patchbay.servers', {});
    const stored = await services.variables.stored();
    assert.deepEqual(
      stored.map(({ variable, where }) => `${variable} in ${where}`),
      ['${input:key} in secret storage', '${input:plain} in plain text', '${secret:token} in secret storage'],
    );
    await services.variables.forget(stored.slice(0, 2));
    assert.deepEqual([...services.secret.keys()], ['patchbay.secret:token', 'patchbay.apiKey:https://x']);
    assert.deepEqual([...services.plain.keys()], ['patchbay.servers']);
  });

  const wrong: readonly (readonly [string, unknown, RegExp])[] = [
    ['is not defined', { id: 'other', type: 'promptString' }, /defines no input "x".*Add \{ "id": "x"/],
    ['has no options', { id: 'x', type: 'pickString', options: [3] }, /has no options/],
    ['is of another type', { id: 'x', type: 'command', command: 'y' }, /type Patchbay does not know/],
    ['is no object', 'x', /defines no input/],
  ];
  for (const [what, entry, expected] of wrong) {
    it(`say what is wrong with an input that ${what}`, async () => {
      services.define(entry);
      const answer = await services.variables.input('x', question, signal);
      assert.ok(answer.kind === 'none');
      assert.match(`${answer.why.localized} ${answer.next.localized}`, expected);
      assert.deepEqual(services.shown, []);
    });
  }

  it('are tried out with new values, and nothing of a trial is kept', async () => {
    await services.variables.keepSecret('kept', 'old');
    const forTest = services.variables.forTest(
      new Map([['new', 'typed']]),
      [{ id: 'fresh', type: 'promptString' }],
      'user',
    );
    const valueOf = async (name: string) => {
      const answer = await forTest.secret(name, question, signal);
      return answer.kind === 'value' && answer.value;
    };
    assert.deepEqual([await valueOf('new'), await valueOf('kept')], ['typed', 'old']);
    const asked = valueOf('asked');
    await services.answer('once');
    assert.equal(await asked, 'once');
    assert.equal(await valueOf('asked'), 'once');
    const input = forTest.input('fresh', question, signal);
    await services.answer('typed in');
    assert.deepEqual(await input, { kind: 'value', value: 'typed in', secret: false });
    assert.deepEqual([[...services.secret.values()], [...services.plain.keys()]], [['old'], []]);
    const undo = await services.variables.keepSecret('kept', 'newer');
    await undo();
    await (
      await services.variables.keepSecret('other', 'x')
    )();
    assert.deepEqual([...services.secret.values()], ['old']);
  });
});
