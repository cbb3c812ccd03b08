import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type Config, Problem } from '../core/platform/index.ts';
import { isLoopback } from './address.ts';

/** Names are shown no longer than the longest that there are. */
const LONGEST_NAME = 253;

/**
 * Refuses requests that were sent to another name than one of ours. A page of somebody else can have its own name lead to
 * this machine (DNS rebinding), and is then of the same origin as what it reads here; the Host header still says its name.
 * X-Forwarded-Host is not believed: any script can send it.
 *
 * Ours are IP addresses, since no name leads to them; the loopback names, for whoever is on this machine; the names of HOST and
 * PUBLIC_URL, and those of ALLOWED_HOSTS. Ports do not matter.
 */
export function createHostCheck(config: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'ALLOWED_HOSTS'>) {
  const { HOST, PUBLIC_URL, ALLOWED_HOSTS } = config;
  const known = new Set(
    [HOST, ...ALLOWED_HOSTS, ...(PUBLIC_URL === null ? [] : [new URL(PUBLIC_URL).host])].map(nameOf),
  );

  /** @throws Problem 400 BAD_REQUEST without a Host, 421 MISDIRECTED_REQUEST for one that is not ours. */
  return ({ headers, socket }: IncomingMessage): void => {
    const { host = '' } = headers;
    if (host === '')
      throw new Problem(
        400,
        'BAD_REQUEST',
        'The header Host is missing: name the server that you are asking.',
      );
    const name = nameOf(host);
    if (isIP(name) !== 0 || known.has(name)) return;
    if (/(^|\.)localhost$/.test(name) && isLoopback(socket.remoteAddress ?? '')) return;
    throw new Problem(
      421,
      'MISDIRECTED_REQUEST',
      `Munim does not answer to the name ${name.slice(0, LONGEST_NAME)}. If it is a name of your own for this server, add it to the setting ALLOWED_HOSTS and start again.`,
    );
  };
}

/** A host as it is compared: without port, brackets and the dot at the end, in small letters. */
function nameOf(host: string): string {
  const name = host.toLowerCase();
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(name)?.[1];
  if (bracketed !== undefined && isIP(bracketed) === 6) return bracketed;
  return isIP(name) === 6 ? name : name.replace(/:\d*$/, '').replace(/\.$/, '');
}
