/**
 * The requests that signing in takes. Which addresses they go to is said by servers: each is checked before
 * anything is sent there, and until the user signs in none goes to another origin than the server's own.
 */
import type { FetchLike } from '@modelcontextprotocol/client';
import { LocalizedError, msg } from '../../base/common/message.ts';
import { checkTarget, type StartChecks } from '../startPolicy/startPolicy.ts';
import { zoneOf, zoneOfHost, type NetworkZone } from './addresses.ts';
import { checkedRequest, systemResolve, type Resolve } from './checkedRequest.ts';

/** What the requests for one server go by. */
export interface OAuthFetchOptions {
  /** The URL of the server as the user defined it. */
  readonly serverUrl: string;
  /** The machine's policy; it holds for every host that the server names. */
  readonly policy: StartChecks['policy'];
  /** Looks names up; the system's unless given. */
  readonly resolve?: Resolve | undefined;
}

/** A server has named an address for signing in that Patchbay does not go to. */
export class AddressRefused extends LocalizedError {
  override readonly name = 'AddressRefused';
}

export class OAuthFetch {
  private readonly own: URL;
  private readonly policy: StartChecks['policy'];
  private readonly resolve: Resolve;
  /** Where the server is itself, once that is known for certain. */
  private zone: NetworkZone | undefined;

  constructor({ serverUrl, policy, resolve = systemResolve }: OAuthFetchOptions) {
    this.own = new URL(serverUrl);
    this.policy = policy;
    this.resolve = resolve;
    this.zone = zoneOfHost(this.own.hostname);
  }

  /** Whether the URL has the origin of the server. */
  isOwn(url: URL): boolean {
    return url.origin === this.own.origin;
  }

  /** For a sign-in that the user asked for: to the server, and to checked addresses that it names. */
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
   * For a transport, which discovers where to sign in when it is refused, without anybody having asked. What is of
   * another origin is as if it were not there, unless `isKnown` says that the user signed in with its help.
   */
  transportFetch(base: FetchLike, isKnown: (url: URL) => Promise<boolean>): FetchLike {
    return async (input, init = {}) => {
      const url = new URL(String(input));
      if (this.isOwn(url)) return this.isDiscovery(url, init) ? this.fetchOwn(url, init) : base(input, init);
      if (!(await isKnown(url))) return new Response(null, { status: 404 });
      // The transport adds the headers that the user defined for the server, which are for nobody else.
      return this.fetch(input, { ...init, headers: ofOAuth(new Headers(init.headers)) });
    };
  }

  /**
   * Checks an address that the user's browser is to open, by its scheme, its host and the policy. What its name
   * stands for is the browser's business. @throws AddressRefused, or RefusedError by the policy
   */
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
    // Only the machine that answers as the server counts: its name may be made to mean another one for a moment.
    if (address !== undefined && response.ok) this.zone ??= zoneOf(address);
    return response;
  }

  /** Whether it is a look for metadata: all else that goes to the server is MCP. */
  private isDiscovery(url: URL, { method = 'GET' }: RequestInit): boolean {
    return method === 'GET' && url.pathname !== this.own.pathname && url.pathname.includes('/.well-known/');
  }
}

const oauthHeaders = new Set(['accept', 'content-type', 'mcp-protocol-version', 'dpop']);

/** Of the headers, those that OAuth knows. A client shows who it is by Basic authentication (RFC 6749 section 2.3.1). */
function ofOAuth(headers: Headers): Headers {
  const isOurs = ([name, value]: [string, string]): boolean =>
    oauthHeaders.has(name) || (name === 'authorization' && value.startsWith('Basic '));
  return new Headers([...headers].filter(isOurs));
}

/** Without what a query may hold. */
function shown({ origin, protocol, host }: URL): string {
  return origin === 'null' ? `${protocol}//${host}` : origin;
}
