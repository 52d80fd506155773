/** Rules for results, by method. A member that is not named here stays as it is. */
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/client';
import { isRecord, scalarText } from '../../base/common/guards.ts';
import {
  annotations,
  asText,
  icons,
  jsonOf,
  part,
  parts,
  resourceContents,
  resourceMembers,
} from './contentRules.ts';
import { question } from './questionRules.ts';
import {
  everyMember,
  filled,
  flag,
  flagOrText,
  integer,
  list,
  needs,
  object,
  oneOf,
  record,
  text,
  type AnsweredRequest,
  type Rule,
} from './rules.ts';
import { tool } from './toolRules.ts';

/** Members of every result. Results of the newer revision say what they are, and those that can be kept, how long. */
const result = { _meta: record, resultType: text };

function completed(rule: Rule, isCacheable: 'cacheable' | 'passing', more = nothing): Rule {
  return filled(rule, (whole, asked) => ({
    ...(asked.isModern && { resultType: 'complete' }),
    ...(asked.isModern && isCacheable === 'cacheable' && { ttlMs: 0, cacheScope: 'private' }),
    ...more(whole, asked),
  }));
}

function nothing(
  _whole: Record<string, unknown>,
  _asked: AnsweredRequest,
): Readonly<Record<string, unknown>> {
  return {};
}

const ttlMs: Rule = (value, place) => {
  const read = integer(value, place);
  return typeof read === 'number' && read >= 0 ? read : undefined;
};
const cached = { ...result, ttlMs, cacheScope: oneOf('public', 'private'), nextCursor: text };

/** Reads a capability. Any value means that there is one, other than `false`, null and the like. */
const capability =
  (members: Parameters<typeof object>[0]): Rule =>
  (value, place) =>
    isRecord(value) || !value || flagOrText(value, place) === false ? object(members)(value, place) : {};
const capabilities = object({
  experimental: everyMember(capability({})),
  extensions: everyMember(capability({})),
  logging: capability({}),
  completions: capability({}),
  prompts: capability({ listChanged: flag }),
  resources: capability({ subscribe: flag, listChanged: flag }),
  tools: capability({ listChanged: flag }),
  tasks: capability({
    list: capability({}),
    cancel: capability({}),
    requests: object({ tools: object({ call: capability({}) }) }),
  }),
});

const implementation = object({
  name: text,
  title: text,
  version: text,
  websiteUrl: text,
  description: text,
  icons,
});
const serverInfo = filled(implementation, ({ title }) => ({ name: title ?? 'unknown', version: 'unknown' }));

const version: Rule = (value, place) => {
  const read = text(value, place);
  return typeof read === 'string' && read.trim() !== '' ? read.trim() : undefined;
};
const initialize = filled(
  object({ ...result, protocolVersion: version, capabilities, serverInfo, instructions: text }),
  // A server that does not say what it has is asked for its tools.
  (_, { params }) => ({
    protocolVersion: params['protocolVersion'],
    capabilities: { tools: {} },
    serverInfo: { name: 'unknown', version: 'unknown' },
  }),
);

/**
 * The answer decides whether a server is of the newer revision, so nothing is made up for one that names no versions.
 */
const discover = filled(
  object({
    ...cached,
    _meta: object({ [SERVER_INFO_META_KEY]: serverInfo }),
    capabilities,
    instructions: text,
  }),
  ({ supportedVersions }) =>
    Array.isArray(supportedVersions) ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {},
);

const namedArgument = needs(
  object({ name: text, title: text, description: text, required: flagOrText }),
  'name',
);
/** Reads an argument of a prompt. A text is its name. */
const argument: Rule = (value, place) =>
  namedArgument(typeof value === 'string' && value !== '' ? { name: value } : value, place);
const prompt = needs(
  object({
    name: text,
    title: text,
    description: text,
    icons,
    arguments: list(argument),
    _meta: record,
  }),
  'name',
);
const resource = needs(
  filled(object(resourceMembers), ({ title, uri }) => ({ name: title ?? uri })),
  'uri',
);
const template = needs(
  filled(object({ ...resourceMembers, uriTemplate: text, annotations }), ({ title, uriTemplate }) => ({
    name: title ?? uriTemplate,
  })),
  'uriTemplate',
);

/** Puts structured content that is no object into one, which the older revisions require. */
const structuredContent: Rule = (value, { asked }) => {
  if (value === null) return undefined;
  return asked.isModern || isRecord(value) ? value : { result: value };
};
/** A question within a result of the newer revision, which is no result yet. */
function orQuestions(rule: Rule): Rule {
  return (value, place) =>
    isRecord(value) && value['resultType'] === 'input_required'
      ? questions(value, place)
      : rule(value, place);
}
const questions = object({ ...result, requestState: text, inputRequests: everyMember(question) });

