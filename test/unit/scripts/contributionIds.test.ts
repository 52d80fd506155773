import assert from 'node:assert/strict';
import esbuild from 'esbuild';
import { hostBundle } from '../../../scripts/hostBundle.ts';
import { commands, contextKeys, panels, settings, views } from '../../../src/contributions/index.ts';

describe('a bundle of the extension host', () => {
  it('has the ids and the values of settings, and neither texts nor tables', async () => {
    const { outputFiles, metafile } = await esbuild.build({
      ...hostBundle('0.0.0'),
      entryPoints: ['src/contributions/index.ts'],
      format: 'esm',
      write: false,
      metafile: true,
    });
    const code = outputFiles.map(({ text }) => text).join('');
    const bundled = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as object;
    for (const [name, value] of Object.entries({ commands, contextKeys, panels, settings, views }))
      assert.deepEqual(Reflect.get(bundled, name), value, name);
    assert.deepEqual(Object.keys(metafile.inputs).toSorted(), [
      'src/contributions/ids.ts',
      'src/contributions/index.ts',
      'src/contributions/settingValue.ts',
    ]);
  });
});
