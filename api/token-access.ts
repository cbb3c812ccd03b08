import type { IncomingMessage } from 'node:http';
import { API_TOKEN_PREFIX, pausedPerson, type Principal } from '../core/identity/index.ts';
import { sessionOfIngest } from '../core/options/index.ts';
import { Problem } from '../core/platform/index.ts';
import type { ApiContext } from './context.ts';
import type { Route } from './route.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/** The token of an `Authorization: Bearer` header; null without one. */
export function bearerToken(req: IncomingMessage): string | null {
  const header = req.headers.authorization;
  return header === undefined ? null : (BEARER.exec(header)?.[1] ?? null);
}

/**
 * The API token of a request, real or not; null without one. Where it is given, it alone counts: a cookie beside it is not
 * looked at. Bearer tokens of other kinds belong to trading processes, or to a proxy in front.
 */
export function apiToken(req: IncomingMessage): string | null {
  const token = bearerToken(req);
  return token?.startsWith(API_TOKEN_PREFIX) === true ? token : null;
}

/** Which API tokens may call a route: all, those with full access, or none. */
type TokenRule = 'read_only' | 'full' | 'never';

/** Unless the route says `never`: every token reads, and one with full access changes. */
export function tokenRule({ auth, method, tokens }: Pick<Route, 'auth' | 'method' | 'tokens'>): TokenRule {
  if (auth === 'none' || tokens === 'never') return 'never';
  return method === 'GET' ? 'read_only' : 'full';
}

/** 401 for a token that was never made or is revoked; which of the two is not told. */
export function refusedToken(ctx: ApiContext): Problem {
  ctx.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  return new Problem(
    401,
    'INVALID_TOKEN',
    'This API token is wrong or was revoked. Create a new one in the dashboard under Settings, API tokens.',
  );
}

/** 401 for a token of a paused person. */
export function pausedToken(ctx: ApiContext): Problem {
  ctx.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  return pausedPerson();
}

/** Refuses what a token may not do; a person who asks passes. @throws Problem 403 TOKEN_NOT_ALLOWED, TOKEN_READ_ONLY */
export function refuseToken(rule: TokenRule, principal: Principal | null): void {
  const token = principal?.token;
  if (token === undefined || rule === 'read_only') return;
  if (rule === 'never')
    throw new Problem(
      403,
      'TOKEN_NOT_ALLOWED',
      'API tokens cannot do this. Sign in to the dashboard and do it there.',
    );
  if (token.access === 'read_only')
    throw new Problem(
      403,
      'TOKEN_READ_ONLY',
      'This API token is read-only. Use one with full access, from the dashboard under Settings, API tokens.',
    );
}

/** True for a trading process, false for the person or a script of theirs. */
export const isTradingProcess = ({ userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>): boolean =>
  sessionId === sessionOfIngest(userId);
