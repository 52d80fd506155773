/**
 * Part of esbuild.mjs: lets markdown-it assign the fields of its objects. It was compiled for engines without fields and
 * defines each through a function that looks for it first: half the time that parsing takes. The text that is replaced
 * must be there: the build fails with a version that has another.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const DEFINES =
  /(?<=\nfunction _defineProperty\(e, r, t\) \{\n)\treturn [^}]*\}\) : e\[r\] = t, e;(?=\n\}\n)/;
/** None of its classes has an accessor by the name of a field, so both do the same. */
const ASSIGNS = '\te[r] = t;\n\treturn e;';

export const markdownBundle: Plugin = {
  name: 'markdown',
  setup(build) {
    build.onLoad({ filter: /[\\/]markdown-it[\\/]dist[\\/]markdown-it\.mjs$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8');
      if (!DEFINES.test(contents)) throw new Error(`${path} defines its fields in another way.`);
      return { contents: contents.replace(DEFINES, ASSIGNS) };
    });
  },
};
