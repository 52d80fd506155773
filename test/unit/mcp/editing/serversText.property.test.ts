/** Whatever the layout and the order of changes: the text says what was meant, and loses no comment above an entry. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { changeServers, readServersText, type ServersChange } from '../../../../src/mcp/index.ts';
import { cases } from '../../../fixtures/cases.ts';

const names = ['a', 'b', 'c', 'd'] as const;
const name = fc.constantFrom(...names);
const entry = fc.record(
  {
    command: fc.constantFrom('x', 'y,}', '// no comment', '"'),
    args: fc.array(fc.constantFrom('1', '{', '/*'), { maxLength: 3 }),
    env: fc.dictionary(fc.constantFrom('K', 'L'), fc.constantFrom('v', ','), { noNullPrototype: true }),
  },
  { noNullPrototype: true, requiredKeys: ['command'] },
);
const change: fc.Arbitrary<ServersChange> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), name, entry }),
  fc.record({ kind: fc.constant('rename' as const), name, to: name }),
  fc.record({ kind: fc.constant('duplicate' as const), name, to: name }),
  fc.record({ kind: fc.constant('remove' as const), name }),
);

/** How a text is laid out: what stands between the tokens, and whether the last comma is there. */
const layout = fc.record({
  gap: fc.constantFrom(' ', '\n    ', '\r\n\t\t', ' /* in, line */ ', '\n    // above, }\n    '),
  behind: fc.constantFrom('', ' /* behind */', ' // behind }\n'),
  trailing: fc.boolean(),
  pretty: fc.boolean(),
});

type Layout = typeof layout extends fc.Arbitrary<infer L> ? L : never;
type Model = [string, unknown][];

function textOf(model: Model, { gap, behind, trailing, pretty }: Layout): string {
  const items = model.map(([key, value], index) => {
    const comma = index < model.length - 1 || trailing ? ',' : '';
    return `${gap}${JSON.stringify(key)}: ${JSON.stringify(value, null, pretty ? 2 : 0)}${comma}${behind}`;
  });
  return `// top\n{ "patchbay.servers": {${items.join('')}${gap}} }\n`;
}

/** What the change does to the entries; nothing if it does not apply. */
function applied(model: Model, step: ServersChange): Model | undefined {
  if (step.kind === 'input') return undefined;
  const index = model.findIndex(([key]) => key === step.name);
  if (step.kind === 'set')
    return index === -1
      ? [...model, [step.name, step.entry]]
      : model.map((pair, at): [string, unknown] => (at === index ? [step.name, step.entry] : pair));
  if (index === -1) return undefined;
  if (step.kind === 'remove') return model.filter((_, at) => at !== index);
  if (model.some(([key]) => key === step.to)) return undefined;
  const value = model[index]?.[1];
  return step.kind === 'rename'
    ? model.map((pair, at): [string, unknown] => (at === index ? [step.to, value] : pair))
    : [...model.slice(0, index + 1), [step.to, value], ...model.slice(index + 1)];
}

describe('any changes to any text', () => {
  it('have exactly the intended result, in order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(name, entry), { selector: ([key]) => key, maxLength: 4 }),
        layout,
        fc.array(change, { maxLength: 8 }),
        (start, look, steps) => {
          let model: Model = start;
          let text = textOf(model, look);
          for (const step of steps) {
            const next = applied(model, step);
            if (!next) continue;
            model = next;
            text = changeServers(text, [], step);
            const read = Object.entries(readServersText(text, []));
            assert.deepEqual(sorted(read), sorted(model), text);
            assert.deepEqual(
              read.map(([key]) => key),
              model.map(([key]) => key),
            );
          }
          assert.ok(text.startsWith('// top\n'));
          const above = (of: string): number => of.split('// above').length;
          assert.ok(above(text) >= above(textOf(start, look)), text);
        },
      ),
      { numRuns: cases(300, 20_000) },
    );
  });
});

/** Keys inside an entry may come in another order: one that is changed stays where it was. */
function sorted(pairs: Model): unknown {
  return Object.fromEntries(pairs);
}
