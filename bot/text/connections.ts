import type { FormattedString } from '@grammyjs/parse-mode';
import type { ConnectionRole, ConnectionView, SyncCounts, SyncState } from '../../core/brokers/index.ts';
import { dayInWords } from '../../core/platform/index.ts';
import { bold, inline, lines } from './lines.ts';
import { count } from './numbers.ts';
import { ago, moment } from './times.ts';

const STATES: Readonly<Record<SyncState, string>> = {
  PENDING: 'Not synced yet',
  RUNNING: 'Syncing now',
  OK: 'Up to date',
  FAILED: 'The last sync failed',
  NEEDS_LOGIN: 'Needs you to log in at the broker',
  NEEDS_OTP: 'Needs a one-time password',
  NEEDS_PORTFOLIO: 'Needs you to choose a portfolio',
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
  TRADING: 'may place orders in future; does not sync',
  'TRADING+SYNC': 'reads holdings and transactions, and may place orders in future',
};

/** "Zerodha AB1234", or the broker alone while the account is not known. */
function whereTo({ broker_title, account }: ConnectionView): string {
  return account === null ? broker_title : `${broker_title} ${account}`;
}

/** What the connection is doing, why it stands still, and when it goes on, each in a sentence. */
export function connectionLines(view: ConnectionView, now: Date): FormattedString {
  const { state, reason, last_success_at, last_attempt_at, last_result } = view.sync;
  const isSynced = view.role !== 'TRADING';
  const tried = last_attempt_at !== null && last_attempt_at !== last_success_at && state !== 'OK';
  return lines(
    inline(bold(view.label), ` (${whereTo(view)})`),
    isSynced ? `${STATES[state]}.` : 'Not synced: it is for orders only.',
    isSynced && reason,
    isSynced && state === 'NEEDS_PORTFOLIO' && foundIn(view),
    isSynced && tried && `Last attempt ${ago(last_attempt_at, now)}.`,
    isSynced &&
      (last_success_at === null
        ? 'Never synced.'
        : `Synced ${ago(last_success_at, now)}${last_result === null ? '' : `: ${brief(last_result)}`}.`),
    ...askedLines(view),
    isSynced && nextAttempt(view, now),
  );
}

/** The open questions about names of trades, a sentence each. */
export function askedLines({ trade_names }: ConnectionView): string[] {
  return trade_names
    .filter(({ symbol }) => symbol === null)
    .map(
      ({ name, trades, from, to }) =>
        `${count(trades, 'trade')} of ${name} (${from === to ? dayInWords(from) : `${dayInWords(from)} to ${dayInWords(to)}`}) ${trades === 1 ? 'waits' : 'wait'}: which share?`,
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
      return `${name} already has ${parts.join(' and ')} of this account.`;
    })
    .join(' ');
}

/** Everything about one connection. */
export function connectionCard(view: ConnectionView, now: Date): FormattedString {
  const given = view.credentials.filter(({ present }) => present);
  const missing = view.credentials.filter(({ present }) => !present);
  return lines(
    connectionLines(view, now),
    `Portfolio ${view.portfolio}; it ${ROLE_WORDS[view.role]}.`,
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
      ? 'It will not try again until you act.'
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
    bold(`${view.label} is up to date with ${view.broker_title}`),
    `${count(counts.holdings, 'holding')} read.`,
    trades_read === 0
      ? 'No transactions in the days read.'
      : `${count(trades_read, 'transaction')} read: ${trades_new} new, ${trades_known} already recorded.`,
    prices_kept > 0 && `${count(prices_kept, 'newer price')} kept.`,
    left_out > 0 && `${count(left_out, 'row')} excluded: ${leftOut(counts)}.`,
    not_at_broker > 0 &&
      `${count(not_at_broker, 'holding')} here that the broker does not have. Nothing was deleted.`,
    ...askedLines(view),
    nextAttempt(view, now),
  );
}

/** Why a sync brought nothing, and what helps. */
export function notSyncedLines(view: ConnectionView, now: Date): FormattedString {
  if (WAITS_FOR_PERSON.has(view.sync.state))
    return lines(
      bold(`${view.label} needs you`),
      view.sync.reason,
      view.sync.state === 'NEEDS_PORTFOLIO' && foundIn(view),
    );
  return lines(
    bold(`${view.label} could not be synced`),
    `${STATES[view.sync.state]}.`,
    view.sync.reason,
    'Earlier synced records are unchanged.',
    nextAttempt(view, now),
  );
}
