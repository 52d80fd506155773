/** A request begins with the bytes of the one before, which endpoints have in their caches (issue 17, E4). */
import assert from 'node:assert/strict';
import { onEngineChange } from '../../../fixtures/engineChanges.ts';
import { observableValue } from '../../../../src/base/common/observable.ts';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Conversation, type Approve } from '../../../../src/agent/index.ts';
import { Engine } from '../../../../src/engine.ts';
import { createOpenAiModel } from '../../../../src/models/index.ts';
import type { NativeTool } from '../../../../src/tools/index.ts';
import {
  apis,
  callsReply,
  startEndpoint,
  textReply,
  type Script,
  type ScriptedEndpoint,
  type SeenRequest,
} from '../../../fixtures/endpoint.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { bareEngine } from '../../../fixtures/bareEngine.ts';

for (const api of apis)
  describe(`the requests of a conversation (${api})`, () => {
    let root: string;
    let engine: Engine;
    let endpoint: ScriptedEndpoint;
    let conversation: Conversation;

    beforeEach(async () => {
      root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-prefix-')));
      await write('shop/AGENTS.md', 'Use pnpm.');
      await write('shop/src/AGENTS.md', 'Two spaces.');
      await write(
        'shop/.agents/skills/pdf/SKILL.md',
        '---\nname: pdf\ndescription: Forms.\n---\nFill it in.',
      );
      const shared = {
        folders: () => [{ name: 'shop', path: join(root, 'shop') }],
        userFolder: join(root, 'home'),
        isSensitive: () => false,
      };
      engine = new Engine({
        ...bareEngine(),
        nativeTools: () => [readFile()],
        plan: observableValue(true),
        instructions: () => ({ ...shared, sources: () => ['agents', 'nested'] }),
        skills: () => ({ ...shared, sources: () => ['agents'] }),
      });
      conversation = new Conversation('c');
    });

    afterEach(async () => {
      await engine.dispose();
      await endpoint.close();
      await rm(root, { recursive: true, force: true });
    });

    async function write(name: string, text: string): Promise<void> {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), text);
    }

    const readFile = (): NativeTool => ({
      name: 'read_file',
      title: 'Read file',
      description: 'Reads.',
      inputSchema: { type: 'object' },
      hints: { readOnly: true },
      permission: 'free',
      run: () =>
        Promise.resolve({ content: [{ type: 'text', text: 'code' }], files: [join(root, 'shop/src/a.ts')] }),
    });

    async function turn(text: string, approve: Approve, toolBudget?: number): Promise<void> {
      conversation.append({ role: 'user', text });
      await engine.turns.run({
        conversation,
        model: createOpenAiModel({
          baseURL: endpoint.baseURL,
          api,
          model: 'scripted',
          canCallTools: true,
          request: { cache: 'key' },
        }),
        maxIterations: 10,
        maxResultTokens: 200,
        graceMs: 10_000,
        ...(toolBudget !== undefined && { toolBudget }),
        approve,
        signal: new AbortController().signal,
        onEvent: () => undefined,
      });
    }

    const allow: Approve = () => Promise.resolve({ kind: 'allowed', approved: [] });
    const changed = (isDone: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!isDone()) return;
          subscription.dispose();
          resolve();
        };
        const subscription = onEngineChange(engine, check);
        check();
      });
    const call = (name: string, args: object = {}, id = name) => ({ id, name, args });

    /** As it was sent: parsing and writing again must not hide a difference. */
    const sent = ({ body, raw }: SeenRequest) => {
      const parts = body as Readonly<Record<string, unknown>>;
      const text = (name: string, value: unknown): string => {
        const written = JSON.stringify(value);
        assert.ok(raw.includes(`"${name}":${written}`), `${name} is not in the body as it is parsed`);
        return written;
      };
      const list = (parts[api === 'chat' ? 'messages' : 'input'] ?? []) as readonly unknown[];
      const messages = text(api === 'chat' ? 'messages' : 'input', list);
      const system = api === 'chat' ? JSON.stringify(list[0]) : text('instructions', parts['instructions']);
      const rest = api === 'chat' ? JSON.stringify(list.slice(1)) : messages;
      const { tools, messages: _, input: __, instructions: ___, ...fields } = parts;
      return { tools: text('tools', tools), system, rest, fields: JSON.stringify(fields) };
    };
    const namesIn = ({ chat }: SeenRequest): string[] =>
      (chat.tools as { function: { name: string } }[]).map((tool) => tool.function.name);

    /** `mayChange`: the requests whose system message may be another one. */
    function checkPrefixes(mayChange: readonly number[]): void {
      const bodies = endpoint.requests.map(sent);
      for (const [index, now] of bodies.entries()) {
        const before = bodies[index - 1];
        if (!before) continue;
        assert.ok(now.tools.startsWith(before.tools.slice(0, -1)), `tools of request ${index}`);
        assert.ok(now.rest.startsWith(before.rest.slice(0, -1)), `messages of request ${index}`);
        assert.equal(now.fields, before.fields);
        assert.match(now.fields, /"prompt_cache_key":"[0-9a-f]{32}"/);
        if (mayChange.includes(index))
          assert.notEqual(now.tools, before.tools, 'the cache is lost once, not twice');
        else assert.equal(now.system, before.system, `system message of request ${index}`);
      }
    }

    it('begin with the bytes of the one before, whatever connects, is cut, or is read meanwhile', async () => {
      const long = 'word '.repeat(600);
      const script: Script = [
        callsReply([call('mcp__shuffle__shuffle'), call('mcp__demo__echo', { text: long })]),
        callsReply([call('mcp__demo__echo', { text: 'wait' })]),
        callsReply([
          call('read_result', { call_id: 'x' }),
          call('read_file'),
          call('load_skill', { name: 'pdf' }),
        ]),
        textReply('One.'),
        callsReply([call('mcp__late__other')]),
        textReply('Two.'),
        textReply('Three.'),
      ];
      endpoint = await startEndpoint(script);
      engine.configure({
        late: { ...fixtureCommand('misbehaving', 'shuffling'), enabled: false },
        shuffle: fixtureCommand('misbehaving', 'shuffling'),
        demo: fixtureCommand('misbehaving', 'die-in-call'),
      });
      let asked = 0;
      await turn('First.', async (tool, ...rest) => {
        if (tool.name === 'echo' && (asked += 1) === 2) {
          const shuffled = (): string[] => [...engine.tools.snapshot().keys()];
          await changed(() => {
            const names = shuffled();
            return names.indexOf('mcp__shuffle__shuffle') < names.indexOf('mcp__shuffle__echo');
          });
          await engine.manager.server('late')?.connect();
        }
        return allow(tool, ...rest);
      });
      await turn('Second.', allow);
      await turn('Third.', allow);
      assert.equal(endpoint.requests.length, 7);
      checkPrefixes([2]);
      const [first, second, third] = endpoint.requests.map(namesIn);
      assert.equal(first?.at(-1), 'read_result');
      assert.deepEqual(second, first);
      assert.deepEqual(third?.slice(0, second?.length), second);
      assert.deepEqual(third?.slice(second?.length), [
        'mcp__late__echo',
        'mcp__late__other',
        'mcp__late__shuffle',
      ]);
      // Its instructions come with its tools, after those that were there.
      assert.match(endpoint.requests[2]?.raw ?? '', /server name=..shuffle.*server name=..late/);
      const all = engine.tools.snapshot();
      assert.ok([...all.keys()].indexOf('mcp__late__echo') < [...all.keys()].indexOf('mcp__demo__echo'));
    });

    it('begin with the bytes of the one before where tools are searched, in the turns after it, too', async () => {
      const search = (id: string) => callsReply([call('search_tools', { query: 'echo' }, id)]);
      endpoint = await startEndpoint([
        search('a'),
        callsReply([call('mcp__demo__echo', { text: 'x' })]),
        textReply('One.'),
        search('b'),
        // A tool that no request has carried, and a search after it.
        callsReply([call('mcp__shuffle__other')]),
        search('c'),
        textReply('Two.'),
      ]);
      engine.configure({
        shuffle: fixtureCommand('misbehaving', 'shuffling'),
        demo: fixtureCommand('misbehaving', 'die-in-call'),
      });
      await turn('First.', allow, 0);
      await turn('Second.', allow, 0);
      assert.equal(endpoint.requests.length, 7);
      checkPrefixes([]);
      const names = endpoint.requests.map(namesIn);
      assert.ok(names[4]?.includes('mcp__demo__echo'));
      assert.equal(names[4]?.includes('mcp__shuffle__other'), false);
      assert.equal(names[5]?.at(-1), 'mcp__shuffle__other');
      assert.deepEqual(names[6], names[5]);
    });
  });
