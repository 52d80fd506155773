export function templateFor(name: string): string {
  return `// A tool for the model in Patchbay. It runs in a process of its own; the working directory is the workspace folder.
import { readdir } from 'node:fs/promises';

export const name = '${name}';

// The model reads this to decide when to use the tool.
export const description = 'Counts the files in a folder of the workspace.';

// A JSON schema. Arguments that do not fit never reach run().
export const inputSchema = {
  type: 'object',
  properties: {
    folder: { type: 'string', description: 'Relative to the workspace folder.' },
  },
  additionalProperties: false,
};

// How long a call may take, in milliseconds.
export const timeoutMs = 60_000;

// Return a text, anything that is JSON, or MCP content such as [{ type: 'text', text: '…' }].
// An error's message is what the model reads.
export async function run({ folder = '.' }, { signal, progress }) {
  const entries = await readdir(folder, { withFileTypes: true });
  signal.throwIfAborted();
  progress(entries.length, entries.length, \`Looked at \${folder}\`);
  return { folder, files: entries.filter((entry) => entry.isFile()).length };
}
`;
}
