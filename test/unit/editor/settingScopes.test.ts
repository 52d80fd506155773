/** Who decides each setting: reviewed one by one, as a workspace is written by somebody else. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { readValue, settings, type SettingName } from '../../../src/contributions/index.ts';

const namesOfSettings = Object.keys(settings) as SettingName[];

interface Setting {
  readonly scope?: string;
}

/**
 * The settings that a workspace may decide, and why that is safe. Every other one is the user's alone: it says where
 * the conversation goes, what runs without asking, what is kept, or what it costs.
 */
const ofWorkspace: Readonly<Record<string, string>> = {
  'patchbay.servers': 'the user confirms each server before it starts',
  'patchbay.inputs': 'the values are kept for this workspace only',
  'patchbay.linkVscodeServers': 'the servers are confirmed like those of patchbay.servers',
  'patchbay.serverGrace': 'a time limit that is bounded',
  'patchbay.chat.location': 'where the chat is shown',
  'patchbay.tools.sets':
    'a set only narrows what is switched on, the user chooses it, and one of the user of that name precedes it',
};

/** Decided by the machine: the user settings of the desktop, or the remote machine's. */
const ofMachine = ['patchbay.policy.servers'];

/** Decided by the user alone, each reviewed for what a workspace would gain. */
const ofUser = [
  'patchbay.agent.plan',
  'patchbay.approval.dataFlowGuard',
  'patchbay.web.allowPrivateAddresses',
  'patchbay.approval.freeTools',
  'patchbay.approval.sensitiveFiles',
  'patchbay.approval.protectedFiles',
  'patchbay.approval.ordinaryFiles',
  'patchbay.budget.costPerDay',
  'patchbay.budget.costPerResponse',
  'patchbay.budget.tokensPerDay',
  'patchbay.budget.tokensPerResponse',
  'patchbay.chat.announceAfter',
  'patchbay.instructions.sources',
  'patchbay.skills.sources',
  'patchbay.chat.modelTitles',
  'patchbay.checkpoints.enabled',
  'patchbay.conversations.maxAgeDays',
  'patchbay.conversations.maxNumber',
  'patchbay.history.maxAgeDays',
  'patchbay.history.maxSizeMB',
  'patchbay.maxIterations',
  'patchbay.maxResultTokens',
  'patchbay.messages.record',
  'patchbay.model.api',
  'patchbay.model.baseUrl',
  'patchbay.model.request',
  'patchbay.model.contextWindow',
  'patchbay.model.images',
  'patchbay.model.localPorts',
  'patchbay.model.name',
  'patchbay.model.parallelCalls',
  'patchbay.model.profile',
  'patchbay.model.profiles',
  'patchbay.model.provider',
  'patchbay.model.schema',
  'patchbay.model.textCalls',
  'patchbay.model.toolCalling',
  'patchbay.oauth.clientMetadataUrl',
  'patchbay.sampling.maxPerMinute',
  'patchbay.sampling.reviewResult',
  'patchbay.tools.alwaysSend',
  'patchbay.tools.approval',
  'patchbay.tools.budget',
  'patchbay.tools.extensionTimeout',
];

describe('the scopes of the settings', () => {
  it('are reviewed for each setting, and written in package.json as reviewed', async () => {
    const { contributes } = JSON.parse(await readFile('package.json', 'utf8')) as {
      contributes: { configuration: readonly { properties: Readonly<Record<string, Setting>> }[] };
    };
    const written = contributes.configuration
      .flatMap(({ properties }) => Object.entries(properties))
      .map(([name, { scope }]) => [name, scope]);
    const reviewed = [
      ...Object.keys(ofWorkspace).map((name) => [name, 'window']),
      ...ofMachine.map((name) => [name, 'machine']),
      ...ofUser.map((name) => [name, 'application']),
    ];
    assert.deepEqual(Object.fromEntries(written), Object.fromEntries(reviewed));
  });

  it('hold whatever the editor makes of them: only what a workspace may decide is taken from it', () => {
    for (const name of namesOfSettings) {
      const id = `patchbay.${name}`;
      const ofUserOnly = !(id in ofWorkspace);
      const value = readValue(name, {
        get: () => hostile(name),
        inspect: () => ({ globalValue: undefined, workspaceValue: hostile(name) }),
      });
      assert.deepEqual(value, ofUserOnly ? settings[name].default : hostile(name), id);
    }
  });

  it('hold in the code: nothing else reads settings, and only three are read of a scope by name', async () => {
    const readers: string[] = [];
    for await (const file of glob('src/**/*.{ts,tsx}')) {
      const source = await readFile(file, 'utf8');
      if (/getConfiguration\((?!'(?:chat|files|search|workbench|js\/ts|typescript|javascript)')/.test(source))
        readers.push(file.replaceAll(sep, '/'));
    }
    assert.deepEqual(readers.toSorted(), [
      'src/editor/settings/settings.ts',
      'src/editor/settings/settingsFile.ts',
    ]);
    const source = await readFile('src/editor/settings/settings.ts', 'utf8');
    assert.doesNotMatch(source, /\.get\b/);
    assert.equal(source.match(/\.inspect\b/g)?.length, 1);
    const readOfScope = [...source.matchAll(/inspectScopes\('([\w.]+)'\)/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(readOfScope)], ['servers', 'inputs', 'tools.sets']);
  });
});

/** A value of the setting's type that is another one than its default. */
function hostile(name: SettingName): unknown {
  const { default: usual, ...schema }: { default: unknown; enum?: readonly unknown[] } = settings[name];
  if (schema.enum) return schema.enum.find((value) => value !== usual);
  if (typeof usual === 'boolean') return !usual;
  if (typeof usual === 'number') return usual + 1;
  if (typeof usual === 'string') return 'https://evil.example.com';
  if (Array.isArray(usual)) return name === 'model.localPorts' ? [9] : ['evil'];
  return name === 'model.contextWindow' ? 4_000 : name === 'model.parallelCalls' ? true : { evil: {} };
}
