/** Makes the answers of authorization servers regular before the SDK, which refuses a whole sign-in for one null. */
import type { FetchLike } from '@modelcontextprotocol/client';
import { isRecord, jsonObject, recordOf } from '../../base/common/guards.ts';
import { LocalizedError, msg, type LocalizedMessage } from '../../base/common/message.ts';
import { plainText } from '../../base/common/text.ts';
import type { Notices } from '../reading/notices.ts';
import {
  refusalIn,
  registration,
  resourceMetadata,
  serverMetadata,
  tokens,
  type OAuthRefusal,
} from '../reading/oauthRules.ts';
import type { Rule } from '../reading/rules.ts';

/** An answer that no rule can mend. */
export class UnreadableAnswer extends LocalizedError {
  override readonly name = 'UnreadableAnswer';
}

/** The answer that a request of a sign-in asks for. */
interface Asked {
  readonly name: string;
  readonly rule: Rule;
  /** Members without which the answer is of no use. */
  readonly needed: readonly string[];
  /** Members of which the answer has at least one. Otherwise it is something else, such as the page of a website. */
  readonly typical: readonly string[];
  /** True for metadata, which may be elsewhere or missing: an answer that is something else counts as not found. */
  readonly isOptional: boolean;
}

const MAX_PAGE = 200;

/** A `fetch` that rejects with an UnreadableAnswer where no rule helps. `notices` gets what was odd. */
export function regularAnswers(base: FetchLike, serverUrl: string, notices: Notices | undefined): FetchLike {
  return async (input, init = {}) => {
    const url = new URL(input);
    const asked = askedBy(url, init, serverUrl);
    const response = await base(input, init);
    if (!asked || (!response.ok && asked.isOptional)) return response;
    return regular(response, asked, url, notices);
  };
}

async function regular(
  response: Response,
  asked: Asked,
  url: URL,
  notices: Notices | undefined,
): Promise<Response> {
  const body = await response.text();
  const answer = jsonObject(withoutMark(body)) ?? formOf(response, body);
  if (!response.ok) return rewritten(response, response.status, refusalOf(response, answer, body));
  const isOfIts = answer !== undefined && asked.typical.some((name) => name in answer);
  if (!isOfIts) {
    if (asked.isOptional) return rewritten(response, 404, {});
    // Some servers answer with status 200 for an error, too.
    const refusal = refusalIn(answer);
    if (refusal) return rewritten(response, 400, refusal);
    if (answer === undefined) throw new UnreadableAnswer(noAnswer(url, response));
  }
  const tell = notices?.teller(asked.name) ?? ((): void => undefined);
  const place = { path: '', reportOdd: tell, asked: { method: '', params: {}, isModern: false } };
  const mended = recordOf(asked.rule(answer, place));
  const missing = asked.needed.find((name) => mended[name] === undefined);
  if (missing !== undefined)
    throw new UnreadableAnswer(
      msg(
        'The answer of {0} cannot be read: the member "{1}" is missing or of the wrong type.',
        url.origin,
        missing,
      ),
    );
  return rewritten(response, response.status, mended);
}

function askedBy(url: URL, { method = 'GET', body }: RequestInit, serverUrl: string): Asked | undefined {
  const own = new URL(serverUrl);
  if (method === 'GET') {
    // This is a request for the stream of the server itself.
    if (url.origin === own.origin && url.pathname === own.pathname) return undefined;
    return /\/\.well-known\/(?:oauth-authorization-server|openid-configuration)/.test(url.pathname)
      ? {
          name: 'metadata of the authorization server',
          rule: serverMetadata(url),
          needed: ['authorization_endpoint', 'token_endpoint'],
          typical: ['issuer', 'authorization_endpoint', 'token_endpoint'],
          isOptional: true,
        }
      : {
          name: 'metadata of the protected resource',
          rule: resourceMetadata(url, serverUrl),
          needed: ['resource'],
          typical: ['resource', 'authorization_servers'],
          isOptional: true,
        };
  }
  if (body instanceof URLSearchParams && body.has('grant_type'))
    return {
      name: 'tokens',
      rule: tokens,
      needed: ['access_token'],
      typical: ['access_token'],
      isOptional: false,
    };
  const sent = typeof body === 'string' ? jsonObject(body) : undefined;
  return sent?.['redirect_uris'] === undefined
    ? undefined
    : {
        name: 'registration',
        rule: registration(url, sent),
        needed: ['client_id', 'redirect_uris'],
        typical: ['client_id'],
        isOptional: false,
      };
}

function withoutMark(body: string): string {
  return body.replace(/^\uFEFF/, '');
}

/** Reads a form, because some servers give tokens as one, whatever the request accepts. */
function formOf({ headers }: Response, body: string): Record<string, unknown> | undefined {
  const isForm = headers.get('content-type')?.includes('x-www-form-urlencoded') === true;
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : undefined;
}

function refusalOf(response: Response, answer: unknown, body: string): OAuthRefusal {
  const refusal = refusalIn(answer);
  if (refusal) return refusal;
  // The body is only repeated if it is plain text: a page, or JSON of which nothing is known, may repeat the request.
  const isPlain = !isRecord(answer) && !/^\s*</.test(body);
  const said = isPlain ? plainText(body.replaceAll(/\s+/g, ' '), MAX_PAGE) : undefined;
  return {
    error: 'server_error',
    error_description: said === undefined ? `HTTP ${response.status}` : `HTTP ${response.status}: ${said}`,
  };
}

function noAnswer({ origin }: URL, { headers }: Response): LocalizedMessage {
  return /html/i.test(headers.get('content-type') ?? '')
    ? msg('{0} answered with a web page instead of a sign-in response.', origin)
    : msg('{0} did not answer with a sign-in response that can be read.', origin);
}

/** Returns a copy of a response with another status and the body that the SDK reads. */
function rewritten(response: Response, status: number, value: object): Response {
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  headers.set('content-type', 'application/json');
  const copy = new Response(JSON.stringify(value), { status, headers });
  Object.defineProperty(copy, 'url', { value: response.url });
  return copy;
}
