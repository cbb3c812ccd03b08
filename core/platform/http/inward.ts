import { BlockList, isIP } from 'node:net';

/** Networks that are not the open internet, as the registries of IANA list them, and services of clouds for their own machines. */
const INWARD_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
const INWARD_V6 = [
  ['::1', 128],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Tunnels, which carry an address of the older kind.
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const;
/** Prefixes behind which an IPv4 address stands: mapped, compatible, translated. */
const CARRIERS = ['0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '0:0:0:0:0:0', '64:ff9b:0:0:0:0'];
/** Names that no public server has. */
const INWARD_NAMES =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|localdomain)$/;

const inward = new BlockList();
for (const [net, bits] of INWARD_V4) inward.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of INWARD_V6) inward.addSubnet(net, bits, 'ipv6');

/**
 * Whether an IP address points into this machine, its networks or its cloud, rather than to the open internet.
 * @param address in any spelling; what is no address points inward, to be safe
 */
export function isInwardAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(plain);
  if (family === 4) return inward.check(plain, 'ipv4');
  if (family === 0) return true;
  const groups = groupsOf(plain);
  const carried = CARRIERS.includes(groups.slice(0, 6).join(':')) ? dotted(groups) : null;
  return carried === null ? inward.check(plain, 'ipv6') : inward.check(carried, 'ipv4');
}

/**
 * Whether an address of a server points inward by its spelling alone. A name may still lead inward, which shows only when it
 * is looked up: `createConnection` does that.
 */
export function leadsInward(address: URL | string): boolean {
  const url = new URL(address);
  // The parser has brought odd spellings of IPv4 (0x7f.1, 2130706433, full-width digits) into the usual one.
  const host = url.hostname.replace(/\.$/, '').toLowerCase();
  if (host.startsWith('[') || isIP(host) !== 0) return isInwardAddress(host);
  return !host.includes('.') || INWARD_NAMES.test(host);
}

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  // As the parser writes it, an IPv4 part has become two groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

function dotted(groups: readonly string[]): string {
  return groups
    .slice(6)
    .flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 255];
    })
    .join('.');
}
