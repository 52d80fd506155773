/** `node headless.cjs job.json` runs a turn without an editor, for benchmarks, tests, CI. Prints JSON lines. */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { content } from './base/common/message.ts';
import { settings, settingValue } from './contributions/index.ts';
import { Engine } from './engine.ts';
import { addUsage, Conversation } from './agent/index.ts';
import { createOpenAiModel } from './models/index.ts';
import {
  pastedAuthorization,
  type Authorization,
  type VariableValue,
  type Folder,
  type ServerState,
} from './mcp/index.ts';
import {
  classifySensitive,
  fetchPageTool,
  type NativeTool,
  type PageFetcher,
  type Preferences,
} from './tools/index.ts';
import { Emitter } from './base/common/event.ts';
import { observableValue } from './base/common/observable.ts';
import { efforts, type Usage } from './protocol/index.ts';

declare const PATCHBAY_VERSION: string;

const jobSchema = z.object({
  baseURL: z.url(),
  apiKey: z.string().optional(),
  model: z.string().min(1),
  canCallTools: z.boolean().default(true),
  effort: z.enum(efforts).optional(),
  /** The same as `patchbay.model.request`. */
  request: z.record(z.string(), z.unknown()).default({}),
  /** The same as `patchbay.model.api`. */
  api: z.enum(['auto', 'chat', 'responses']).default('auto'),
  /** The same as `price` of a profile: US dollars for a million tokens. */
  price: z.record(z.string(), z.number().nonnegative()).optional(),
  /** The same as `patchbay.servers` in settings.json. */
  servers: z.record(z.string(), z.unknown()).default({}),
  inputs: z.record(z.string(), z.string()).default({}),
  secrets: z.record(z.string(), z.string()).default({}),
  /** True if somebody is there to sign in. They get an address, and paste the one that the browser ends at. */
  signIn: z.boolean().default(false),
  prompt: z.string().min(1),
  workspaceFolders: z.array(z.string()).default([]),
  /** The same as `patchbay.skills.sources` and `patchbay.instructions.sources`, but with no sources by default. */
  skills: z.array(z.enum(settings['skills.sources'].items.enum)).default([]),
  instructions: z.array(z.enum(settings['instructions.sources'].items.enum)).default([]),
  /** Hosts, with their ports, whose pages `fetch_page` may read. Without any, the tool does not exist. */
  webHosts: z.array(z.string()).default([]),
  /** The same as `patchbay.web.allowPrivateAddresses`. */
  webPrivate: z.boolean().default(false),
  /** The same as `patchbay.agent.plan`. */
  plan: z.boolean().default(false),
  /** The same as the settings of these names, with their bounds and defaults. */
  maxIterations: z.number().optional(),
  /** The model's context window in tokens; the endpoint is asked if absent. */
  contextWindow: z.number().positive().optional(),
  maxResultTokens: z.number().optional(),
  toolBudget: z.number().optional(),
  alwaysSend: z.array(z.string()).default([]),
  serverGrace: z.number().optional(),
});

type Job = z.infer<typeof jobSchema>;

async function main(path: string | undefined): Promise<number> {
  const job = await readJob(path);
  const stop = new AbortController();
  const onSignal = (): void => stop.abort(new Error('Interrupted.'));
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const engine = createEngine(job);
  try {
    return await run(engine, job, stop.signal);
  } finally {
    await engine.dispose();
  }
}

async function readJob(path: string | undefined): Promise<Job> {
  if (path === undefined) throw new Error('usage: node headless.cjs job.json');
  const parsed = jobSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(`${path} is not a valid job: ${z.prettifyError(parsed.error)}`);
}

function createEngine(job: Job): Engine {
  const folders = job.workspaceFolders.map(toFolder);
  const files = {
    folders: () => folders,
    userFolder: join(homedir(), '.patchbay'),
    isSensitive: (path: string) => classifySensitive(path) !== undefined,
  };
  const memory = new Map<string, unknown>();
  const preferences: Preferences = {
    get: (key) => memory.get(key),
    set: (key, value) => void memory.set(key, value),
  };
  return new Engine({
    version: PATCHBAY_VERSION,
    // The bundle of this file is in the folder `dist` of the installation.
    installFolder: join(dirname(process.argv[1] ?? ''), '..'),
    workspace: { folders: () => folders, onDidChangeFolders: new Emitter().event },
    memory: { recall: () => undefined, remember: () => undefined },
    preferences,
    rules: { workspace: preferences, always: preferences },
    instructions: () => ({ ...files, sources: () => job.instructions }),
    opening: { ...files, now: () => new Date() },
    nativeTools: ({ pages }) => (job.webHosts.length > 0 ? [pageTool(job, pages)] : []),
    plan: observableValue(job.plan),
    skills: () => ({ ...files, sources: () => job.skills }),
    // All values count as secret, because an input may be a password.
    variables: {
      input: (id) => Promise.resolve(given(job.inputs, id, 'inputs')),
      secret: (name) => Promise.resolve(given(job.secrets, name, 'secrets')),
    },
    authorization: job.signIn ? signInByPasting() : undefined,
    openLog: (server) => ({
      append: (level, from, text) => print({ type: 'log', server, level, from, text }),
    }),
  });
}

