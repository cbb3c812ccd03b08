import type { IncomingMessage } from 'node:http';
import { Problem } from '../core/platform/index.ts';
import { isLoopbackHost } from './address.ts';
import { apiToken } from './token-access.ts';

/** Name of the cookie that carries the session. */
export const SESSION_COOKIE = 'munim_session';
/** Name of the cookie of whoever asked for a sign-in code: only they can try it. */
export const ASKER_COOKIE = 'munim_sign_in';
/** Name of the cookie by which a browser is known in which somebody has signed in. */
export const BROWSER_COOKIE = 'munim_browser';

const valueOf = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([^;\\s]+)`);
const SESSION = valueOf(SESSION_COOKIE);
const ASKER = valueOf(ASKER_COOKIE);
const BROWSER = valueOf(BROWSER_COOKIE);
const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The session token of a request, or null. */
export function sessionToken(req: IncomingMessage): string | null {
  return cookieOf(req, SESSION);
}

/** What a request shows when somebody signs in: whom a code was sent to, and a browser that is known. Null without. */
export function signInCookies(req: IncomingMessage): { cookie: string | null; browser: string | null } {
  return { cookie: cookieOf(req, ASKER), browser: cookieOf(req, BROWSER) };
}

function cookieOf(req: IncomingMessage, name: RegExp): string | null {
  const header = req.headers.cookie;
  return header === undefined ? null : (name.exec(header)?.[1] ?? null);
}

export interface Origins {
  /** Address people open the dashboard at, when a proxy stands in front. */
  publicUrl: string | null;
  /** Believe X-Forwarded-Proto. */
  trustProxy: boolean;
}

/**
 * The Set-Cookie line of a session; without a token, the one that takes the cookie away. `Secure` everywhere but on
 * this machine itself, where browsers speak plain http.
 */
export function sessionCookie(
  req: IncomingMessage,
  origins: Origins,
  token: string | null,
  seconds: number,
): string {
  return setCookie(req, origins, `${SESSION_COOKIE}=${token ?? ''}; Path=/`, token === null ? 0 : seconds);
}

/** The Set-Cookie line of a cookie that only signing in gets to see. */
export function signInCookie(
  req: IncomingMessage,
  origins: Origins,
  name: typeof ASKER_COOKIE | typeof BROWSER_COOKIE,
  value: string,
  seconds: number,
): string {
  return setCookie(req, origins, `${name}=${value}; Path=/api/auth`, seconds);
}

function setCookie(req: IncomingMessage, origins: Origins, cookie: string, seconds: number): string {
  const isPrivate =
    origins.publicUrl?.startsWith('https:') !== true && isLoopbackHost(req.headers.host ?? '');
  return `${cookie}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isPrivate ? '' : '; Secure'}`;
}

/** True when the Origin header names the address this request was sent to, or the public one. */
export function isOwnOrigin(req: IncomingMessage, origins: Origins, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host, protocol, origin: given } = new URL(origin);
  if (origins.publicUrl !== null && new URL(origins.publicUrl).origin === given) return true;
  const forwarded = origins.trustProxy ? req.headers['x-forwarded-proto'] : undefined;
  const scheme = typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : 'http';
  return host === withoutDefaultPort(req.headers.host ?? '', scheme) && protocol === `${scheme}:`;
}

/** A browser leaves the usual port out of Origin; other clients may write it into Host. */
function withoutDefaultPort(host: string, scheme: string | undefined): string {
  return host.toLowerCase().replace(scheme === 'https' ? /:443$/ : /:80$/, '');
}

/**
 * Refuses a state-changing request that another site made a browser send. A request that carries the session cookie
 * must prove where it comes from; one without it must only not come from elsewhere. No browser adds an API token by itself,
 * so a request with one is like a request without a cookie.
 * @throws Problem 403 CROSS_SITE
 */
export function refuseCrossSite(req: IncomingMessage, origins: Origins): void {
  if (!UNSAFE.has(req.method ?? '')) return;
  const site = req.headers['sec-fetch-site'];
  const { origin } = req.headers;
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
  } else if (origin !== undefined) {
    if (isOwnOrigin(req, origins, origin)) return;
  } else if (sessionToken(req) === null || apiToken(req) !== null) return;
  throw new Problem(
    403,
    'CROSS_SITE',
    'This request seems to come from another site. In scripts, set the Origin header to the address of this server.',
  );
}
