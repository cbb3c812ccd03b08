import type { FormattedString } from '@grammyjs/parse-mode';
import type { ConnectionRole, ConnectionView, SyncCounts, SyncState } from '../../core/brokers/index.ts';
import { bold, inline, lines } from './lines.ts';
import { count } from './numbers.ts';
import { ago, moment } from './times.ts';

const STATES: Readonly<Record<SyncState, string>> = {
  PENDING: 'Waits for its first sync',
  RUNNING: 'Being synced now',
  OK: 'In step with the broker',
  FAILED: 'The last sync failed',
  NEEDS_LOGIN: 'Needs you to log in at the broker',
  NEEDS_OTP: 'Needs a one-time password',
  NEEDS_PORTFOLIO: 'Asks which portfolio it is',
  OFF: 'Switched off on this server',
};

/** States in which nothing happens before the person has done something. */
const WAITS_FOR_PERSON: ReadonlySet<SyncState> = new Set<SyncState>([
  'NEEDS_LOGIN',
  'NEEDS_OTP',
  'NEEDS_PORTFOLIO',
]);

export const ROLE_WORDS: Readonly<Record<ConnectionRole, string>> = {
  SYNC: 'reads holdings and transactions',
  TRADING: 'may place orders one day, reads nothing',
  'TRADING+SYNC': 'reads, and may place orders one day',
};

/** "Zerodha AB1234", or the broker alone while the account is not known. */
export function whereTo({ broker_title, account }: ConnectionView): string {
  return account === null ? broker_title : `${broker_title} ${account}`;
}

/** What the connection is doing, why it stands still, and when it goes on, each in a sentence. */
export function connectionLines(view: ConnectionView, now: Date): FormattedString {
  const { state, reason, last_success_at, last_attempt_at, last_result } = view.sync;
  const isSynced = view.role !== 'TRADING';
  const tried = last_attempt_at !== null && last_attempt_at !== last_success_at && state !== 'OK';
  return lines(
    inline(bold(view.label), ` (${whereTo(view)})`),
    isSynced ? `${STATES[state]}.` : 'Is not synced: it is for orders alone.',
    isSynced && reason,
    isSynced && state === 'NEEDS_PORTFOLIO' && foundIn(view),
    isSynced && tried && `Tried ${ago(last_attempt_at, now)}.`,
    isSynced &&
      (last_success_at === null
        ? 'Never synced so far.'
        : `Synced ${ago(last_success_at, now)}${last_result === null ? '' : `: ${brief(last_result)}`}.`),
    isSynced && nextAttempt(view, now),
  );
}

/** "Zerodha has 58 of its trades and 12 of its holdings." for each portfolio that was found. */
function foundIn({ portfolio_question }: ConnectionView): string {
  return (portfolio_question?.portfolios ?? [])
    .map(({ name, executions, holdings }) => {
      const parts = [
        executions > 0 && count(executions, 'trade'),
        holdings > 0 && count(holdings, 'holding'),
      ].filter((part) => part !== false);
      return `${name} has ${parts.join(' and ')} of it.`;
    })
    .join(' ');
}

/** Everything about one connection. */
export function connectionCard(view: ConnectionView, now: Date): FormattedString {
  const given = view.credentials.filter(({ present }) => present);
  const missing = view.credentials.filter(({ present }) => !present);
  return lines(
    connectionLines(view, now),
    `Into the portfolio ${view.portfolio}; it ${ROLE_WORDS[view.role]}.`,
    given.length > 0 &&
      `Entered: ${given.map(({ label, last4 }) => (last4 === null ? label : `${label} …${last4}`)).join(', ')}.`,
    missing.length > 0 && `Not entered: ${missing.map(({ label }) => label).join(', ')}.`,
    view.token.expires_at !== null && `Logged in until ${moment(view.token.expires_at)}.`,
  );
}

function nextAttempt({ sync }: ConnectionView, now: Date): string | null {
  if (sync.state === 'RUNNING') return null;
  if (sync.next_due_at === null)
    return WAITS_FOR_PERSON.has(sync.state) || sync.reason !== null
      ? 'Nothing is tried before you have acted.'
      : null;
  return new Date(sync.next_due_at) <= now
    ? 'The next attempt is due now.'
    : `Next attempt ${moment(sync.next_due_at)}.`;
}

function brief(counts: SyncCounts): string {
  return `${count(counts.holdings, 'holding')}, ${count(counts.trades_new, 'new transaction')}`;
}

function leftOut({ left_out_reasons }: SyncCounts): string {
  return left_out_reasons.map(({ count: rows, words }) => `${rows} ${words}`).join(', ');
}

/** What a sync brought, with every number that is not nought. */
export function syncedLines(view: ConnectionView, counts: SyncCounts, now: Date): FormattedString {
  const { trades_read, trades_new, trades_known, prices_kept, left_out, not_at_broker } = counts;
  return lines(
    bold(`${view.label} is in step with ${view.broker_title}`),
    `${count(counts.holdings, 'holding')} read.`,
    trades_read === 0
      ? 'No transactions in the days that were read.'
      : `${count(trades_read, 'transaction')} read: ${trades_new} new, ${trades_known} known before.`,
    prices_kept > 0 && `${count(prices_kept, 'price')} kept as refreshed here.`,
    left_out > 0 && `${count(left_out, 'row')} left out: ${leftOut(counts)}.`,
    not_at_broker > 0 &&
      `${count(not_at_broker, 'holding')} here that the broker does not have; nothing was deleted.`,
    nextAttempt(view, now),
  );
}

/** Why a sync brought nothing, and what helps. */
export function notSyncedLines(view: ConnectionView, now: Date): FormattedString {
  if (WAITS_FOR_PERSON.has(view.sync.state))
    return lines(
      bold(`${view.label} waits for you`),
      view.sync.reason,
      view.sync.state === 'NEEDS_PORTFOLIO' && foundIn(view),
    );
  return lines(
    bold(`${view.label} could not be synced`),
    `${STATES[view.sync.state]}.`,
    view.sync.reason,
    'What was synced before is unchanged.',
    nextAttempt(view, now),
  );
}
