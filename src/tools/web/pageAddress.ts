import { zoneOfHost } from '../../base/node/addresses.ts';

/** Longest address, because an approval shows the whole address. */
const MAX_ADDRESS = 2_000;

/** A refusal whose message is for the model. */
export class PageRefused extends Error {
  override readonly name: string = 'PageRefused';
}

/** A refusal of an address of this machine or of the user's network. */
export class PrivateRefused extends PageRefused {
  override readonly name = 'PrivateRefused';
}

/** `allowsPrivate` allows this machine and machines of the user's network. @throws PageRefused */
export function pageAddress(text: unknown, allowsPrivate: boolean): URL {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (!url) throw new PageRefused('"url" must be a whole address, such as https://example.com/page.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new PageRefused('Only http and https addresses can be read.');
  if (url.username !== '' || url.password !== '')
    throw new PageRefused('The address contains a user name or a password. Nothing was requested.');
  url.hash = '';
  if (url.href.length > MAX_ADDRESS)
    throw new PageRefused(`The address is longer than ${MAX_ADDRESS} characters. Nothing was requested.`);
  const zone = zoneOfHost(url.hostname);
  if (zone !== undefined && zone !== 'public' && !allowsPrivate) throw privateRefused(url);
  return url;
}

export function privateRefused({ host }: URL): PrivateRefused {
  return new PrivateRefused(
    `${host} is this machine or in a private network, so nothing was requested. The user can allow such addresses by the setting "patchbay.web.allowPrivateAddresses".`,
  );
}
