// One refresh for all who find the token expired. Servers that rotate refresh tokens take a second use of one for
// theft, and end the sign-in (OAuth 2.1, section 4.3.1).
import type { FetchLike } from '@modelcontextprotocol/client';

/** In ms, for those who have read the old token and not sent it yet. */
const KEPT_MS = 5_000;

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
          // A refusal may be about the request's proof (DPoP), and the next one has another.
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
