import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  isSetName,
  memberName,
  parseToolSets,
  scopedToolSets,
  serverOfMember,
  toolsInSet,
} from '../../../src/tools/namedToolSets.ts';
import type { Tool } from '../../../src/tools/index.ts';
import { text, tool } from '../agent/tools.ts';

describe('named tool sets', () => {
  function toolOf(source: Tool['source'], name: string): Tool {
    return { ...tool(name, () => Promise.resolve(text(''))), source };
  }
  const all = new Map<string, Tool>([
    ['read_file', toolOf({ kind: 'native' }, 'read_file')],
    ['mine', toolOf({ kind: 'custom', file: '/x/mine.js' }, 'mine')],
    ['mcp__a__b_c', toolOf({ kind: 'mcp', server: 'a' }, 'b/c')],
    ['mcp__a__d', toolOf({ kind: 'mcp', server: 'a' }, 'd')],
    ['mcp__b__d', toolOf({ kind: 'mcp', server: 'b' }, 'd')],
  ]);
  const inSet = (...members: string[]): string[] => [...toolsInSet(all, members).keys()];

  it('hold the tools of their servers, and single tools, and nothing for what is away', () => {
    assert.deepEqual(inSet('a'), ['mcp__a__b_c', 'mcp__a__d']);
    assert.deepEqual(inSet('b/d', 'gone', 'gone/d', 'a/gone'), ['mcp__b__d']);
    assert.deepEqual(inSet('built in', 'custom tools/mine'), ['read_file', 'mine']);
    assert.deepEqual(inSet(), []);
  });

  it('name each tool in one way, because no name of a server has a slash', () => {
    assert.deepEqual(inSet(memberName('a', 'b/c')), ['mcp__a__b_c']);
    assert.equal(serverOfMember('a/b/c'), 'a');
    assert.equal(serverOfMember('a'), 'a');
  });

  it('are of a workspace only once it is trusted, and then never in the place of one of the user', () => {
    const user = { Review: ['git'] };
    const workspace = { REVIEW: ['git', 'evil'], Deploy: ['cloud'] };
    assert.deepEqual(scopedToolSets(user, workspace, false), [
      { name: 'Review', members: ['git'], scope: 'user' },
    ]);
    assert.deepEqual(scopedToolSets(user, workspace, true), [
      { name: 'Review', members: ['git'], scope: 'user' },
      { name: 'Deploy', members: ['cloud'], scope: 'workspace' },
    ]);
    const { capabilities } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      capabilities: { untrustedWorkspaces: { restrictedConfigurations: readonly string[] } };
    };
    assert.ok(capabilities.untrustedWorkspaces.restrictedConfigurations.includes('patchbay.tools.sets'));
  });

  it('of a workspace never look like one of the user: by hidden characters, or another form of the same', () => {
    const user = { Größe: ['git'], ﬁles: ['files'] };
    const alike = ['Größe'.normalize('NFD'), 'Ｇröße', 'files'];
    const hidden = ['Größe\uFE00', 'Grö\u034Fße', 'Größe\u3164', '\u115F', '\u0308o', 'Gr\u00A0', 'a\u2800b'];
    const workspace = Object.fromEntries([...alike, ...hidden, 'Theirs'].map((name) => [name, ['evil']]));
    assert.deepEqual(
      scopedToolSets(user, workspace, true).map(({ name }) => name),
      ['Größe', 'ﬁles', 'Theirs'],
    );
    for (const name of hidden) assert.equal(isSetName(name), false, JSON.stringify(name));
    const long = parseToolSets({ Long: ['a'.repeat(1_001), 'a'.repeat(1_000)] });
    assert.deepEqual(long[0]?.members, ['a'.repeat(1_000)]);
  });

  it('are read of a setting that anybody may have written: what is no set is none', () => {
    const hostile = {
      Review: ['github', 3, 'files/read'],
      'With Größe 2.0': [],
      '[x](command:evil)': ['a'],
      'two\nlines': ['a'],
      ' padded': ['a'],
      __proto__text: ['a'],
      ['x'.repeat(61)]: ['a'],
      text: 'a',
      none: null,
    };
    assert.deepEqual(parseToolSets(hostile), [
      { name: 'Review', members: ['github', 'files/read'] },
      { name: 'With Größe 2.0', members: [] },
    ]);
    for (const value of [undefined, null, [], 'x', 3]) assert.deepEqual(parseToolSets(value), []);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`s${index}`, ['a']]));
    assert.equal(parseToolSets(many).length, 100);
    assert.equal(isSetName(''), false);
    assert.equal(isSetName('a'), true);
  });
});
