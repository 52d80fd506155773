/** Nothing of one authorization server is shown to another: all is stored by issuer (RFC 6749 section 2.2). */
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
  /** Absent for a client that was registered by hand. */
  readonly redirectUrl?: string;
  readonly revocationEndpoint?: string;
}

export class OAuthStore {
  private readonly secrets: Secrets;
  private readonly serverUrl: string;

  constructor(secrets: Secrets, serverUrl: string) {
    this.secrets = secrets;
    this.serverUrl = serverUrl;
  }

  /** Of that issuer, or what was saved last. */
  async grant(issuer?: string): Promise<Grant | undefined> {
    const from = issuer ?? (await this.latestIssuer());
    return from === undefined ? undefined : this.read(this.grantKey(from), isGrant);
  }

  async saveGrant(issuer: string, grant: Grant): Promise<void> {
    await this.secrets.store(this.grantKey(issuer), JSON.stringify(grant));
    await this.secrets.store(this.latestKey, issuer);
  }

  async dropGrant(): Promise<void> {
    const issuer = await this.latestIssuer();
    if (issuer !== undefined) await this.secrets.delete(this.grantKey(issuer));
    await this.secrets.delete(this.latestKey);
  }

  /** A registration holds for the redirect URL it was made with. */
  client(issuer: string, redirectUrl: string): Promise<StoredOAuthClientInformation | undefined> {
    return this.read(clientKey(issuer, redirectUrl), isClient);
  }

  async saveClient(issuer: string, redirectUrl: string, client: StoredOAuthClientInformation): Promise<void> {
    await this.secrets.store(clientKey(issuer, redirectUrl), JSON.stringify(client));
  }

  async dropClient(issuer: string, redirectUrl: string): Promise<void> {
    await this.secrets.delete(clientKey(issuer, redirectUrl));
  }

  latestIssuer(): PromiseLike<string | undefined> {
    return this.secrets.get(this.latestKey);
  }

  get dpopKey(): string {
    return keyOf('dpop', this.serverUrl);
  }

  /** Another version's format counts as missing: the user signs in again. */
  private async read<T>(key: string, isT: (value: unknown) => value is T): Promise<T | undefined> {
    const text = await this.secrets.get(key);
    if (text === undefined || !isJson(text)) return undefined;
    const value: unknown = JSON.parse(text);
    return isT(value) ? value : undefined;
  }

  private get latestKey(): string {
    return keyOf('issuer', this.serverUrl);
  }

  private grantKey(issuer: string): string {
    return keyOf('tokens', plain(issuer), this.serverUrl);
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

/** The SDK, too, ignores a slash at the end. */
export function isSameIssuer(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(issuer: string): string {
  return issuer.replace(/\/$/, '');
}
