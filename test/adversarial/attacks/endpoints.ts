/** Model endpoints that want more than the conversation, or say what no model says. */
import { runCalls } from '../../../src/agent/turn/calls.ts';
import type { ToolResult, Tool } from '../../../src/tools/index.ts';
import { createClient } from '../../../src/models/openai/client.ts';
import { endpointFetch } from '../../../src/models/openai/endpointFetch.ts';
import { resolveConnection } from '../../../src/models/openai/endpoint.ts';
import { explainModelFailure } from '../../../src/models/failures/failure.ts';
import { retryPolicy, withRetries } from '../../../src/models/retries.ts';
import { redactKey, redactedCause } from '../../../src/models/failures/redaction.ts';
import { content } from '../../../src/base/common/message.ts';
import { ModelError } from '../../../src/models/failures/errors.ts';
import { WireDecoder } from '../../../src/models/answer/wire.ts';
import type { ChatModel } from '../../../src/models/index.ts';
import type { AttackClass, Defence } from '../attack.ts';
import { unlessRefused } from '../scratch.ts';

const environmentKey: Defence = {
  title: 'the environment’s key goes to the environment’s endpoint alone',
  file: 'src/models/openai/endpoint.ts',
  name: 'resolveConnection.environmentKey',
  as: '$consequent',
};
const storedKey: Defence = {
  title: 'a stored key goes to the origin it was stored for',
  file: 'src/models/openai/endpoint.ts',
  name: 'keyOrigin',
  at: 'return .argument',
  as: '$object.hostname.split(".").slice(-2).join(".")',
};
const urlScheme: Defence = {
  title: 'the scheme of a base URL',
  file: 'src/models/openai/endpoint.ts',
  name: 'parseBaseURL',
  at: '&& url',
  as: '',
};
const urlUser: Defence = {
  title: 'no user name in a base URL',
  file: 'src/models/openai/endpoint.ts',
  name: 'parseBaseURL',
  at: 'condition username',
  as: 'false',
};
const strayHeaders: Defence = {
  title: 'headers of the environment are not sent',
  file: 'src/models/openai/client.ts',
  name: 'createClient',
  at: 'spread strayHeaders',
  as: '',
};
const organization: Defence = {
  title: 'the organisation of the environment is not sent',
  file: 'src/models/openai/client.ts',
  name: 'createClient',
  at: 'property organization',
  as: '',
};
const redirect: Defence = {
  title: 'redirects to another origin are not followed',
  file: 'src/models/openai/endpointFetch.ts',
  name: 'endpointFetch',
  at: 'condition url',
  as: '!next',
};
const circles: Defence = {
  title: 'the number of redirects',
  file: 'src/models/openai/endpointFetch.ts',
  name: 'endpointFetch',
  at: 'condition count .right',
  as: '60',
};
const errorBody: Defence = {
  title: 'the size of an error’s body',
  file: 'src/models/openai/endpointFetch.ts',
  name: 'endpointFetch',
  at: 'conditional ok',
  as: '$consequent',
};
const redactedKey: Defence = {
  title: 'the key is taken out of texts',
  file: 'src/models/failures/redaction.ts',
  name: 'redactKey',
  at: 'call text',
  as: '$1',
};
const redactedEncoded: Defence = {
  title: 'secrets are found behind escapes',
  file: 'src/base/common/redactor.ts',
  name: 'Redactor.text',
  at: 'conditional',
  as: '$consequent',
};
const redactedBase64: Defence = {
  title: 'secrets are found in base64 and hexadecimal',
  file: 'src/base/common/redactor.ts',
  name: 'Redactor.addValue',
  at: 'spread isSecret',
  as: '',
};
const redactedHeaders: Defence = {
  title: 'the values of headers are taken out of texts',
  file: 'src/models/failures/redaction.ts',
  name: 'redactKey',
  at: 'spread Object',
  as: '',
};
const copiedCause: Defence = {
  title: 'causes of errors are copies without what the endpoint sent',
  file: 'src/models/failures/redaction.ts',
  name: 'redactedCause',
  as: '(error) => error',
};
const longWait: Defence = {
  title: 'the longest wait before a request is made again',
  file: 'src/models/retries.ts',
  name: 'withRetries',
  at: 'operand waited',
  as: '',
};
const attempts: Defence = {
  title: 'the number of further attempts',
  file: 'src/models/retries.ts',
  name: 'retryWait',
  at: 'if attempt',
  as: '',
};
const unknownTool: Defence = {
  title: 'only tools of the step are called',
  file: 'src/agent/turn/calls.ts',
  name: 'runCall.tool',
  as: '$it ?? [...$object.values()][0]',
};
const objectArguments: Defence = {
  title: 'arguments are an object',
  file: 'src/agent/turn/calls.ts',
  name: 'parseArguments',
  at: 'if args',
  as: 'return { args: args as Record<string, unknown> };',
};
const answerLength: Defence = {
  title: 'the length of an answer',
  file: 'src/models/answer/wire.ts',
  name: 'WireDecoder.take',
  at: 'if answer',
  as: '',
};
const refusedCall: Defence = {
  title: 'a call that the user refused does not run',
  file: 'src/agent/turn/calls.ts',
  name: 'runAllowed',
  at: 'condition verdict',
  as: 'false',
};
const stoppedCall: Defence = {
  title: 'a call whose turn was stopped while it was looked at does not run',
  file: 'src/agent/turn/calls.ts',
  name: 'runAllowed',
  at: 'if signal #2/3',
  as: '',
};

