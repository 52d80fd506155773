/** Endpoints with names, and what is sent to them. */
import assert from 'node:assert/strict';
import { abilitiesOf, listModels, parseProfiles, resolveEndpoint } from '../../../../src/models/index.ts';
import { errorReply } from '../../../fixtures/endpoint.ts';
import { modelErrorOf, useEndpoints } from '../support.ts';
import { defined } from '../../defined.ts';

describe('model profiles', () => {
  const start = useEndpoints();
  const { signal } = new AbortController();

  it('are read as the user wrote them', () => {
    const baseUrl = ' https://models.example/v1 ';
    const headers = { 'X-Team': '${secret:team}' };
    const abilities = { contextWindow: 8000, images: false, parallelCalls: false, schema: 'plain' };
    const more = { model: 'm', headers, toolCalling: false, ...abilities };
    assert.deepEqual(defined(parseProfiles({ Work: { baseUrl, ...more }, Home: { baseUrl, model: ' ' } })), [
      {
        kind: 'profile',
        name: 'Work',
        profile: {
          name: 'Work',
          baseURL: 'https://models.example/v1',
          model: 'm',
          headers: { 'x-team': '${secret:team}' },
          toolCalling: false,
          contextWindow: 8000,
          images: false,
          parallelCalls: false,
          schema: 'plain',
        },
      },
      {
        kind: 'profile',
        name: 'Home',
        profile: { name: 'Home', baseURL: 'https://models.example/v1', headers: {}, toolCalling: true },
      },
    ]);
  });

  it('have a price for the model that they name, without a name for each', async () => {
    const profile = { baseUrl: 'https://models.example/v1', price: { input: 1, output: 2, model: 'other' } };
    const entries = parseProfiles({ one: { ...profile, model: ' m ' }, each: { ...profile, model: ' ' } });
    const prices = entries.map(async (entry) => {
      if (entry.kind === 'broken') throw new Error('A profile is broken.');
      const endpoint = { ...entry.profile, model: 'm' };
      return (await resolveEndpoint(endpoint, {}, async () => undefined)).price;
    });
    assert.deepEqual(await Promise.all(prices), [
      { input: 1, output: 2, model: 'm' },
      { input: 1, output: 2, model: undefined },
    ]);
  });

  it('contain no abilities that are usual or invalid', () => {
    const usual = { images: true, schema: 'auto', contextWindow: null, parallelCalls: null };
    assert.deepEqual(defined([abilitiesOf(usual), abilitiesOf({ schema: 'odd', images: 'no' })]), [{}, {}]);
  });

  it('say what is wrong with one, and the others stay', () => {
    const baseUrl = 'https://models.example/v1';
    const broken = { a: 1, b: {}, c: { baseUrl, headers: { x: 1 } }, d: { baseUrl } };
    const kinds = parseProfiles(broken).map((entry) =>
      entry.kind === 'broken' ? /baseUrl|headers|object/.exec(entry.why.english)?.[0] : entry.kind,
    );
    assert.deepEqual(kinds, ['object', 'baseUrl', 'headers', 'profile']);
    assert.deepEqual([parseProfiles(undefined), parseProfiles([{ baseUrl }])], [[], []]);
  });

  it('send their headers, which no error repeats', async () => {
    const { baseURL, requests } = await start([errorReply(400, { error: { message: 'No: team-secret-1' } })]);
    const settings = { baseURL, model: 'm', headers: { 'x-team': 'team-secret-1' } };
    const endpoint = await resolveEndpoint(settings, {}, async () => undefined);
    const error = await modelErrorOf(listModels({ ...endpoint, signal }));
    assert.equal(requests[0]?.headers['x-team'], 'team-secret-1');
    assert.doesNotMatch(`${error.message} ${error.detail} ${String(error.cause)}`, /team-secret/);
    assert.match(error.message, /No: •••/);
  });
});
