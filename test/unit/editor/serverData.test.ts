/** What is kept for a server goes along to another name, goes with the server, and comes back (A8). */
import assert from 'node:assert/strict';
import type { Engine } from '../../../src/engine.ts';
import { ServerData } from '../../../src/editor/serverEditing/serverData.ts';
import type {
  PermittedServer,
  SamplingPermissions,
} from '../../../src/editor/settings/samplingPermissions.ts';
import {
  fingerprint,
  parseServers,
  type SavedServer,
  type ServerDefinition,
} from '../../../src/mcp/index.ts';
import { ServerOrder } from '../../../src/editor/servers/serverOrder.ts';
import { Enablement, Permissions } from '../../../src/tools/index.ts';

function store() {
  const values = new Map<string, unknown>();
  return {
    get: (key: string) => values.get(key),
    set: (key: string, value: unknown) => void values.set(key, value),
  };
}

function definition(name: string): ServerDefinition {
  const [checked] = parseServers({ [name]: { command: 'x' } });
  assert.ok(checked?.kind === 'valid');
  return checked.definition;
}

describe('the saved data of a server', () => {
  const [old, renamed] = [definition('old'), definition('new')];
  const memory = new Map<string, SavedServer>();
  const sampling = new Map<string, string | undefined>();
  const renames: string[] = [];
  let order: ServerOrder;
  let engine: Engine;
  let serverData: ServerData;

  const state = () => ({
    places: order.sort([{ name: 'first' }, { name: 'new' }, { name: 'old' }]).map(({ name }) => name),
    off: ['old', 'new'].filter((name) => !engine.enablement.isEnabled(name, 'echo')),
    rules: engine.permissions.rules.map((rule) => `${rule.source} ${rule.fingerprints['echo']}`),
    remembered: [...memory].map(([name, what]) => `${name} ${what.fingerprint}`),
    sampling: [...sampling].map(([name, what]) => `${name} ${what}`),
  });

  beforeEach(() => {
    const rules = { workspace: store(), always: store() };
    rules.always.set('patchbay.permissions', [
      {
        scope: 'always',
        covers: 'tool',
        source: 'old',
        fingerprints: { echo: `${fingerprint(old)} d` },
        reasons: [],
      },
    ]);
    engine = {
      permissions: new Permissions(rules),
      enablement: new Enablement(store()),
      history: { renameServer: (from: string, to: string) => renames.push(`${from} ${to}`) },
    } as unknown as Engine;
    engine.enablement.set('old', ['echo'], false);
    memory.clear();
    memory.set('old', { fingerprint: fingerprint(old), era: 'modern', at: 1, tools: [] });
    sampling.clear();
    sampling.set('old', fingerprint(old));
    renames.length = 0;
    order = new ServerOrder(store());
    order.move(['first', 'old'], 'old', 'first');
    serverData = new ServerData({
      order,
      memory: {
        recall: (name) => memory.get(name),
        remember: (name, what) => void (what ? memory.set(name, what) : memory.delete(name)),
      },
      sampling: {
        fingerprintOf: (name: string) => sampling.get(name),
        allow: ({ server, fingerprint: what }: PermittedServer) => {
          if (what !== undefined) sampling.set(server, what);
          return Promise.resolve();
        },
        forget: (names: readonly string[]) => {
          for (const name of names) sampling.delete(name);
          return Promise.resolve();
        },
      } as unknown as SamplingPermissions,
    });
  });

  it('moves to a new name, with fingerprints that hold for it, and back', async () => {
    const before = state();
    const undo = await serverData.move(engine, old, renamed);
    const now = fingerprint(renamed);
    assert.deepEqual(state(), {
      places: ['new', 'first', 'old'],
      off: ['new'],
      rules: [`new ${now} d`],
      remembered: [`new ${now}`],
      sampling: [`new ${now}`],
    });
    await undo();
    assert.deepEqual(state(), before);
    assert.deepEqual(renames, ['old new', 'new old']);
  });

  it('is removed with the server, and restored with it', async () => {
    const before = state();
    const undo = await serverData.forget(engine, 'old');
    const places = ['first', 'new', 'old'];
    assert.deepEqual(state(), { places, off: [], rules: [], remembered: [], sampling: [] });
    await undo();
    assert.deepEqual(state(), before);
    assert.deepEqual(renames, []);
  });
});
