import type { ContentPart } from '../../protocol/index.ts';
import {
  pageAddress,
  type ApprovalNeed,
  type CallContext,
  type Destination,
  type MarkedContent,
  type PageFetcher,
} from '../../tools/index.ts';
import { readSetting } from '../settings/settings.ts';

type Arguments = Readonly<Record<string, unknown>>;

function addressIn({ url }: Arguments): URL | undefined {
  try {
    return pageAddress(url, readSetting('web.allowPrivateAddresses'));
  } catch {
    return undefined;
  }
}

/** Nobody is asked about an address that the call refuses. */
export function needToFetch(args: Arguments): ApprovalNeed {
  return { kind: addressIn(args) ? 'ask' : 'free', reasons: [] };
}

export function pageHost(args: Arguments): string | undefined {
  return addressIn(args)?.host;
}

/** An address can hold anything that the model knows. */
export function pageDestination(args: Arguments): Destination | undefined {
  const origin = addressIn(args)?.origin;
  return origin === undefined ? undefined : { source: origin, label: origin, isRemote: true };
}

export async function fetchPage(
  args: Arguments,
  { signal, onProgress }: Pick<CallContext, 'signal' | 'onProgress'>,
  pages: PageFetcher,
): Promise<MarkedContent> {
  const { url, whole = false } = args as { url: string; whole?: boolean };
  const page = await pages.fetch({
    url,
    isWhole: whole,
    allowsPrivate: readSetting('web.allowPrivateAddresses'),
    signal,
    onReceived: (bytes) => onProgress({ progress: bytes }),
  });
  if (page.kind === 'redirect')
    return ofOthers(page.from, {
      type: 'text',
      text: `${page.from.href} redirects to another host, which was not requested. To read it, call fetch_page with this address: ${page.to.href}`,
    });
  const { title, text, cut, mimeType } = page;
  const parts = [
    ...(title === undefined ? [] : [`# ${title}`]),
    text === '' ? 'The page has no text without running its scripts.' : text,
    ...(cut > 0 ? [`[${cut} more characters of the page are left out]`] : []),
  ];
  return ofOthers(page.url, {
    type: 'resource',
    uri: page.url.href,
    mimeType,
    text: parts.join('\n\n'),
  });
}

function ofOthers({ origin }: URL, part: ContentPart): MarkedContent {
  return { content: [part], marks: [{ kind: 'outside', source: origin }] };
}