const called = object({ ...result, content: parts, structuredContent, isError: flagOrText });
const callTool: Rule = (value, place) => {
  // A task is no result yet, and stays as it is.
  if (isRecord(value) && isRecord(value['task'])) return value;
  const old = isRecord(value) && !('content' in value) ? value['toolResult'] : undefined;
  if (old !== undefined && old !== null) {
    place.reportOdd('toolResult', 'mended');
    return callTool(isRecord(old) ? { ...old } : { content: [asText(jsonOf(old))] }, place);
  }
  return completed(called, 'passing', bareContent)(value, place);
};

/** Members of a result that are not its content. */
const besideContent = new Set(['_meta', 'content', 'isError', 'resultType', 'structuredContent']);

/** Returns the content of a result that has none: a text of its other members, which some servers send in its place. */
function bareContent(whole: Record<string, unknown>): Readonly<Record<string, unknown>> {
  if (whole['content'] !== undefined) return {};
  const rest = Object.entries(whole).filter(([name, value]) => value !== null && !besideContent.has(name));
  const isBare = whole['structuredContent'] === undefined && rest.length > 0;
  return { content: isBare ? [asText(jsonOf(Object.fromEntries(rest)))] : [] };
}

/** Reads the messages of a prompt. A message has one part, but some servers send several at once, or a text. */
const messages: Rule = (value, place) => {
  if (isRecord(value)) return messages([value], place);
  if (!Array.isArray(value))
    return typeof value === 'string' ? [{ role: 'user', content: asText(value) }] : [];
  const inner = { ...place, path: `${place.path}[].content` };
  const isPlain = (each: unknown): boolean => isRecord(each) && isRecord(each['content']);
  const single = value.every(isPlain)
    ? (value as readonly unknown[])
    : value.flatMap((each: unknown) => {
        if (!isRecord(each)) return typeof each === 'string' ? [{ role: 'user', content: each }] : [];
        const { content } = each;
        return Array.isArray(content) ? content.map((one: unknown) => ({ ...each, content: one })) : [each];
      });
  const mended = single.flatMap((each) => {
    if (!isRecord(each)) return [];
    const content = part(each['content'] ?? each['text'], inner);
    const role = /^\s*assistant\s*$/i.test(scalarText(each['role'])) ? 'assistant' : 'user';
    if (content === undefined) return [];
    return content === each['content'] && role === each['role'] ? [each] : [{ ...each, role, content }];
  });
  const isSame = mended.length === value.length && mended.every((each, index) => each === value[index]);
  return isSame ? value : mended;
};

const MAX_COMPLETIONS = 100;
const values: Rule = (value, place) => {
  const all = list(text)(value, place);
  return Array.isArray(all) && all.length > MAX_COMPLETIONS ? all.slice(0, MAX_COMPLETIONS) : all;
};
const completion = filled(object({ values, total: integer, hasMore: flag }), () => ({ values: [] }));

export const resultRules: Readonly<Record<string, Rule>> = {
  initialize,
  'server/discover': discover,
  'tools/list': completed(object({ ...cached, tools: list(tool) }), 'cacheable', () => ({ tools: [] })),
  'prompts/list': completed(object({ ...cached, prompts: list(prompt) }), 'cacheable', () => ({
    prompts: [],
  })),
  'resources/list': completed(object({ ...cached, resources: list(resource) }), 'cacheable', () => ({
    resources: [],
  })),
  'resources/templates/list': completed(
    object({ ...cached, resourceTemplates: list(template) }),
    'cacheable',
    () => ({ resourceTemplates: [] }),
  ),
  'tools/call': orQuestions(callTool),
  'tasks/result': callTool,
  'prompts/get': orQuestions(
    completed(object({ ...result, description: text, messages }), 'passing', () => ({ messages: [] })),
  ),
  'resources/read': orQuestions(
    completed(object({ ...cached, contents: list(contents()) }), 'cacheable', () => ({ contents: [] })),
  ),
  'completion/complete': completed(object({ ...result, completion }), 'passing', () => ({
    completion: { values: [] },
  })),
};

function contents(): Rule {
  return (value, place) => {
    const whole = typeof value === 'string' ? { text: value } : value;
    const mended = resourceContents(whole, place);
    if (!isRecord(mended)) return undefined;
    return typeof mended['text'] === 'string' || typeof mended['blob'] === 'string' ? mended : undefined;
  };
}

/** The member that a result can only be if it is no object, by method. */
export const bareResults: Readonly<Record<string, string>> = {
  'tools/call': 'content',
  'tasks/result': 'content',
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/get': 'messages',
  'resources/read': 'contents',
};
