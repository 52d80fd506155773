/** Requests web pages for the model. It sends no data of the user, has limits, and reaches the internet only. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { zoneOf } from '../../base/node/addresses.ts';
import { checkedRequest, systemResolve, type Resolve } from '../../base/node/checkedRequest.ts';
import { explainProxyProblem, proxyProblem } from '../../protocol/index.ts';
import { pageAddress, PageRefused, privateRefused } from './pageAddress.ts';
import { PageReader } from './pageReader.ts';
import { pageType } from './pageTypes.ts';
import type { ReadPage } from './readPage.ts';

/** Largest page in bytes, both compressed and decompressed. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Limit of all requests for one page. */
const LIMIT_MS = 30_000;
const MAX_REDIRECTS = 5;

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers without data of the user: no cookies, no language, no referrer. */
const headers = {
  accept:
    'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, application/json;q=0.8, application/xml;q=0.7, */*;q=0.1',
  'accept-encoding': 'identity',
  'user-agent': 'Mozilla/5.0 (compatible; Patchbay)',
};

const unpackers: Readonly<
  Record<string, (packed: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

export interface PageRequest {
  readonly url: string;
  /** The page includes its menus and side columns. */
  readonly isWhole: boolean;
  /** Allows this machine and machines of the user's network. */
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
  readonly onReceived: (bytes: number) => void;
}

export type FetchedPage =
  | ({ readonly kind: 'page'; readonly url: URL; readonly mimeType: string } & ReadPage)
  /** `to` was not requested, because it is another host, or not encrypted. */
  | { readonly kind: 'redirect'; readonly from: URL; readonly to: URL };

export interface PageFetcherOptions {
  /** Path of the built pageWorker.ts. */
  readonly worker: string;
  readonly resolve?: Resolve | undefined;
  readonly requestLimitMs?: number | undefined;
  readonly readLimitMs?: number | undefined;
}

export class PageFetcher {
  private readonly reader: PageReader;
  private readonly resolve: Resolve;
  private readonly limitMs: number;

  constructor({
    worker,
    resolve = systemResolve,
    requestLimitMs = LIMIT_MS,
    readLimitMs,
  }: PageFetcherOptions) {
    this.reader = new PageReader(worker, readLimitMs);
    this.resolve = resolve;
    this.limitMs = requestLimitMs;
  }

  /** @throws Error with a message for the model, or the signal's reason */
  async fetch(request: PageRequest): Promise<FetchedPage> {
    const { allowsPrivate, signal } = request;
    const endsAt = performance.now() + this.limitMs;
    let url = pageAddress(request.url, allowsPrivate);
    for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
      const response = await this.request(url, request, endsAt - performance.now());
      const target = redirects.has(response.status) ? response.headers.get('location') : null;
      if (target === null) return this.read(url, response, request);
      const to = pageAddress(URL.parse(target, url.href)?.href, allowsPrivate);
      if (!isSamePlace(url, to)) return { kind: 'redirect', from: url, to };
      url = to;
      signal.throwIfAborted();
    }
    throw new PageRefused(`${url.host} redirected more than ${MAX_REDIRECTS} times.`);
  }

  private async request(
    url: URL,
    { allowsPrivate, signal, onReceived }: PageRequest,
    limitMs: number,
  ): Promise<Response> {
    try {
      return await checkedRequest(
        url,
        { headers, signal },
        {
          resolve: this.resolve,
          checkAddress: (address) => {
            if (!allowsPrivate && zoneOf(address) !== 'public') throw privateRefused(url);
          },
          checkResponse: (status, received) => {
            if (redirects.has(status)) return;
            if (status < 200 || status > 299) throw new PageRefused(statusText(url, status));
            if (status !== 204 && !pageType(received['content-type']))
              throw new PageRefused(noText(url, received['content-type']));
          },
          onReceived,
          limitMs: Math.max(1, limitMs),
          maxBytes: MAX_BYTES,
        },
      );
    } catch (error) {
      if (signal.aborted || error instanceof PageRefused) throw error;
      const problem = proxyProblem(error, url.href);
      const { cause } = error as Error;
      const why = problem
        ? explainProxyProblem(problem, url.host, url.hostname).message.english
        : (cause as Error | undefined)?.message;
      throw new Error(`The page could not be read: ${why ?? String(error)}`, { cause: error });
    }
  }

  private async read(url: URL, response: Response, { isWhole, signal }: PageRequest): Promise<FetchedPage> {
    const type = pageType(response.headers.get('content-type') ?? undefined);
    const body = await unpacked(url, response);
    const { kind, mimeType, charset } = type ?? { kind: 'plain', mimeType: 'text/plain', charset: undefined };
    const page = await this.reader.read({ body, kind, charset, url: url.href, isWhole }, signal);
    return { kind: 'page', url, mimeType: kind === 'html' ? 'text/markdown' : mimeType, ...page };
  }
}

/** Other hosts have their own permissions, and an encrypted request must not become unencrypted. */
function isSamePlace(from: URL, to: URL): boolean {
  return from.host === to.host && (from.protocol === to.protocol || to.protocol === 'https:');
}

async function unpacked(url: URL, response: Response): Promise<Uint8Array> {
  const body = new Uint8Array(await response.arrayBuffer());
  const encoding = (response.headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '' || body.length === 0) return body;
  const unpack = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined;
  if (!unpack) throw new PageRefused(`${url.host} sent the page in an encoding that is not known.`);
  try {
    return await unpack(body, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new PageRefused(`The page could not be unpacked, or has more than ${MAX_BYTES} bytes.`, {
      cause: error,
    });
  }
}

function statusText({ host }: URL, status: number): string {
  const hint =
    status === 401 || status === 403
      ? ' It may want a sign-in, which this tool never sends, or refuse programs.'
      : '';
  return `${host} answered with HTTP status ${status}.${hint}`;
}

/** The content type is foreign text, so only a valid one is repeated. */
function noText({ host }: URL, contentType: string | undefined): string {
  const [type = ''] = /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(contentType ?? '') ?? [];
  return `${host} sent ${type === '' ? 'something without a type' : type}, which is not text. Only HTML, plain text, markdown, JSON and XML can be read.`;
}