const KEY = 'sk-user-key-4711/+';
const credentials = { apiKey: KEY, headers: { 'x-team': 'team-secret-4711' } };

/** The requests that are made for one to `https://model.example/v1/chat`, answered one after the other. */
async function requested(
  ...answers: readonly (() => Response)[]
): Promise<{ readonly urls: readonly string[]; readonly text: string }> {
  const urls: string[] = [];
  const base = (input: unknown) => {
    urls.push(String(input));
    const answer = answers[Math.min(urls.length, answers.length) - 1];
    return Promise.resolve(answer?.() ?? new Response('ok'));
  };
  const response = await unlessRefused(() =>
    endpointFetch({ baseURL: 'https://model.example/v1' }, base as typeof fetch)(
      'https://model.example/v1/chat',
      {
        method: 'POST',
        body: 'the conversation',
        headers: { 'x-team': 'team-secret-4711' },
      },
    ),
  );
  return { urls, text: (await response?.text().catch(() => '')) ?? '' };
}
const redirectTo =
  (location: string, status = 307) =>
  () =>
    new Response(null, { status, headers: { location } });
const leaves = ({ urls }: { readonly urls: readonly string[] }): boolean =>
  urls.some((url) => new URL(url).origin !== 'https://model.example');

const keyFor = async (
  baseURL: string,
  environment: object = {},
  stored: Readonly<Record<string, string>> = {},
) =>
  (
    await unlessRefused(() =>
      resolveConnection({ baseURL }, environment, (origin) => Promise.resolve(stored[origin])),
    )
  )?.apiKey;

/** The headers of a request of the client, with these variables in the environment. */
async function headersWith(environment: Readonly<Record<string, string>>): Promise<Headers> {
  Object.assign(process.env, environment);
  let sent = new Headers();
  try {
    const client = await createClient({
      baseURL: 'https://model.example/v1',
      fetch: (_, init) => {
        sent = new Headers(init?.headers);
        return Promise.resolve(Response.json({ data: [] }));
      },
    });
    await unlessRefused(async () => client.models.list());
  } finally {
    for (const name of Object.keys(environment)) Reflect.deleteProperty(process.env, name);
  }
  return sent;
}

