import { readFile, statfs } from 'node:fs/promises';
import { sizeText } from '../platform/backup/index.ts';
import type { Check } from './check.ts';
import { found, ok, unknown } from './finding.ts';

const MEGABYTE = 1024 * 1024;
/** Less room than a backup and a day of logs need. */
const LITTLE_BYTES = 1024 * MEGABYTE;
const TOO_LITTLE_BYTES = 200 * MEGABYTE;

export const disk: Check = async ({ config: { DATA_DIR } }) => {
  const { bavail, bsize } = await statfs(DATA_DIR);
  const free = bavail * bsize;
  const line = `${sizeText(free)} free for ${DATA_DIR}.`;
  if (free >= LITTLE_BYTES) return ok(line);
  return found(
    free < TOO_LITTLE_BYTES ? 'FAILED' : 'WARNING',
    line,
    'Free some room, or move DATA_DIR to a larger disk: without room nothing can be saved.',
  );
};

/** Each browser, chat and process takes some of these. */
const FEW_FILES = 1024;

export const files: Check = async () => {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => null);
  const most = /^Max open files\s+(\d+|unlimited)/m.exec(text ?? '')?.[1];
  if (most === undefined) return unknown('This system does not say how many files a process may open.');
  if (most === 'unlimited' || Number(most) >= FEW_FILES) return ok(`A process may open ${most} files.`);
  return found(
    'WARNING',
    `A process may open ${most} files only.`,
    `Raise the limit to ${FEW_FILES} or more: ulimit -n, or LimitNOFILE= of the service.`,
  );
};

/** The address of Munim for browsers: HTTPS, and the proxy settings against the request itself. */
export const web: Check = async ({ config: { PUBLIC_URL, HOST, TRUST_PROXY }, request }) => {
  const isOpen = !/^(127\.|localhost$|::1$)/.test(HOST);
  if (request?.isProxied === true && !TRUST_PROXY)
    return found(
      'WARNING',
      'Requests come through a proxy, but Munim takes them all for the proxy’s own.',
      'Set TRUST_PROXY=1, so that limits and sessions count the real addresses.',
    );
  if (request?.isProxied === false && TRUST_PROXY)
    return found(
      'WARNING',
      'TRUST_PROXY is on, but this request came without a proxy’s headers.',
      'Let the proxy add X-Forwarded-For and X-Forwarded-Proto, or set TRUST_PROXY=0: anybody could claim any address.',
    );
  const isSecure = PUBLIC_URL?.startsWith('https:') === true || request?.isSecure === true;
  if (isSecure) return ok(`${PUBLIC_URL ?? 'The dashboard'} is reached by HTTPS.`);
  if (PUBLIC_URL === null && !isOpen) return ok('The dashboard is reached from this machine only.');
  return found(
    'WARNING',
    `${PUBLIC_URL ?? `The dashboard on ${HOST}`} is reached without HTTPS.`,
    'Put a proxy with HTTPS in front and set PUBLIC_URL to its https address: without it, codes and sessions can be read on the way.',
  );
};
