import { BlockList, isIP } from 'node:net';

const INWARD = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  INWARD.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  INWARD.addSubnet(address, bits, 'ipv6');

const INWARD_NAMES = /^(localhost|.*\.(localhost|local|internal|intranet|lan|home|home\.arpa|private|corp))$/;

/**
 * Whether an address names this machine or its network, as far as its text tells; a name that leads inward is found out when
 * it is connected to. The parser of addresses has brought every spelling of a number into one form before.
 */
export function pointsInward(address: string): boolean {
  const host = new URL(address).hostname.toLowerCase().replace(/\.$/, '');
  const ip = host.replace(/^\[|\]$/g, '');
  const version = isIP(ip);
  // A list of version 4 holds those that are written within version 6 as well.
  if (version !== 0) return INWARD.check(ip, version === 4 ? 'ipv4' : 'ipv6');
  return !host.includes('.') || INWARD_NAMES.test(host);
}

const LONGEST = 300;

/** What is wrong with an address that a person entered for a provider; null where nothing is. */
export function wrongAddress(text: string): string | null {
  if (text.length > LONGEST) return `must have at most ${LONGEST} characters.`;
  if (!URL.canParse(text)) return 'must be an address such as https://api.example.com/v1.';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'must begin with https://, because your key is sent there.';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password.';
  if (url.search !== '' || url.hash !== '') return 'must end with the path, without ? and #.';
  if (pointsInward(text))
    return 'must not lead into the network of this server. Its operator can set such an address in the environment.';
  return null;
}
