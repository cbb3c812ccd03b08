import { createHash } from 'node:crypto';
import type { Access, BrokerSession, Secrets } from '../adapter.ts';
import { BrokerFailure } from '../failure.ts';
import { unreadable } from './dhan-errors.ts';
import { isRow, type Row, textOf } from './figures.ts';
import { DAY_MS } from '../../platform/index.ts';

/** Which entered token a session goes back to: once another one is entered, the session is of no use. */
const originOf = (credentials: Secrets) =>
  createHash('sha256')
    .update(credentials['access_token']?.trim() ?? '')
    .digest('hex')
    .slice(0, 16);

/** The session that goes back to the token that stands in the credentials now; null where there is none. */
export function sessionOf({ credentials, session }: Access): BrokerSession | null {
  return session?.values['origin'] === originOf(credentials) ? session : null;
}

/** A session of a token and what `/profile` says of it. */
export function profiledSession(
  credentials: Secrets,
  token: string,
  profile: unknown,
  now: Date,
): BrokerSession {
  if (!isRow(profile)) throw unreadable('a profile');
  checkPerson(credentials, profile);
  if (textOf(profile['dhanClientId']) === '') throw unreadable('a profile');
  const end = momentOf(profile['tokenValidity']);
  if (end !== null && end <= now)
    throw new BrokerFailure('CREDENTIALS_REJECTED', "Dhan's token has expired.");
  // When it was made is not told. It lives for 24 hours at most, so it is at least this old.
  const begun = end === null ? now : new Date(Math.min(now.getTime(), end.getTime() - DAY_MS));
  return {
    values: { access_token: token, origin: originOf(credentials) },
    issued_at: begun,
    expires_at: end,
  };
}

/** The session of a renewed token; older answers have `token` and no time, and a token then lives for 24 hours. */
export function renewedSession(credentials: Secrets, answer: unknown, now: Date): BrokerSession {
  const row = isRow(answer) && isRow(answer['data']) ? answer['data'] : answer;
  if (!isRow(row)) throw unreadable('a token');
  checkPerson(credentials, row);
  const token = textOf(row['accessToken']) || textOf(row['token']);
  if (token === '') throw unreadable('a token');
  const stated = momentOf(row['expiryTime']);
  return {
    values: { access_token: token, origin: originOf(credentials) },
    issued_at: now,
    expires_at: stated !== null && stated > now ? stated : new Date(now.getTime() + DAY_MS),
  };
}

/** Somebody else's token would mix two people's books. */
function checkPerson(credentials: Secrets, row: Row): void {
  const stated = textOf(row['dhanClientId']);
  if (stated !== '' && stated !== credentials['client_id']?.trim())
    throw new BrokerFailure('CREDENTIALS_REJECTED', "Dhan's token belongs to a different client ID.");
}

/**
 * `30/03/2025 15:37` and `2025-03-30T15:37:00`, which are Indian time without saying so, or a time with its zone; null
 * for anything else.
 */
export function momentOf(value: unknown): Date | null {
  const text = textOf(value);
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4})[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? [];
  const iso = day === undefined ? text.replace(' ', 'T') : `${year}-${month}-${day}T${time}`;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso)) return null;
  const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}+05:30`);
  return Number.isNaN(at.getTime()) || at.getTime() < 0 ? null : at;
}
