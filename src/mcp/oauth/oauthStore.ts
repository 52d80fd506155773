/**
 * Stores everything by issuer, so that nothing of one authorization server is shown to another (RFC 6749, section 2.2).
 */
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';

import { isRecord } from '../../base/common/guards.ts';
import { isJson } from '../../base/common/guards.ts';

export interface Secrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

export interface Grant {
  readonly tokens: StoredOAuthTokens;
  readonly client: StoredOAuthClientInformation;
  /** The redirect URL of a registration, which a client that was registered by hand lacks. */
  readonly redirectUrl?: string;
  readonly revocationEndpoint?: string;
}

/** The last move in each storage. Moves run one after the other, so that no two servers get the same tokens. */
const moves = new WeakMap<Secrets, Promise<void>>();

export class OAuthStore {
  private readonly secrets: Secrets;
  private readonly serverUrl: string;
  /** The server's name as a part of each key, because two servers at one address may be of two accounts. */
  private readonly server: readonly string[];
  private moved: Promise<void> | undefined;

  /** `server` is the server's name. Without it, the store reads what was kept before tokens had a name. */
  constructor(secrets: Secrets, serverUrl: string, server?: string) {
    this.secrets = secrets;
    this.serverUrl = serverUrl;
    this.server = server === undefined ? [] : [server];
  }

  /** Returns the grant of an issuer, or the one that was saved last. */
  async grant(issuer?: string): Promise<Grant | undefined> {
    await this.move();
    const from = issuer ?? (await this.latestIssuer());
    return from === undefined ? undefined : this.read(this.grantKey(from), isGrant);
  }

  async saveGrant(issuer: string, grant: Grant): Promise<void> {
    await this.move();
    await this.secrets.store(this.grantKey(issuer), JSON.stringify(grant));
    await this.secrets.store(this.latestKey, issuer);
  }

  async dropGrant(): Promise<void> {
    const issuer = await this.latestIssuer();
    if (issuer !== undefined) await this.secrets.delete(this.grantKey(issuer));
    await this.secrets.delete(this.latestKey);
  }

  /** Returns the client that was registered. A registration holds for the redirect URL that it was made with. */
  client(issuer: string, redirectUrl: string): Promise<StoredOAuthClientInformation | undefined> {
    return this.read(clientKey(issuer, redirectUrl), isClient);
  }

  async saveClient(issuer: string, redirectUrl: string, client: StoredOAuthClientInformation): Promise<void> {
    await this.secrets.store(clientKey(issuer, redirectUrl), JSON.stringify(client));
  }

  async dropClient(issuer: string, redirectUrl: string): Promise<void> {
    await this.secrets.delete(clientKey(issuer, redirectUrl));
  }

  async latestIssuer(): Promise<string | undefined> {
    await this.move();
    return this.secrets.get(this.latestKey);
  }

  get dpopKey(): string {
    return keyOf('dpop', this.serverUrl, ...this.server);
  }

  /** Gives what is kept without a name to the first server that asks. Two servers would use one refresh token twice. */
  private move(): Promise<void> {
    if (this.server.length === 0) return Promise.resolve();
    if (!this.moved) {
      this.moved = (moves.get(this.secrets) ?? Promise.resolve()).then(() => this.moveNow());
      moves.set(
        this.secrets,
        this.moved.catch(() => undefined),
      );
    }
    return this.moved;
  }

  private async moveNow(): Promise<void> {
    const old = new OAuthStore(this.secrets, this.serverUrl);
    const issuer = await this.secrets.get(old.latestKey);
    if (issuer === undefined) return;
    const pairs = [
      [old.grantKey(issuer), this.grantKey(issuer)],
      [old.dpopKey, this.dpopKey],
      [old.latestKey, this.latestKey],
    ] as const;
    for (const [from, to] of pairs) {
      const kept = await this.secrets.get(from);
      if (kept !== undefined) await this.secrets.store(to, kept);
      await this.secrets.delete(from);
    }
  }

  /** Reads a value. One in another version's format counts as missing, so that the user signs in again. */
  private async read<T>(key: string, isT: (value: unknown) => value is T): Promise<T | undefined> {
    const text = await this.secrets.get(key);
    if (text === undefined || !isJson(text)) return undefined;
    const value: unknown = JSON.parse(text);
    return isT(value) ? value : undefined;
  }

  private get latestKey(): string {
    return keyOf('issuer', this.serverUrl, ...this.server);
  }

  private grantKey(issuer: string): string {
    return keyOf('tokens', plain(issuer), this.serverUrl, ...this.server);
  }
}

function clientKey(issuer: string, redirectUrl: string): string {
  return keyOf('client', plain(issuer), redirectUrl);
}

function keyOf(...parts: readonly string[]): string {
  return `oauth ${JSON.stringify(parts)}`;
}

function isClient(value: unknown): value is StoredOAuthClientInformation {
  return isRecord(value) && typeof value['client_id'] === 'string';
}

function isGrant(value: unknown): value is Grant {
  return (
    isRecord(value) &&
    isRecord(value['tokens']) &&
    typeof value['tokens']['access_token'] === 'string' &&
    isClient(value['client'])
  );
}

/** Compares two issuers. A slash at the end is ignored, as it is by the SDK. */
export function isSameIssuer(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(issuer: string): string {
  return issuer.replace(/\/$/, '');
}
