// Servers name the addresses of a sign-in: each is checked before anything is sent, and until the user signs in none
// leaves the server's own origin.
import type { FetchLike } from '@modelcontextprotocol/client';
import { LocalizedError, msg } from '../../base/common/message.ts';
import { checkTarget, type StartChecks } from '../startPolicy/startPolicy.ts';
import { zoneOf, zoneOfHost, type NetworkZone } from '../../base/node/addresses.ts';
import { checkedRequest, systemResolve, type Resolve } from '../../base/node/checkedRequest.ts';

export interface OAuthFetchOptions {
  readonly serverUrl: string;
  readonly policy: StartChecks['policy'];
  readonly resolve?: Resolve | undefined;
}

export class AddressRefused extends LocalizedError {
  override readonly name = 'AddressRefused';
}

export class OAuthFetch {
  private readonly own: URL;
  private readonly policy: StartChecks['policy'];
  private readonly resolve: Resolve;
  /** The server's own zone, once it is certain. */
  private zone: NetworkZone | undefined;

  constructor({ serverUrl, policy, resolve = systemResolve }: OAuthFetchOptions) {
    this.own = new URL(serverUrl);
    this.policy = policy;
    this.resolve = resolve;
    this.zone = zoneOfHost(this.own.hostname);
  }

  isOwn(url: URL): boolean {
    return url.origin === this.own.origin;
  }

  /** Sends requests of a sign-in that the user asked for: to the server, and to checked addresses that it names. */
  readonly fetch: FetchLike = (input, init = {}) => {
    const url = new URL(String(input));
    if (this.isOwn(url)) return this.fetchOwn(url, init);
    this.check(url);
    return checkedRequest(url, init, {
      resolve: this.resolve,
      checkAddress: (address) => this.checkZone(url, zoneOf(address)),
    });
  };

  /**
   * Returns the `fetch` of a transport, which starts discovery without the user. A request to another origin is
   * answered with 404 and not sent, unless `isKnown` accepts the address.
   */
  transportFetch(base: FetchLike, isKnown: (url: URL) => Promise<boolean>): FetchLike {
    return async (input, init = {}) => {
      const url = new URL(String(input));
      if (this.isOwn(url)) return this.isDiscovery(url, init) ? this.fetchOwn(url, init) : base(input, init);
      if (!(await isKnown(url))) return new Response(null, { status: 404 });
      // Other headers are removed, because the transport adds those that the user defined for the server alone.
      return this.fetch(input, { ...init, headers: ofOAuth(new Headers(init.headers)) });
    };
  }

  /** Checks an address that the browser is to open and resolve. @throws AddressRefused, RefusedError */
  check(url: URL): void {
    const zone = zoneOfHost(url.hostname);
    const isPlain = url.protocol === 'http:' && zone === 'loopback' && this.zone === 'loopback';
    if (url.protocol !== 'https:' && !isPlain && !(this.isOwn(url) && url.protocol === 'http:'))
      throw new AddressRefused(
        msg(
          'The sign-in address {0} of the server is not an https address. The address was not opened.',
          shown(url),
        ),
      );
    if (url.username !== '' || url.password !== '')
      throw new AddressRefused(
        msg(
          'The sign-in address {0} of the server contains a user name. The address was not opened.',
          shown(url),
        ),
      );
    if (this.isOwn(url)) return;
    if (zone) this.checkZone(url, zone);
    checkTarget({ kind: 'url', url: url.href }, this.policy);
  }

  private checkZone(url: URL, zone: NetworkZone): void {
    if (zone === 'public' || (zone !== 'reserved' && zone === this.zone)) return;
    throw new AddressRefused(
      msg(
        'The sign-in address {0} of the server is on this machine or in a private network. Only a server in the same place may use such an address.',
        shown(url),
      ),
    );
  }

  private async fetchOwn(url: URL, init: RequestInit): Promise<Response> {
    let address: string | undefined;
    const response = await checkedRequest(url, init, {
      resolve: this.resolve,
      checkAddress: () => undefined,
      onConnected: (connected) => {
        address = connected;
      },
    });
    // The zone is that of a machine that answers as the server, because its name may point elsewhere for a moment.
    if (address !== undefined && response.ok) this.zone ??= zoneOf(address);
    return response;
  }

  /** Returns true for requests of discovery. All other requests to the server are MCP. */
  private isDiscovery(url: URL, { method = 'GET' }: RequestInit): boolean {
    return method === 'GET' && url.pathname !== this.own.pathname && url.pathname.includes('/.well-known/');
  }
}

const oauthHeaders = new Set(['accept', 'content-type', 'mcp-protocol-version', 'dpop']);

/**
 * Keeps the headers of OAuth. An authorization is one of them if it is Basic, by which a client authenticates (RFC
 * 6749, section 2.3.1).
 */
function ofOAuth(headers: Headers): Headers {
  const isOurs = ([name, value]: [string, string]): boolean =>
    oauthHeaders.has(name) || (name === 'authorization' && value.startsWith('Basic '));
  return new Headers([...headers].filter(isOurs));
}

function shown({ origin, protocol, host }: URL): string {
  return origin === 'null' ? `${protocol}//${host}` : origin;
}

/** The time in ms for which an answer is kept, for requests that have read the old token and not sent it yet. */
const KEPT_MS = 5_000;

/**
 * Sends a refresh once and shares its answer, because a second use of a refresh token counts as theft (OAuth 2.1,
 * section 4.3.1).
 */
export class SharedRefresh {
  readonly fetch: FetchLike;
  private readonly refused = new Set<string>();

  constructor(base: FetchLike = fetch) {
    const answers = new Map<string, Promise<Response>>();
    this.fetch = async (url, init) => {
      const { body } = init ?? {};
      if (!(body instanceof URLSearchParams) || body.get('grant_type') !== 'refresh_token') {
        return base(url, init);
      }
      const token = body.get('refresh_token') ?? '';
      const key = `${String(url)} ${body.toString()}`;
      const forget = (): void => void answers.delete(key);
      const send = async (): Promise<Response> => {
        try {
          const response = await base(url, init);
          // A refusal is not kept: it may be about the request's proof (DPoP), and the next request has another.
          if (response.ok) {
            this.refused.delete(token);
            setTimeout(forget, KEPT_MS).unref();
          } else {
            this.refused.add(token);
            forget();
          }
          return response;
        } catch (error) {
          forget();
          throw error;
        }
      };
      const answer = answers.get(key) ?? send();
      answers.set(key, answer);
      return (await answer).clone();
    };
  }

  wasRefused(token: string | undefined): boolean {
    return token !== undefined && this.refused.has(token);
  }
}
