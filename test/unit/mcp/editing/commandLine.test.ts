/** Command lines as people paste them (features.md, A7). */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { splitCommandLine } from '../../../../src/mcp/editing/commandLine.ts';
import { joinCommandLine, parseCommandLine, readPasted, withScheme } from '../../../../src/mcp/index.ts';

describe('a command line', () => {
  it('is split as a shell splits it', () => {
    assert.deepEqual(splitCommandLine(`a "b c" 'd "e' f\\ g "" "h\\"i"`), [
      'a',
      'b c',
      'd "e',
      'f g',
      '',
      'h"i',
    ]);
    assert.deepEqual(splitCommandLine('a \\\n  b'), ['a', 'b']);
    assert.deepEqual(splitCommandLine('C:\\Users\\me\\node.exe x'), ['C:\\Users\\me\\node.exe', 'x']);
    assert.deepEqual(splitCommandLine('  '), []);
  });

  it('is put together so that it splits into the same words', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        assert.deepEqual(splitCommandLine(joinCommandLine(words)), words);
      }),
    );
    for (const word of ['C:\\\'" b', 'it\'s \\a"', "it's \\\\a\\b", 'C:\\', '\\\\a\\b', '=\\\\a\\b'])
      assert.deepEqual(splitCommandLine(joinCommandLine([word, 'next'])), [word, 'next'], word);
  });

  it('keeps the backslashes of paths of Windows', () => {
    for (const [line, words] of [
      [String.raw`\\server\share\x.exe --flag`, [String.raw`\\server\share\x.exe`, '--flag']],
      [String.raw`node \\wsl$\Ubuntu\home\a.js`, ['node', String.raw`\\wsl$\Ubuntu\home\a.js`]],
      [
        String.raw`"\\nas-1\my share\x y.exe" --dir=\\nas-1\d`,
        [String.raw`\\nas-1\my share\x y.exe`, String.raw`--dir=\\nas-1\d`],
      ],
      [
        String.raw`x \\?\C:\very\long \\.\pipe\mcp`,
        ['x', String.raw`\\?\C:\very\long`, String.raw`\\.\pipe\mcp`],
      ],
      [String.raw`node "C:\Program Files\x\" --flag`, ['node', 'C:\\Program Files\\x\\', '--flag']],
      [String.raw`node "C:\Program Files\x\"`, ['node', 'C:\\Program Files\\x\\']],
      [String.raw`node C:\\Users\\me\\a.js`, ['node', String.raw`C:\Users\me\a.js`]],
      [String.raw`echo "say \"hi\" now"`, ['echo', 'say "hi" now']],
    ] as const)
      assert.deepEqual(splitCommandLine(line), words, line);
  });

  it('may be one of cmd or PowerShell', () => {
    for (const [line, entry] of [
      [
        String.raw`C:\Program Files\nodejs\node.exe C:\srv\a.js -v`,
        { command: String.raw`C:\Program Files\nodejs\node.exe`, args: [String.raw`C:\srv\a.js`, '-v'] },
      ],
      [
        String.raw`PS C:\Users\me> & "C:\Program Files\x\mcp.exe" --stdio`,
        { command: String.raw`C:\Program Files\x\mcp.exe`, args: ['--stdio'] },
      ],
      [String.raw`C:\Users\me>npx.cmd -y thing`, { command: 'npx.cmd', args: ['-y', 'thing'] }],
      ['cmd /c npx -y thing', { command: 'cmd', args: ['/c', 'npx', '-y', 'thing'] }],
      [
        'set API_KEY=a b&& set "B=2" && npx -y thing',
        { command: 'npx', args: ['-y', 'thing'], env: { API_KEY: 'a b', B: '2' } },
      ],
      [
        `$env:API_KEY = "it's"; $env:B='2'; npx thing`,
        { command: 'npx', args: ['thing'], env: { API_KEY: "it's", B: '2' } },
      ],
      [
        String.raw`node %APPDATA%\npm\a.js --x=%20%C3%A4`,
        { command: 'node', args: [String.raw`${'$'}{env:APPDATA}\npm\a.js`, '--x=%20%C3%A4'] },
      ],
      ['npx ^\r\n  -y `\n  thing', { command: 'npx', args: ['-y', 'thing'] }],
    ] as const)
      assert.deepEqual(parseCommandLine(line)?.entry, { type: 'stdio', ...entry }, line);
  });

  it('may begin with a program in quotes, which is no JSON', () => {
    for (const line of [
      String.raw`"C:\Program Files\x\mcp.exe" --stdio`,
      String.raw`"\\nas\my share\mcp.exe" --stdio`,
      '"/opt/my tools/mcp" --stdio',
    ]) {
      const found = readPasted(line);
      assert.equal(found.kind, 'servers', line);
      if (found.kind === 'servers') assert.deepEqual(found.servers[0]?.entry['args'], ['--stdio']);
    }
    assert.equal(readPasted('"/docs": { "command": "x" }').kind, 'servers');
  });

  it('becomes an entry, with the home folder as a variable', () => {
    assert.deepEqual(parseCommandLine('npx -y @modelcontextprotocol/server-filesystem ~/src'), {
      name: undefined,
      entry: {
        type: 'stdio',
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem', '${userHome}/src'],
      },
    });
    assert.deepEqual(parseCommandLine('$ API_KEY=1 ROOT=~/x uvx thing --dir=~')?.entry, {
      type: 'stdio',
      command: 'uvx',
      args: ['thing', '--dir=${userHome}'],
      env: { API_KEY: '1', ROOT: '${userHome}/x' },
    });
    assert.deepEqual(parseCommandLine('https://example.com/mcp')?.entry, { url: 'https://example.com/mcp' });
    assert.equal(parseCommandLine(''), undefined);
    assert.equal(parseCommandLine('https://example.com is nice'), undefined);
  });

  it('may be an address without a scheme, which gets https, or http on this machine', () => {
    for (const [text, url] of [
      ['mcp.example.com/mcp', 'https://mcp.example.com/mcp'],
      ['example.com:8443', 'https://example.com:8443'],
      ['localhost:3000/mcp', 'http://localhost:3000/mcp'],
      ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
      ['[::1]:3000/sse', 'http://[::1]:3000/sse'],
      ['localhost.example.com/mcp', 'https://localhost.example.com/mcp'],
      ['127.0.0.1.example.com/mcp', 'https://127.0.0.1.example.com/mcp'],
    ] as const) {
      assert.deepEqual(parseCommandLine(text)?.entry, { url }, text);
      assert.equal(withScheme(text), url);
      assert.equal(withScheme(url), url);
    }
    for (const file of [
      'server.py',
      'node',
      './tools.d/server',
      'C:\\\\tools\\\\mcp.exe',
      'a/b',
      'example.com/x y',
    ])
      assert.equal(parseCommandLine(file)?.entry['url'], undefined, file);
    assert.equal(withScheme('localhost:me@example.com/mcp'), 'https://localhost:me@example.com/mcp');
    assert.equal(withScheme('mcp.example.com'), 'https://mcp.example.com');
    assert.equal(withScheme('${input:address}'), '${input:address}');
  });

  it('may be one of Claude Code that adds a server', () => {
    assert.deepEqual(parseCommandLine('claude mcp add files -s user -e A=1 -- npx -y files -e x'), {
      name: 'files',
      entry: { type: 'stdio', command: 'npx', args: ['-y', 'files', '-e', 'x'], env: { A: '1' } },
    });
    assert.deepEqual(
      parseCommandLine(
        'claude mcp add --transport http -H "Authorization: Bearer x" web https://example.com/mcp',
      ),
      {
        name: 'web',
        entry: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer x' } },
      },
    );
    assert.deepEqual(parseCommandLine('claude mcp add files npx -y files')?.entry, {
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'files'],
    });
  });
});
