/** Slash commands in the composer: which prompts they mean, and how their arguments are asked for and sent. */
import assert from 'node:assert/strict';
import type { ChatMessage, PromptInfo } from '../../../src/protocol/index.ts';
import { matching, slashQuery } from '../../../src/webview/prompts/matching.ts';
import { PromptState } from '../../../src/webview/state/promptState.ts';
import { until } from '../until.ts';

const prompt = (server: string, name: string, over: Partial<PromptInfo> = {}): PromptInfo => ({
  server,
  name,
  arguments: [],
  ...over,
});
const city = { name: 'city', required: true };
const country = { name: 'country', required: false };

describe('a slash command', () => {
  it('is a draft that is nothing but a slash and a word', () => {
    assert.deepEqual(['/', '/ev.x', '/a b', 'x /a', '/a\n', ''].map(slashQuery), [
      '',
      'ev.x',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('means the prompts whose command begins like it first, then those that have it anywhere', () => {
    const all = [
      prompt('git', 'review', { title: 'Look at weather' }),
      prompt('maps', 'weather'),
      prompt('weather', 'now'),
      prompt('my-weather', 'then'),
    ];
    const names = (query: string) => matching(all, query).map(({ server, name }) => `${server}.${name}`);
    assert.deepEqual(names('WEA'), ['weather.now', 'maps.weather', 'my-weather.then', 'git.review']);
    assert.deepEqual(names(''), ['git.review', 'maps.weather', 'weather.now', 'my-weather.then']);
    assert.deepEqual(names('nothing'), []);
  });
});

describe('a prompt that is being filled in', () => {
  function setup(arguments_: PromptInfo['arguments']) {
    const posted: ChatMessage[] = [];
    const state = new PromptState((message) => void posted.push(message));
    const chosen = prompt('s', 'p', { arguments: arguments_ });
    state.choose(chosen, true);
    return { state, posted, chosen };
  }
  const asked = (posted: readonly ChatMessage[], count: number): Promise<void> =>
    until(() => posted.length >= count);

  it('runs at once when it wants nothing, unless a turn runs', () => {
    const { posted } = setup([]);
    assert.deepEqual(posted, [{ type: 'runPrompt', server: 's', name: 'p', args: {} }]);
    const busy: ChatMessage[] = [];
    new PromptState((message) => void busy.push(message)).choose(prompt('s', 'p'), false);
    assert.deepEqual(busy, []);
  });

  it('is not sent without what is required, nor with what was left empty', () => {
    const { state, posted } = setup([city, country]);
    state.run();
    assert.equal(state.chosen.value?.problem, '"city" is required.');
    state.write('city', 'Oslo');
    assert.equal(state.chosen.value?.problem, undefined);
    state.run();
    assert.deepEqual(posted, [{ type: 'runPrompt', server: 's', name: 'p', args: { city: 'Oslo' } }]);
  });

  it('stays as it is when the server refuses it, and is gone when it runs', () => {
    const { state } = setup([city]);
    state.write('city', 'Oslo');
    state.run();
    state.ran('No.', assert.fail);
    assert.deepEqual(state.chosen.value?.values, { city: 'Oslo' });
    assert.equal(state.chosen.value?.problem, 'No.');
    state.run();
    let done = false;
    state.ran(undefined, () => (done = true));
    assert.deepEqual([state.chosen.value, done], [undefined, true]);
  });

  it('keeps what was typed when it is closed and chosen again', () => {
    const { state, chosen } = setup([city]);
    state.write('city', 'Oslo');
    state.close();
    state.choose(chosen, true);
    assert.deepEqual(state.chosen.value?.values, { city: 'Oslo' });
  });

  it('asks the server once typing rests, and shows no answer that comes late', async () => {
    const { state, posted } = setup([city, country]);
    state.write('country', 'Norway');
    state.write('city', 'O');
    state.ask('city');
    state.write('city', 'Os');
    state.ask('city');
    await asked(posted, 1);
    const [question] = posted;
    assert.ok(question?.type === 'complete');
    assert.deepEqual([question.value, question.others], ['Os', { country: 'Norway' }]);
    state.ask('city');
    await asked(posted, 2);
    state.suggest(question.request, ['late']);
    assert.equal(state.suggestions.value, undefined);
    state.suggest(question.request + 1, ['Oslo']);
    assert.deepEqual(state.suggestions.value, { argument: 'city', values: ['Oslo'] });
    state.forgetSuggestions();
    state.suggest(question.request + 1, ['Oslo']);
    assert.equal(state.suggestions.value, undefined);
    assert.equal(posted.length, 2);
  });
});
