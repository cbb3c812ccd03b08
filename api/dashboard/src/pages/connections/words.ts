import { clockTime, day } from '../../../../../charts/index.ts';
import type { Connection, ConnectionRole, SyncCounts, SyncState } from '../../api/types.ts';

/** What a state is called on the page, and the colour that goes with the word. */
export const STATES: Readonly<Record<SyncState, { label: string; color: string }>> = {
  PENDING: { label: 'Not synced yet', color: 'gray' },
  RUNNING: { label: 'Syncing', color: 'ink' },
  OK: { label: 'Up to date', color: 'teal' },
  FAILED: { label: 'Failed', color: 'orange' },
  NEEDS_LOGIN: { label: 'Needs your login', color: 'orange' },
  NEEDS_OTP: { label: 'Needs a one-time password', color: 'orange' },
  NEEDS_PORTFOLIO: { label: 'Which portfolio?', color: 'orange' },
  OFF: { label: 'Switched off', color: 'gray' },
};

export const ROLES: Readonly<Record<ConnectionRole, { label: string; meaning: string }>> = {
  SYNC: { label: 'Sync', meaning: 'Munim reads holdings and trades from the broker.' },
  'TRADING+SYNC': {
    label: 'Trading and sync',
    meaning: 'Munim reads holdings and trades, fetches prices here first, and a policy may trade through it.',
  },
  TRADING: { label: 'Trading', meaning: 'A policy may trade through it. Nothing is synced.' },
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** "12 minutes ago, at 14:30"; the day where it was not today. The server's clock may be a little ahead of this one. */
export function ago(at: string, now: number): string {
  const time = Date.parse(at);
  const past = now - time;
  if (past < MINUTE) return 'just now';
  return past < 12 * HOUR ? `${spell(past)} ago, at ${clockTime(time)}` : `${day(at)}, ${clockTime(time)}`;
}

/** "In 12 minutes, at 14:30"; "Tomorrow at 14:30"; the day where it is later. */
function ahead(at: string, now: number): string {
  const time = Date.parse(at);
  const left = time - now;
  if (left < 12 * HOUR) return `In ${spell(left)}, at ${clockTime(time)}`;
  return `${day(at) === day(now + 24 * HOUR) ? 'Tomorrow' : day(at)} at ${clockTime(time)}`;
}

const spell = (span: number): string =>
  span < HOUR ? counted(Math.max(1, span / MINUTE), 'minute') : counted(span / HOUR, 'hour');

/** When the next sync is tried, or why none is. */
export function nextAttempt({ role, sync }: Pick<Connection, 'role' | 'sync'>, now: number): string {
  if (role === 'TRADING') return 'None. Its role is trading only.';
  if (sync.next_due_at === null) {
    if (sync.state === 'OFF') return 'None while the broker is switched off.';
    return 'None until you act.';
  }
  return Date.parse(sync.next_due_at) <= now
    ? 'Due now. It starts within five minutes.'
    : `${ahead(sync.next_due_at, now)}.`;
}

/** "3 trades and 2 holdings are the same." */
export function inCommon({ executions, holdings }: { executions: number; holdings: number }): string {
  const parts = [
    ...(executions > 0 ? [counted(executions, 'trade')] : []),
    ...(holdings > 0 ? [counted(holdings, 'holding')] : []),
  ];
  return `${parts.join(' and ')} ${executions + holdings === 1 ? 'is' : 'are'} the same.`;
}

/** What a sync came to, in one sentence. */
export function countsInWords(counts: SyncCounts): string {
  const parts = [tradesInWords(counts)];
  if (counts.left_out > 0) {
    parts.push(
      `${counted(counts.left_out, 'row')} excluded: ${counts.left_out_reasons
        .map(({ count, words }) => `${number(count)} ${words}`)
        .join(', ')}.`,
    );
  }
  if (counts.prices_kept > 0) parts.push(`${counted(counts.prices_kept, 'newer price')} kept.`);
  if (counts.not_at_broker > 0) {
    parts.push(
      counts.not_at_broker === 1
        ? '1 holding is no longer at the broker. It stays here until you delete it.'
        : `${number(counts.not_at_broker)} holdings are no longer at the broker. They stay here until you delete them.`,
    );
  }
  return parts.join(' ');
}

function tradesInWords({ holdings, trades_read, trades_new, trades_known }: SyncCounts): string {
  if (trades_read === 0) return `${counted(holdings, 'holding')} read, no trades.`;
  const fresh = trades_new === 0 ? 'no new trade' : counted(trades_new, 'new trade');
  const known = trades_known === 0 ? '' : `, ${number(trades_known)} already recorded`;
  return `${counted(holdings, 'holding')} and ${counted(trades_read, 'trade')} read: ${fresh}${known}.`;
}

const number = (value: number): string => value.toLocaleString('en-IN');

function counted(value: number, noun: string): string {
  const whole = Math.round(value);
  return `${number(whole)} ${noun}${whole === 1 ? '' : 's'}`;
}

/** The token in what a person brings from the broker's page: the address they were sent to, or the token itself. */
export function requestTokenIn(text: string): string {
  const given = text.trim();
  return /[?&](?:request_token|tokenId|token)=([^&#\s]+)/i.exec(given)?.[1] ?? given;
}
