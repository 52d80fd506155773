/** Classifies addresses by network: a server must not point Patchbay at machines that it cannot reach itself. */
import { isIPv4, isIPv6 } from 'node:net';

/** `reserved` covers documentation, multicast and benchmarking. */
export type NetworkZone = 'loopback' | 'linkLocal' | 'private' | 'reserved' | 'public';

type Block = readonly [network: string, bits: number, zone: NetworkZone];

/** IANA's special-purpose address registries. The first match counts. 0.0.0.0 reaches this machine. */
const blocks4 = (
  [
    ['0.0.0.0', 32, 'loopback'],
    ['127.0.0.0', 8, 'loopback'],
    ['169.254.0.0', 16, 'linkLocal'],
    ['10.0.0.0', 8, 'private'],
    ['172.16.0.0', 12, 'private'],
    ['192.168.0.0', 16, 'private'],
    // Providers share this address space (RFC 6598), and some clouds have their metadata service in it.
    ['100.64.0.0', 10, 'private'],
    ['0.0.0.0', 8, 'reserved'],
    ['192.0.0.0', 24, 'reserved'],
    ['192.0.2.0', 24, 'reserved'],
    ['192.88.99.0', 24, 'reserved'],
    ['198.18.0.0', 15, 'reserved'],
    ['198.51.100.0', 24, 'reserved'],
    ['203.0.113.0', 24, 'reserved'],
    ['224.0.0.0', 3, 'reserved'],
  ] satisfies readonly Block[]
).map(([network, bits, zone]) => ({ bytes: bytesOf4(network), bits, zone }));

const blocks6 = (
  [
    ['::', 128, 'loopback'],
    ['::1', 128, 'loopback'],
    ['fe80::', 10, 'linkLocal'],
    ['fec0::', 10, 'private'],
    ['fc00::', 7, 'private'],
    // NAT64 within a site (RFC 8215) hides the address behind it.
    ['64:ff9b:1::', 48, 'private'],
    // Teredo obfuscates the address inside.
    ['2001::', 32, 'reserved'],
    ['2001:db8::', 32, 'reserved'],
    ['3fff::', 20, 'reserved'],
    ['5f00::', 16, 'reserved'],
    ['100::', 64, 'reserved'],
    ['ff00::', 8, 'reserved'],
  ] satisfies readonly Block[]
).map(([network, bits, zone]) => ({ bytes: bytesOf6(network), bits, zone }));

/** IPv6 networks whose addresses contain an IPv4 address, from byte `at` on. */
const embedding = [
  { bytes: bytesOf6('::ffff:0:0'), bits: 96, at: 12 },
  { bytes: bytesOf6('::ffff:0:0:0'), bits: 96, at: 12 },
  { bytes: bytesOf6('64:ff9b::'), bits: 96, at: 12 },
  { bytes: bytesOf6('2002::'), bits: 16, at: 2 },
  { bytes: bytesOf6('::'), bits: 96, at: 12 },
] as const;

export function zoneOf(address: string): NetworkZone {
  const [bare = ''] = address.split('%');
  if (isIPv4(bare)) return zoneIn(blocks4, bytesOf4(bare)) ?? 'public';
  if (!isIPv6(bare)) return 'reserved';
  const bytes = bytesOf6(bare);
  const own = zoneIn(blocks6, bytes);
  if (own) return own;
  const inner = embedding.find((network) => isWithin(bytes, network));
  return inner ? (zoneIn(blocks4, bytes.slice(inner.at, inner.at + 4)) ?? 'public') : 'public';
}

/**
 * Returns undefined for names other than localhost (RFC 6761). `URL` has already normalised 2130706433, 0x7f.1 and the
 * like.
 */
export function zoneOfHost(hostname: string): NetworkZone | undefined {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  return isIPv4(literal) || isIPv6(literal) ? zoneOf(literal) : undefined;
}

function zoneIn(
  blocks: readonly { readonly bytes: readonly number[]; readonly bits: number; readonly zone: NetworkZone }[],
  bytes: readonly number[],
): NetworkZone | undefined {
  return blocks.find((block) => isWithin(bytes, block))?.zone;
}

function isWithin(
  bytes: readonly number[],
  network: { readonly bytes: readonly number[]; readonly bits: number },
): boolean {
  return network.bytes.every((byte, index) => {
    const hostBits = 8 - Math.min(8, Math.max(0, network.bits - 8 * index));
    return (bytes[index] ?? 0) >> hostBits === byte >> hostBits;
  });
}

function bytesOf4(address: string): number[] {
  return address.split('.').map(Number);
}

function bytesOf6(address: string): number[] {
  // The URL parser rewrites a dotted IPv4 ending as two groups.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const groupsOf = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  const gap = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...gap, ...last].flatMap((group) => [group >> 8, group & 0xff]);
}