function signInByPasting(): Authorization {
  return pastedAuthorization({
    show: (server, url) => print({ type: 'signIn', server, url }),
    lines: () => createInterface({ input: process.stdin }),
  });
}

/** Nobody can be asked, so the job says which hosts may be read. */
function pageTool({ webHosts, webPrivate }: Job, pages: PageFetcher): NativeTool {
  const tool = fetchPageTool(pages, () => webPrivate);
  return {
    ...tool,
    run: (args, context) => {
      const host = tool.hostOf(args);
      if (host !== undefined && !webHosts.includes(host))
        throw new Error(`The job does not allow pages of ${host}: its "webHosts" do not name it.`);
      return tool.run(args, context);
    },
  };
}

function given(values: Readonly<Record<string, string>>, name: string, where: string): VariableValue {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value === undefined
    ? {
        kind: 'none',
        why: content(`the job's "${where}" do not give it.`),
        next: content(`Add "${name}" to "${where}".`),
      }
    : { kind: 'value', value, secret: true };
}

function toFolder(path: string): Folder {
  const absolute = resolve(path);
  return { uri: pathToFileURL(absolute).href, name: basename(absolute), path: absolute };
}

async function run(engine: Engine, job: Job, signal: AbortSignal): Promise<number> {
  engine.manager.onDidChange((servers) => {
    for (const name of servers) {
      const server = engine.manager.server(name);
      if (server) print({ type: 'server', server: name, ...describeState(server.state) });
    }
  });
  engine.configure(job.servers);
  for (const { name, problems } of engine.manager.invalid)
    print({ type: 'server', server: name, state: 'invalid', problems });

  let spent: Usage | undefined;
  const conversation = new Conversation('headless', {
    onSpent: (usage) => {
      spent = addUsage(spent, usage);
    },
  });
  conversation.append({ role: 'user', text: job.prompt });
  const { model, canCallTools, maxIterations, maxResultTokens, serverGrace } = job;
  const { api, effort, request, price, baseURL, apiKey, contextWindow, toolBudget, alwaysSend } = job;
  let answered = false;
  await engine.turns.run({
    conversation,
    model: createOpenAiModel({
      baseURL,
      model,
      canCallTools,
      contextWindow,
      ...(api !== 'auto' && { api }),
      request: { ...request, ...(effort && { effort }) },
      ...(price && { price }),
      ...(apiKey !== undefined && { apiKey }),
    }),
    maxResultTokens: settingValue('maxResultTokens', maxResultTokens),
    toolBudget: settingValue('tools.budget', toolBudget),
    alwaysSend,
    maxIterations: settingValue('maxIterations', maxIterations),
    graceMs: settingValue('serverGrace', serverGrace),
    // Nobody can be asked: the job says which servers it has.
    approve: async (tool, args) => ({
      kind: 'allowed',
      approved: (await tool.approvalNeed(args)).reasons,
    }),
    signal,
    onEvent: (event) => {
      if (event.type === 'callDraft') return;
      if (event.type === 'toolsLeftOut') {
        const tools = event.tools.map(({ name, reason }) => ({ name, reason: reason.english }));
        return print({ ...event, tools });
      }
      if (event.type === 'stepEnd') return print({ ...event, ...(event.usage && priceOf(event.usage)) });
      if (event.type !== 'turnEnd') return print(event);
      const { end } = event;
      // The usage of all requests, also of summaries and of answers that broke off.
      const sum = spent && { usage: spent, ...priceOf(spent) };
      answered = end.why === 'answered';
      if (end.why === 'failed') {
        print({
          type: 'turnEnd',
          why: end.why,
          reason: end.error.message,
          kind: end.error.kind,
          detail: end.error.detail,
          ...sum,
        });
      } else print({ type: 'turnEnd', ...end, ...sum });
    },
  });
  return answered ? 0 : 1;
}

/** Returns the price in US dollars, or null if it is not known. A sum with `unpriced` has what is known. */
function priceOf({ cost }: Usage): { readonly price: number | null } {
  return { price: cost === undefined ? null : cost / 1e6 };
}

function describeState(state: ServerState): Record<string, unknown> {
  switch (state.kind) {
    case 'connected':
      return {
        state: state.kind,
        tools: state.catalog.tools.length,
        setupMs: Math.round(state.setupMs),
        protocol: state.catalog.protocolVersion,
      };
    case 'error':
      return { state: state.kind, reason: state.failure.message.english, next: state.failure.next.english };
    default:
      return { state: state.kind };
  }
}

function print(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

void main(process.argv[2])
  .catch((error: Error) => {
    print({ type: 'turnEnd', why: 'failed', reason: error.message });
    return 1;
  })
  .then((code) => {
    process.exitCode = code;
  });
