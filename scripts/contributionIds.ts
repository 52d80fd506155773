/**
 * Part of the builds of hostBundle.ts: an esbuild plugin that computes src/contributions/ids.ts and bundles only its
 * values. The tables' texts, 70 kB, stay out of the bundles.
 */
import { resolve } from 'node:path';
import esbuild, { type Plugin } from 'esbuild';

export const contributionIds: Plugin = {
  name: 'contribution ids',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]contributions[\\/]ids\.ts$/ }, async ({ path }) => {
      const { code, sources } = await bundled(path);
      // A data URL is loaded anew when the code differs; `npm run watch` would get an old module by its path.
      const values = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as object;
      const constants = Object.entries(values).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { contents: constants.join('\n'), loader: 'js', watchFiles: sources };
    });
  },
};

async function bundled(path: string): Promise<{ code: string; sources: string[] }> {
  const { metafile, outputFiles } = await esbuild.build({
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  return {
    code: outputFiles.map(({ text }) => text).join(''),
    sources: Object.keys(metafile.inputs).map((source) => resolve(source)),
  };
}
