import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ToolIndex, type SearchableTool } from '../../../../src/tools/search/toolIndex.ts';

describe('search for tools', () => {
  function tool(server: string, name: string, rest: Partial<SearchableTool> = {}): SearchableTool {
    return { server, name, wireName: `mcp__${server}__${name}`, description: '', inputSchema: {}, ...rest };
  }

  function indexOf(...tools: readonly SearchableTool[]): ToolIndex<SearchableTool> {
    const index = new ToolIndex<SearchableTool>();
    index.update(Map.groupBy(tools, ({ server }) => server));
    return index;
  }

  function names(index: ToolIndex<SearchableTool>, query: string, limit = 10): string[] {
    return index.search(query, { limit }).map(({ name }) => name);
  }

  it('finds a tool by its name however that is written, its title, description, parameters and server', () => {
    const parameter = {
      type: 'object',
      properties: { where: { properties: { zipCode: { description: 'postal digits' } } } },
    };
    const index = indexOf(
      tool('git', 'createBranch'),
      tool('git', 'git_log', { title: 'Revisions' }),
      tool('mail', 'HTTPSend2', { description: 'Delivers letters.' }),
      tool('maps', 'look', { inputSchema: parameter }),
    );
    assert.deepEqual(names(index, 'branches', 1), ['createBranch']);
    assert.deepEqual(names(index, 'revision', 1), ['git_log']);
    assert.deepEqual(names(index, 'http', 1), ['HTTPSend2']);
    assert.deepEqual(names(index, 'a letter was delivered', 1), ['HTTPSend2']);
    assert.deepEqual(names(index, 'zip code', 1), ['look']);
    assert.deepEqual(names(index, 'postal', 1), ['look']);
    assert.deepEqual(names(index, 'something on the map', 1), ['look']);
  });

  it('puts the tool first that is named: by name, title or wire name, as the query or in it', () => {
    const many = Array.from({ length: 50 }, (_, number) =>
      tool('noise', `other_${number}`, { description: 'read file read_file get weather search search' }),
    );
    const index = indexOf(
      ...many,
      tool('files', 'read_file'),
      tool('sky', 'x1', { title: 'Get Weather' }),
      tool('web', 'search'),
      tool('odd', 'do.it/now'),
      tool('zh', '获取天气'),
      tool('odd', '+'),
    );
    const first = (query: string): string | undefined => names(index, query, 1)[0];
    for (const query of [
      'read_file',
      'READ_FILE',
      '`read_file`',
      'Use read_file, please',
      'files/read_file',
      'mcp__files__read_file',
    ])
      assert.equal(first(query), 'read_file', query);
    for (const query of ['get weather', 'run "Get Weather" now', 'mcp__sky__x1'])
      assert.equal(first(query), 'x1', query);
    for (const query of ['search', 'search other read file']) assert.equal(first(query), 'search', query);
    assert.equal(first('do.it/now'), 'do.it/now');
    assert.equal(first('请用获取天气工具'), '获取天气');
    assert.equal(first('+'), '+');
  });

  it('finds one tool only for an everyday word, and all tools for any other name', () => {
    const index = indexOf(
      tool('a', 'search'),
      tool('b', 'search'),
      tool('b', 'museum_objects', { description: 'Finds objects of a museum.' }),
      tool('a', 'read_file'),
      tool('b', 'read_file'),
    );
    assert.deepEqual(names(index, 'search museum objects', 2), ['search', 'museum_objects']);
    assert.deepEqual(names(index, 'call read_file', 2), ['read_file', 'read_file']);
  });

  it('finds words in Chinese, Japanese and Korean, accents, and German compounds', () => {
    const index = indexOf(
      tool('a', 'a1', { description: '查询城市的天气预报' }),
      tool('a', 'a2', { description: '会議の予定を作成します' }),
      tool('a', 'a3', { description: '날씨 예보를 가져옵니다' }),
      tool('a', 'a4', { description: 'Überweisungen anlegen' }),
      tool('a', 'a5', { description: 'Liefert die Wettervorhersage' }),
    );
    const expected = {
      北京天气: 'a1',
      会議: 'a2',
      날씨: 'a3',
      uberweisung: 'a4',
      Vorhersage: 'a5',
      Wetter: 'a5',
    };
    for (const [query, name] of Object.entries(expected)) assert.deepEqual(names(index, query, 1), [name]);
  });

  it('finds what is meant by a typing error, an abbreviation or a synonym', () => {
    const index = indexOf(tool('a', 'browser_navigate'), tool('a', 'wikipedia'), tool('a', 'delete_folder'));
    assert.deepEqual(names(index, 'broswer', 1), ['browser_navigate']);
    assert.deepEqual(names(index, 'wiki', 1), ['wikipedia']);
    assert.deepEqual(names(index, 'remove directories', 1), ['delete_folder']);
  });

  it('finds nothing for a query that says nothing, and keeps to the server that is asked for', () => {
    const index = indexOf(tool('a', 'read'), tool('b', 'read'));
    for (const query of ['', ' ', 'the', '???', 'zebra']) assert.deepEqual(names(index, query), []);
    assert.deepEqual(
      index.search('read', { server: 'b', limit: 5 }).map(({ server }) => server),
      ['b'],
    );
    assert.deepEqual(index.search('read', { server: 'c', limit: 5 }), []);
  });

  it('follows servers whose tools change, and leaves the others as they are', () => {
    const index = indexOf(tool('a', 'old_thing'), tool('b', 'steady'));
    const [, steady] = [undefined, index.search('steady', { limit: 1 })[0]];
    assert.ok(steady);
    index.update(
      new Map([
        ['a', [tool('a', 'new_thing')]],
        ['b', [steady]],
      ]),
    );
    assert.deepEqual(names(index, 'thing'), ['new_thing']);
    assert.deepEqual(names(index, 'old_thing'), ['new_thing']);
    assert.equal(index.search('steady', { limit: 1 })[0], steady);
    index.update(new Map());
    assert.deepEqual(names(index, 'new_thing'), []);
  });

  it('takes any text, and orders the same after any changes as if it were made afresh', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'a b c d e f 天 气 _ - A 1 Ü \u0301'.split(' '), ' '),
    });
    const tools = fc.array(
      fc.record({ name: text, description: text, title: fc.option(text, { nil: undefined }) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(tools, tools, tools, text, (before, after, others, query) => {
        const made = (server: string, of: typeof before): SearchableTool[] =>
          of.map(({ name, ...rest }, number) =>
            tool(server, name, { ...rest, wireName: `mcp__${server}__${number}` }),
          );
        const other = made('b', others);
        const next = new Map([
          ['b', other],
          ['a', made('a', after)],
        ]);
        const changed = new ToolIndex<SearchableTool>();
        changed.update(
          new Map([
            ['a', made('a', before)],
            ['b', other],
          ]),
        );
        changed.update(next);
        const fresh = new ToolIndex<SearchableTool>();
        fresh.update(next);
        const found = (index: ToolIndex<SearchableTool>): string[] =>
          index.search(query, { limit: 20 }).map(({ wireName }) => wireName);
        assert.deepEqual(found(changed), found(fresh));
      }),
    );
  });

  it('finds compounds by the noun that ends them and by their beginning, and no word that only contains another', () => {
    const index = indexOf(
      tool('a', 'dateiverzeichnis_lesen'),
      tool('a', 'wetterbericht'),
      tool('b', 'research_papers'),
      tool('b', 'verzeichnis'),
    );
    assert.deepEqual(names(index, 'Verzeichnis'), ['verzeichnis', 'dateiverzeichnis_lesen']);
    assert.deepEqual(names(index, 'Bericht'), ['wetterbericht']);
    assert.deepEqual(names(index, 'Wetter'), ['wetterbericht']);
    assert.deepEqual(names(indexOf(tool('a', 'research'), tool('b', 'search')), 'search'), ['search']);
  });

  it('finds a character that is a word, in scripts without spaces', () => {
    const index = indexOf(
      tool('a', 'a1', { description: '删除文件' }),
      tool('a', 'a2', { description: '雨が降るか' }),
      tool('a', 'a3', { description: '집을 찾기' }),
      tool('a', 'a4', { description: 'ค้นหายาที่ร้าน' }),
    );
    for (const [query, name] of Object.entries({ 删: 'a1', 雨: 'a2', 집: 'a3', ยา: 'a4' }))
      assert.deepEqual(names(index, query), [name], query);
  });

  it('finds every tool of a large catalog by its own name, wire name and title, alone and in a text', () => {
    for (const nameOf of [
      (index: number) => `list-${index}.items/get`,
      (index: number) => `getItem${index}ByID`,
      (index: number) => `记录${String.fromCodePoint(0x4e00 + index)}查询`,
      (index: number) => `größe_${index}_prüfen`,
      (index: number) => ['search', 'read', 'list', 'get'][index % 4] + '_'.repeat(1 + index / 4),
    ]) {
      const tools = Array.from({ length: 300 }, (_, index) =>
        tool(`server${index % 7}`, nameOf(index), {
          wireName: `mcp__server${index % 7}__tool_${index}`,
          title: `Does the ${index}. thing`,
          description: 'Gets, lists, reads and searches items, 查询记录, Größe prüfen.',
        }),
      );
      const index = indexOf(...tools);
      for (const each of tools)
        for (const name of [each.name, each.wireName, each.title ?? ''])
          for (const query of [name, `Please use "${name}" now`])
            assert.equal(index.search(query, { limit: 3 })[0], each, query);
    }
  });

  describe('of hostile texts', () => {
    const hostile: Readonly<Record<string, (index: number) => string>> = {
      'very long words': (index) => `${index}`.repeat(50_000),
      'only signs': () => '+-. "'.repeat(20_000),
      'halves of pairs': (index) => String.fromCharCode(0xd800 + (index % 0x400)).repeat(100_000),
      'marks in a row': () => `x${'\u0315'.repeat(50_000)}${'\u0316'.repeat(50_000)}`,
      'signs that stand for many': () => '\uFDFA'.repeat(100_000),
      'new words': (index) =>
        Array.from({ length: 15_000 }, (_, at) => `w${(index * 15_000 + at).toString(36)}`).join(' '),
      Chinese: (index) =>
        Array.from({ length: 100_000 }, (_, at) =>
          String.fromCharCode(0x4e00 + ((index * 31 + at * 7_919) % 20_000)),
        ).join(''),
    };
    /** Characters and properties that were read, of all tools. */
    function worked(text: (index: number) => string, count: number): number {
      let [properties, normalizedCharacters] = [0, 0];
      const schema = new Proxy(
        {},
        {
          get: (_, key) => (key === 'description' ? 'what it is' : undefined),
        },
      );
      const tools = Array.from({ length: count }, (_, index) => {
        const said = text(index);
        const listed = new Proxy(
          Object.fromEntries(Array.from({ length: 500 }, (__, at) => [`p${at}`, schema])),
          {
            ownKeys: (target) => {
              properties += 500;
              return Reflect.ownKeys(target);
            },
          },
        );
        return tool(`s${index % 4}`, said, {
          wireName: `mcp__${index}`,
          title: said,
          description: said,
          inputSchema: { properties: listed },
        });
      });
      // What takes the most time of one character.
      const { normalize } = String.prototype;
      Reflect.set(String.prototype, 'normalize', function (this: string, form?: string) {
        normalizedCharacters += this.length;
        return normalize.call(this, form);
      });
      try {
        const index = indexOf(...tools);
        index.search(text(1), { limit: 10 });
      } finally {
        Reflect.set(String.prototype, 'normalize', normalize);
      }
      return properties + normalizedCharacters;
    }

    for (const [kind, text] of Object.entries(hostile))
      it(`reads a bounded part of each: ${kind}`, () => {
        const read = worked(text, 40);
        assert.ok(read < 40 * 10_000, String(read));
      });

    it('finds the tools of the other servers by their words, and its own by their names', () => {
      const bad = Array.from({ length: 200 }, (_, index) =>
        tool('bad', `bad_${index}`, { description: hostile['new words']?.(index) ?? '' }),
      );
      const index = indexOf(...bad, tool('good', 'forecast', { description: 'Tells the weather.' }));
      assert.deepEqual(names(index, 'how is the weather', 1), ['forecast']);
      assert.deepEqual(names(index, 'bad_199', 1), ['bad_199']);
    });
  });
});
