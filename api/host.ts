import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type Config, Problem } from '../core/platform/index.ts';

/** Names are shown no longer than the longest that there are. */
const LONGEST_NAME = 253;
const HEALTH_CHECKS = new Set(['/healthz', '/readyz']);

/**
 * Refuses requests that were sent to another name than one of ours. A page of somebody else can have its own name lead to
 * this machine (DNS rebinding), and is then of the same origin as what it reads here; the Host header still says its name.
 * X-Forwarded-Host is not believed: any script can send it.
 *
 * Ours are IP addresses and the loopback names, which nobody else can have lead anywhere (a browser takes `localhost` for its
 * own machine, from where a port may be forwarded); the names of HOST and PUBLIC_URL, and those of ALLOWED_HOSTS. Ports do
 * not matter. The checks of a proxy or an orchestrator may come without a name.
 */
export function createHostCheck(config: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'ALLOWED_HOSTS'>) {
  const { HOST, PUBLIC_URL, ALLOWED_HOSTS } = config;
  const known = new Set(
    [HOST, ...ALLOWED_HOSTS, ...(PUBLIC_URL === null ? [] : [new URL(PUBLIC_URL).host])].map(nameOf),
  );

  /** @throws Problem 400 BAD_REQUEST without a Host, 421 MISDIRECTED_REQUEST for one that is not ours. */
  return ({ headers, url = '' }: IncomingMessage): void => {
    const { host = '' } = headers;
    if (host === '' && HEALTH_CHECKS.has(url)) return;
    if (host === '')
      throw new Problem(400, 'BAD_REQUEST', 'The Host header is missing. Set it to the name of this server.');
    const name = nameOf(host);
    if (isIP(name) !== 0 || known.has(name)) return;
    if (/(^|\.)localhost$/.test(name)) return;
    throw new Problem(
      421,
      'MISDIRECTED_REQUEST',
      `Munim does not answer to the name ${name.slice(0, LONGEST_NAME)}. If this is your name for this server, add it to the setting ALLOWED_HOSTS and restart.`,
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
