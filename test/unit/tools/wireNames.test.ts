/** The names under which the model knows tools (features.md, C5). */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wireNames } from '../../../src/tools/wireNames.ts';

const acceptable = /^[a-zA-Z0-9_-]{1,64}$/;

describe('wire names', () => {
  it('are mcp__server__tool where that fits', () => {
    assert.deepEqual(wireNames([{ server: 'everything', tool: 'get-sum' }]), ['mcp__everything__get-sum']);
  });

  it('replace what endpoints refuse', () => {
    assert.deepEqual(wireNames([{ server: 's', tool: 'read file/ünï.x' }]), ['mcp__s__read_file__n__x']);
  });

  it('end in a hash when they would be too long', () => {
    const [name = ''] = wireNames([{ server: 's', tool: 'x'.repeat(200) }]);
    assert.match(name, /^mcp__s__x+_[0-9a-f]{8}$/);
    assert.equal(name.length, 64);
  });

  it('keep tools apart that differ only after the cut', () => {
    const long = 'x'.repeat(100);
    const names = wireNames([
      { server: 's', tool: `${long}a` },
      { server: 's', tool: `${long}b` },
    ]);
    assert.equal(new Set(names).size, 2);
  });

  it('keep rivals apart whose plain names are the same: server a, tool b__c and server a__b, tool c', () => {
    const names = wireNames([
      { server: 'a', tool: 'b__c' },
      { server: 'a__b', tool: 'c' },
    ]);
    assert.equal(new Set(names).size, 2);
    assert.ok(names.every((name) => acceptable.test(name)));
  });

  it('do not depend on the order of the tools', () => {
    const tools = [
      { server: 's', tool: 'a b' },
      { server: 's', tool: 'a.b' },
      { server: 's', tool: 'c' },
    ];
    assert.deepEqual(wireNames(tools.toReversed()).toReversed(), wireNames(tools));
  });

  it('are acceptable and unique, whatever servers call their tools', () => {
    const identity = fc.record({
      server: fc.stringMatching(/^[a-zA-Z0-9_-]{1,30}$/),
      tool: fc.string({ unit: 'binary', maxLength: 120 }),
    });
    const distinct = fc.uniqueArray(identity, {
      maxLength: 60,
      selector: ({ server, tool }) => JSON.stringify([server, tool]),
    });
    fc.assert(
      fc.property(distinct, (tools) => {
        const names = wireNames(tools);
        assert.equal(new Set(names.map((name) => name.toLowerCase())).size, tools.length);
        for (const name of names) assert.match(name, acceptable);
      }),
    );
  });

  it('are acceptable and unique for 1,500 hostile tools', () => {
    const tools = Array.from({ length: 1_500 }, (_, index) => ({
      server: `s${index % 30}`,
      tool: `${'ж '.repeat(40)}${index}`,
    }));
    const names = wireNames(tools);
    assert.equal(new Set(names).size, 1_500);
    assert.ok(names.every((name) => acceptable.test(name)));
  });
});
