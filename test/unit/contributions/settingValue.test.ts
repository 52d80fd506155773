/** The values that settings have for what users write. */
import assert from 'node:assert/strict';
import {
  pageSettingNames,
  settingValue,
  settings,
  type PageSettings,
  type SettingName,
} from '../../../src/contributions/index.ts';

describe('the value of a setting', () => {
  it('is the default when nothing is written, and when the value is of another type', () => {
    for (const name of Object.keys(settings) as SettingName[]) {
      assert.deepEqual(settingValue(name, undefined), settings[name].default, name);
      // Objects are checked by whoever understands them, and tells the user what is wrong.
      const { type }: { type?: string | readonly string[]; default: unknown } = settings[name];
      if (type !== 'object') assert.deepEqual(settingValue(name, { no: 1 }), settings[name].default, name);
    }
    assert.equal(settingValue('maxIterations', '20'), 10);
    assert.equal(settingValue('maxIterations', Number.NaN), 10);
    assert.equal(settingValue('model.toolCalling', 'false'), true);
    assert.equal(settingValue('tools.approval', 'Never'), 'ask');
    assert.deepEqual(settingValue('approval.freeTools', 'read_file'), []);
    assert.equal(settingValue('model.parallelCalls', 0), null);
  });

  it('is within its bounds, and whole where it has to be', () => {
    for (const [written, value] of [
      [0, 1],
      [-5, 1],
      [2.7, 2],
      [51, 50],
      [1_000, 50],
    ] as const)
      assert.equal(settingValue('maxIterations', written), value, `${written}`);
    assert.equal(settingValue('serverGrace', Number.MAX_SAFE_INTEGER), 60_000);
  });

  it('is kept if it is valid', () => {
    assert.equal(settingValue('chat.announceAfter', 0.001), 0.001);
    assert.equal(settingValue('model.contextWindow', null), null);
    assert.equal(settingValue('model.contextWindow', 8_192), 8_192);
    assert.equal(settingValue('model.parallelCalls', false), false);
    assert.equal(settingValue('tools.approval', 'never'), 'never');
    assert.equal(settingValue('model.name', ' llama '), 'llama');
    const servers = { a: { command: 'x' } };
    assert.equal(settingValue('servers', servers), servers);
  });

  it('has only the valid items of a list', () => {
    assert.deepEqual(settingValue('model.localPorts', [8080, '80', 0, 70_000, 1.5, 1234]), [8080, 1234]);
    assert.deepEqual(settingValue('approval.sensitiveFiles', ['*.key', 1, null]), ['*.key']);
    assert.deepEqual(settingValue('model.localPorts', []), []);
  });
});

describe('the settings that pages get', () => {
  const table = {
    times: { type: 'boolean', default: true, inPages: true },
    density: { enum: ['wide', 'narrow'], default: 'wide', inPages: true },
    servers: { type: 'object', default: {} },
  } as const;

  it('are those that the table marks, with the types of their values', () => {
    assert.deepEqual(pageSettingNames(table), ['times', 'density']);
    const values: PageSettings<typeof table> = { times: false, density: 'narrow' };
    const narrow: 'wide' | 'narrow' | undefined = values.density;
    assert.equal(narrow, 'narrow');
    // @ts-expect-error A setting without the mark has no value in a page.
    assert.ok({ servers: {} } satisfies PageSettings<typeof table>);
  });

  it('hold no setting that may name a secret or a command', () => {
    const secret = /^(?:servers|inputs|policy\.|oauth\.|model\.(?:baseUrl|request|profiles))/;
    assert.deepEqual(
      pageSettingNames(settings).filter((name) => secret.test(name)),
      [],
    );
  });
});
