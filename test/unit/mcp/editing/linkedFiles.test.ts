/** Which servers of `.mcp.json` and `.vscode/mcp.json` count, and how each file is read (A13). */
import assert from 'node:assert/strict';
import {
  firstOfEachName,
  isLinkedFile,
  linkedFileNames,
  readLinkedFile,
  type LinkedFileName,
} from '../../../../src/mcp/index.ts';

function fileOf(name: LinkedFileName, folder: string, value: unknown) {
  const found = readLinkedFile(name, JSON.stringify(value));
  if (found.kind !== 'servers') throw new Error(found.why.english);
  return { place: `${folder}/${name}`, found };
}

describe('the linked files of a workspace folder', () => {
  it('are .mcp.json and .vscode/mcp.json, and no other file of that name', () => {
    assert.deepEqual(linkedFileNames, ['.mcp.json', '.vscode/mcp.json']);
    for (const path of ['/w/.mcp.json', '/w/.vscode/mcp.json']) assert.ok(isLinkedFile(path), path);
    for (const path of ['/w/mcp.json', '/w/a.mcp.json', '/w/.cursor/mcp.json'])
      assert.ok(!isLinkedFile(path), path);
  });

  it('give the server of .mcp.json where both have one of that name, in any case of its letters', () => {
    const files = [
      fileOf('.mcp.json', '/a', { mcpServers: { Docs: { command: 'new' } } }),
      fileOf('.vscode/mcp.json', '/a', {
        servers: { docs: { command: 'old' }, only: { command: 'kept' } },
      }),
      fileOf('.mcp.json', '/b', { mcpServers: { only: { command: 'second' } } }),
    ];
    assert.deepEqual(
      firstOfEachName(files).map(({ name, entry, file }) => [name, entry['command'], file.place]),
      [
        ['Docs', 'new', '/a/.mcp.json'],
        ['only', 'kept', '/a/.vscode/mcp.json'],
      ],
    );
  });

  it('read .mcp.json as Claude Code does: times in milliseconds, its variables, with or without mcpServers', () => {
    const server = { command: 'npx', args: ['x'], env: { KEY: '${API_KEY:-none}' }, timeout: 600 };
    for (const value of [{ mcpServers: { one: server } }, { one: server }]) {
      const { found } = fileOf('.mcp.json', '/a', value);
      assert.deepEqual(found.servers, [
        { name: 'one', entry: { ...server, env: { KEY: '${env:API_KEY:-none}' } } },
      ]);
    }
    assert.deepEqual(fileOf('.mcp.json', '/a', { mcpServers: {} }).found.servers, []);
  });
});
