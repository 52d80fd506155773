/** The demo's folder: a few files worth asking about. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const files: Readonly<Record<string, string>> = {
  'README.md': `# Demo workspace

Open the chat: **Patchbay** in the side bar at the right, or press F1 and run *Patchbay: Open Chat*. Then ask, for example:

- What is in this folder?
- What is 19 + 23?
- Show me everything your tools can do.

The servers are behind the **Patchbay** icon at the left: uncheck a tool and the model no longer gets it.
`,
  'src/greet.ts': `/** Says hello to each of the names. */
export function greet(names: readonly string[]): string[] {
  return names.map((name) => \`Hello, \${name}!\`);
}
`,
  'notes/todo.md': `- [x] connect three MCP servers
- [ ] try a model of your own
`,
};

/** Existing files stay. */
export async function writeDemoWorkspace(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