/** Runs one call of a model. Tells whether a tool ran, and with what. */
async function ran(
  call: { readonly name: string; readonly argsText: string },
  verdict: 'allowed' | 'refused' | 'stopped' = 'allowed',
): Promise<readonly unknown[]> {
  const runs: unknown[] = [];
  const stop = new AbortController();
  const tool = {
    name: 'delete_file',
    source: { kind: 'native' },
    inputSchema: { type: 'object' },
    hints: {},
    call: (args: unknown): Promise<ToolResult> => {
      runs.push(args);
      return Promise.resolve({ status: 'success', content: [] });
    },
  } as unknown as Tool;
  await runCalls({
    step: 1,
    calls: [{ id: 'a', ...call }],
    tools: new Map([['delete_file', tool]]),
    signal: stop.signal,
    onEvent: () => undefined,
    approve: () => {
      if (verdict === 'stopped') stop.abort();
      return Promise.resolve(
        verdict === 'refused'
          ? {
              kind: 'ask',
              approval: () => Promise.resolve({ changed: false, says: [], coverages: [] }),
              ask: () => Promise.resolve({ allowed: false, reason: '' }),
            }
          : { kind: 'allowed', approved: [] },
      );
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  return runs;
}

/** How often a model is asked, and how long is waited, if it is ever overloaded; at most 20 times. */
async function asked(retryAfter?: number): Promise<{ readonly times: number; readonly waitedMs: number }> {
  let times = 0;
  let waitedMs = 0;
  const model: ChatModel = {
    name: 'm',
    // oxlint-disable-next-line require-yield -- it fails before it says anything
    async *stream() {
      times += 1;
      if (times > 20) return;
      await Promise.resolve();
      throw new ModelError('server', 'overloaded', {
        transient: content('overloaded'),
        ...(retryAfter !== undefined && { retryAfter }),
      });
    },
  } as unknown as ChatModel;
  const retrying = withRetries(model, retryPolicy, {
    wait: (ms) => Promise.resolve((waitedMs += ms)),
    random: () => 0.5,
  });
  await unlessRefused(async () => {
    for await (const _ of retrying.stream({ messages: [], tools: [] }, new AbortController().signal));
  });
  return { times, waitedMs };
}

export const attacks: AttackClass = {
  title: 'Model endpoints',
  attacks: [
    {
      title: 'A base URL of a stranger collects the key of the environment',
      defences: [environmentKey],
      succeeds: async () => (await keyFor('https://evil.example/v1', { OPENAI_API_KEY: KEY })) === KEY,
    },
    {
      title: 'A base URL with the right host and another port collects a stored key',
      defences: [storedKey],
      succeeds: async () =>
        (await keyFor(
          'https://sub.model.example:8443/v1',
          {},
          { 'https://model.example': KEY, 'model.example': KEY },
        )) === KEY,
    },
    {
      title: 'A base URL without encryption collects the key that was stored for the encrypted one',
      defences: [storedKey],
      succeeds: async () =>
        (await keyFor(
          'http://model.example/v1',
          {},
          { 'https://model.example': KEY, 'model.example': KEY },
        )) === KEY,
    },
    {
      title: 'A base URL is of a scheme that encrypts nothing and asks nobody',
      defences: [urlScheme],
      succeeds: () =>
        unlessRefused(() =>
          resolveConnection({ baseURL: 'ftp://evil.example/v1' }, {}, () => Promise.resolve('x')),
        ).then((found) => found !== undefined),
    },
    {
      title: 'A base URL carries a user name that looks like a known host',
      defences: [urlUser],
      succeeds: () =>
        unlessRefused(() =>
          resolveConnection({ baseURL: 'https://api.openai.com@evil.example/' }, {}, () =>
            Promise.resolve(undefined),
          ),
        ).then((found) => found !== undefined),
    },
    {
      title: 'Headers that the environment has for another endpoint are sent to this one',
      defences: [strayHeaders],
      succeeds: async () =>
        (await headersWith({ OPENAI_CUSTOM_HEADERS: 'x-admin-token: 4711' })).get('x-admin-token') !== null,
    },
    {
      title: 'The organisation of the environment is told to whatever endpoint is set',
      defences: [organization],
      succeeds: async () =>
        (await headersWith({ OPENAI_ORG_ID: 'org-4711' })).get('openai-organization') !== null,
    },
    {
      title: 'An endpoint redirects the conversation to another host',
      defences: [redirect],
      succeeds: async () => leaves(await requested(redirectTo('https://evil.example/v1/chat'))),
    },
    {
      title: 'An endpoint redirects the conversation to another port of its host',
      defences: [redirect],
      succeeds: async () => leaves(await requested(redirectTo('https://model.example:8443/v1/chat'))),
    },
    {
      title: 'An endpoint redirects the conversation to its host without encryption',
      defences: [redirect],
      succeeds: async () => leaves(await requested(redirectTo('http://model.example/v1/chat', 308))),
    },
    {
      title: 'An endpoint redirects within its host first and then to another one',
      defences: [redirect],
      succeeds: async () =>
        leaves(await requested(redirectTo('/v2/chat'), redirectTo('//evil.example/v1/chat'))),
    },
    {
      title: 'An endpoint redirects for ever',
      defences: [circles],
      succeeds: async () => (await requested(redirectTo('/v1/chat'))).urls.length > 30,
    },
    {
      title: 'An endpoint refuses with an error of many megabytes',
      defences: [errorBody],
      succeeds: async () =>
        (await requested(() => new Response('x'.repeat(5_000_000), { status: 500 }))).text.length > 2_000_000,
    },
    {
      title: 'An endpoint repeats the key in its error, which is shown and logged',
      defences: [redactedKey],
      succeeds: () => redactKey(`Incorrect API key provided: ${KEY}.`, credentials).includes(KEY),
    },
    {
      title: 'An endpoint repeats the key in an address',
      defences: [redactedEncoded],
      succeeds: () =>
        redactKey(`GET /?key=${encodeURIComponent(KEY)}`, credentials).includes(encodeURIComponent(KEY)),
    },
    {
      title: 'An endpoint repeats the key as JSON within JSON',
      defences: [redactedEncoded],
      succeeds: () => {
        const twice = JSON.stringify(JSON.stringify({ key: KEY }).replaceAll('/', '\\/'));
        return redactKey(twice, credentials).includes('sk-user-key');
      },
    },
    {
      title: 'A program prints the key in base64, as headers of Basic authentication have it',
      defences: [redactedBase64],
      succeeds: () => {
        const header = Buffer.from(`user:${KEY}`).toString('base64');
        return Buffer.from(redactKey(header, credentials), 'base64').toString().includes('user-key');
      },
    },
    {
      title: 'A program dumps the key in hexadecimal',
      defences: [redactedBase64],
      succeeds: () => {
        const dump = Buffer.from(KEY).toString('hex');
        return redactKey(dump, credentials) === dump;
      },
    },
    {
      title: 'An endpoint repeats the value of a header',
      defences: [redactedHeaders],
      succeeds: () =>
        explainModelFailure(new Error('no such team: team-secret-4711'), {
          baseURL: 'https://m.example',
          ...credentials,
        }).message.includes('team-secret-4711'),
    },
    {
      title: 'The cause of an error carries the endpoint’s headers and the key into the log',
      defences: [copiedCause],
      succeeds: () => {
        const error = Object.assign(new Error('401'), { headers: { authorization: `Bearer ${KEY}` } });
        return JSON.stringify(Object.entries(redactedCause(error, credentials) ?? {})).includes(KEY);
      },
    },
    {
      title: 'An endpoint has a turn wait for an hour',
      defences: [longWait],
      succeeds: async () => (await asked(3_600_000)).waitedMs > 600_000,
    },
    {
      title: 'An endpoint is overloaded for ever and is asked for ever',
      defences: [attempts, longWait],
      succeeds: async () => (await asked()).times > 15,
    },
    {
      title: 'A model calls a tool that it was not given',
      defences: [unknownTool],
      succeeds: async () => (await ran({ name: 'run_anything', argsText: '{}' })).length > 0,
    },
    {
      title: 'A model’s arguments are a list, which a tool takes for none',
      defences: [objectArguments],
      succeeds: async () => (await ran({ name: 'delete_file', argsText: '["/"]' })).length > 0,
    },
    {
      title: 'A call runs although the user refused it',
      defences: [refusedCall],
      succeeds: async () => (await ran({ name: 'delete_file', argsText: '{}' }, 'refused')).length > 0,
    },
    {
      title: 'A call runs although the user stopped the turn while it was looked at',
      defences: [stoppedCall],
      succeeds: async () => (await ran({ name: 'delete_file', argsText: '{}' }, 'stopped')).length > 0,
    },
    {
      title: 'An endpoint sends small events without an end',
      defences: [answerLength],
      succeeds: () => {
        const decoder = new WireDecoder({ event: 1_000, answer: 10_000 });
        const bytes = new TextEncoder().encode(`data: {"a":"${'x'.repeat(500)}"}\n\n`);
        let values = 0;
        for (let index = 0; index < 100; index += 1)
          values += decoder.push(bytes).filter(({ kind }) => kind === 'value').length;
        return values > 50;
      },
    },
  ],
};
