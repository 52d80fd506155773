import assert from 'node:assert/strict';
import esbuild from 'esbuild';
import { hostBundle } from '../../../scripts/hostBundle.ts';
import * as contributions from '../../../src/contributions/index.ts';

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
    const bundled = (await import(
      `data:text/javascript,${encodeURIComponent(code)}`
    )) as typeof contributions;
    const { commands, contextKeys, panels, settings, views } = contributions;
    for (const [name, table] of Object.entries({ commands, contextKeys, panels, settings, views }))
      assert.deepEqual((bundled as Readonly<Record<string, unknown>>)[name], table);
    assert.deepEqual(Object.keys(metafile.inputs).toSorted(), [
      'src/contributions/ids.ts',
      'src/contributions/index.ts',
      'src/contributions/settingValue.ts',
    ]);
  });
});
