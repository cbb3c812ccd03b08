import type { Decimal } from '../../platform/index.ts';
import { ACTIVITY_EFFECTS, type TransactionType } from '../../portfolio/index.ts';
import type { EventFacts, IncomeFacts, TransactionFacts } from './activity-store.ts';
import type { SyncAttempt } from './sync-states.ts';
import type { ActivityRow } from './view.ts';

type DescribedActivity = Pick<
  ActivityRow,
  'action' | 'title' | 'detail' | 'date' | 'source' | 'actor' | 'symbol' | 'amount' | 'currency'
>;

export function describeTransaction(row: TransactionFacts): DescribedActivity {
  const { type, symbol, quantity, currency, source } = row;
  const units = quantity.isZero() ? '' : `${plain(quantity)} `;
  return {
    action: type,
    title: type === 'SPLIT' ? `SPLIT ${symbol}, ${plain(quantity)} for 1` : `${type} ${units}${symbol}`,
    detail: row.import_file === null ? null : `From ${row.import_file}`,
    date: row.trade_date,
    source,
    actor: null,
    symbol,
    amount: amountOf(row),
    currency,
  };
}

/** Before charges, as the ledger shows it; null where no money moves. */
function amountOf({ type, quantity, price }: TransactionFacts): number | null {
  if (ACTIVITY_EFFECTS[type as TransactionType].cash === 0) return null;
  return (quantity.isZero() ? price : quantity.times(price)).toNumber();
}

export function describeIncome(row: IncomeFacts): DescribedActivity {
  return {
    action: row.status,
    title: `${capital(row.kind)} of ${row.symbol}, ${row.status.toLowerCase()}`,
    detail: row.note,
    date: row.day,
    source: row.source,
    actor: null,
    symbol: row.symbol,
    amount: row.gross_amount?.toNumber() ?? null,
    currency: row.currency,
  };
}

/** What was done, by the kind of the event; `{}` is what it was done to. */
const DEEDS: Readonly<Record<string, string>> = {
  AI_PROVIDERS_CHANGED: 'Model providers changed',
  AI_PROVIDERS_RESET: 'Model providers reset',
  API_TOKEN_CREATED: 'API token {} created',
  API_TOKEN_REVOKED: 'API token {} revoked',
  PORTFOLIO_CREATED: 'Portfolio {} added',
  PORTFOLIO_UPDATED: 'Portfolio {} changed',
  PORTFOLIO_DELETED: 'Portfolio {} deleted',
  HOLDING_CREATED: 'Holding {} added',
  HOLDING_UPDATED: 'Holding {} changed',
  HOLDING_DELETED: 'Holding {} deleted',
  HOLDING_RESTORED: 'Holding {} restored',
  HOLDING_PRICED: 'Price of {} set',
  TRANSACTION_UPDATED: 'Transaction of {} changed',
  TRANSACTION_DELETED: 'Transaction of {} deleted',
  TRANSACTION_RESTORED: 'Transaction of {} restored',
  GOAL_CREATED: 'Goal {} added',
  GOAL_UPDATED: 'Goal {} changed',
  GOAL_DELETED: 'Goal {} deleted',
  GOAL_LINKED: '{} counts towards a goal',
  GOAL_UNLINKED: '{} no longer counts towards a goal',
  SIP_PLAN_CREATED: 'SIP plan {} added',
  SIP_PLAN_UPDATED: 'SIP plan {} changed',
  SIP_PLAN_DELETED: 'SIP plan {} deleted',
  INCOME_RECOMPUTED: 'Income recalculated',
  WATCHLIST_ADDED: '{} added to watchlist',
  WATCHLIST_REMOVED: '{} removed from watchlist',
  ALERT_CREATED: 'Alert set',
  ALERT_UPDATED: 'Alert changed',
  ALERT_DELETED: 'Alert deleted',
  ASSISTANT_HISTORY_ERASED: 'Assistant history erased',
  LIABILITY_CREATED: 'Liability {} added',
  LIABILITY_UPDATED: 'Liability {} changed',
  LIABILITY_DELETED: 'Liability {} deleted',
  FUND_HOLDINGS_REPLACED: 'Holdings of fund {} saved',
  FUND_HOLDINGS_DELETED: 'Holdings of fund {} deleted',
  SYMBOL_REMOVED: '{} removed with its transactions',
  LEDGER_ACTION_APPLIED: 'Corporate action applied: {}',
  LEDGER_ACTION_DECLINED: 'Corporate action declined: {}',
  LEDGER_ACTION_UNDONE: 'Corporate action undone: {}',
  BROKER_CHANGE_DECIDED: 'Change by a broker {}',
  BROKER_CHANGE_UNDONE: 'Decision about a change by a broker undone: {}',
  IMPORT_COMMITTED: '{} imported',
  SIGNED_OUT_EVERYWHERE: 'Signed out everywhere',
  PERSON_ADDED: '{} added to this installation',
  PERSON_PAUSED: '{} paused',
  PERSON_RESUMED: '{} may sign in again',
  PERSON_REMOVED: '{} removed with all records',
  HOUSEHOLD_JOINED: 'Totals shown to the household',
  HOUSEHOLD_LEFT: 'Totals no longer shown to the household',
  IMPORT_ROW_MENDED: 'A row of {} mended and imported',
  IMPORT_ROW_DISMISSED: 'A row of {} dismissed',
  IMPORT_UNDONE: 'Import of {} undone',
  RUN_CREATED: 'Backtest {} started',
  RUN_CANCELLED: 'Backtest {} cancelled',
  RUN_DELETED: 'Backtest {} deleted',
  AI_RESEARCH_REQUESTED: 'AI research of {} started',
  AI_RESEARCH_COMPLETED: 'AI research of {} completed',
  AI_RESEARCH_PARTIAL: 'AI research of {} ended without an approved report',
  AI_RESEARCH_FAILED: 'AI research of {} failed',
  AI_RESEARCH_CANCELLED: 'AI research of {} cancelled',
  AI_RESEARCH_BASELINE_SET: 'Thesis of {} pinned',
  AI_RESEARCH_BASELINE_REPLACED: 'Thesis of {} replaced',
  THESIS_BASELINE_CLEARED: 'Thesis of {} unpinned',
  AI_RESEARCH_DRIFT_DETECTED: 'Thesis of {} compared',
  AI_RESEARCH_OUTCOME_EVALUATED: 'Outcome of AI research of {} measured',
  AI_RESEARCH_PROMOTION_EVIDENCE_ATTACHED: 'AI research attached to policy {}',
  POLICY_CREATED: 'Policy {} added',
  PROMOTED: 'Policy {} created from a backtest',
  POLICY_PAUSED: 'Policy {} paused',
  POLICY_RESUMED: 'Policy {} resumed',
  POLICY_RETIRED: 'Policy {} retired',
  POLICY_SWEEP_SWITCHED: 'Sweep of policy {} changed',
  POLICY_DELETED: 'Policy {} deleted',
  CONNECTION_CREATED: 'Connection {} added',
  CONNECTION_UPDATED: 'Connection {} changed',
  CONNECTION_DELETED: 'Connection {} deleted',
  CONNECTION_LOGGED_IN: '{} logged in',
  CONNECTION_SYNCED: '{} synced',
};

/** Events whose subject is a symbol, and not the id of a row. */
const OF_SYMBOLS: ReadonlySet<string> = new Set([
  'SYMBOL_REMOVED',
  'FUND_HOLDINGS_REPLACED',
  'FUND_HOLDINGS_DELETED',
]);

/** An event of the audit record; one of a kind without words of its own is called by its name. */
export function describeEvent({ kind, actor, subject, data }: EventFacts): DescribedActivity {
  const after = (data['after'] ?? {}) as Record<string, unknown>;
  const text = (name: string) => textOf(data[name]) ?? textOf(after[name]);
  const symbol = text('symbol') ?? (OF_SYMBOLS.has(kind) ? subject : null);
  const what = symbol ?? text('name') ?? text('label') ?? text('file_name') ?? text('to');
  const deed = DEEDS[kind] ?? capital(kind.replaceAll('_', ' '));
  const currency = text('currency');
  // a balance is an amount like others, where its record names the currency
  const { balance, ...others } = data;
  const amount = numberOf(data['amount'] ?? after['amount'] ?? (currency === null ? null : balance));
  return {
    action: kind,
    title:
      what === null
        ? capital(deed.replace('{}', '').replace(/\s+/g, ' ').trim(), 'keep')
        : deed.replace('{}', () => what),
    detail:
      (kind === 'AI_RESEARCH_DRIFT_DETECTED' ? VERDICTS[String(data['classification'])] : null) ??
      countsOf(currency === null ? data : others),
    date: null,
    source: kind.startsWith('CONNECTION_') ? (text('broker') ?? doorOf(actor)) : doorOf(actor),
    actor,
    symbol,
    amount,
    currency,
  };
}

/** How a thesis stands against its baseline. */
const VERDICTS: Readonly<Record<string, string>> = {
  STRENGTHENING: 'Stronger than its baseline',
  UNCHANGED: 'Unchanged',
  WEAKENING: 'Weaker than its baseline',
  INSUFFICIENT_EVIDENCE: 'Nothing to compare it with',
};

const COUNTS: readonly (readonly [string, string])[] = [
  ['trades_new', 'new transactions'],
  ['holdings', 'holdings'],
  ['imported', 'rows imported'],
  ['skipped', 'skipped'],
  ['replaced', 'replaced'],
  ['added', 'added'],
  ['changed', 'changed'],
  ['cancelled', 'cancelled'],
  ['transactions', 'transactions'],
  ['price', 'price'],
  ['balance', 'balance'],
  ['horizon_days', 'sessions'],
];

function countsOf(data: Record<string, unknown>): string | null {
  const said = COUNTS.flatMap(([name, words]) => {
    const value = numberOf(data[name]);
    return value === null ? [] : [`${words} ${grouped(value)}`];
  });
  const share = numberOf(data['percentage']);
  if (share !== null) said.push(`${grouped(share)} %`);
  return said.length === 0 ? null : capital(said.join(', '), 'keep');
}

/** `35,00,000`, as amounts are written everywhere else. */
const grouped = (value: number): string => value.toLocaleString('en-IN', { maximumFractionDigits: 10 });

const STATES: Readonly<Record<string, string>> = {
  OK: 'completed',
  RUNNING: 'is running',
  FAILED: 'failed',
  NEEDS_LOGIN: 'needs a login',
  NEEDS_OTP: 'needs a one-time password',
  NEEDS_PORTFOLIO: 'needs you to choose a portfolio',
  PENDING: 'is due',
  OFF: 'is switched off',
};

export function describeSync({ broker, label, state, reason_code }: SyncAttempt): DescribedActivity {
  return {
    action: state,
    title: `Sync of ${label} ${STATES[state] ?? state.toLowerCase()}`,
    detail: reason_code === null ? null : capital(reason_code.replaceAll('_', ' ')),
    date: null,
    source: broker,
    actor: null,
    symbol: null,
    amount: null,
    currency: null,
  };
}

const doorOf = (actor: string): string => actor.split(':')[0] ?? actor;
const plain = (value: Decimal): string => value.toDecimalPlaces(6).toFixed();
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function capital(text: string, rest: 'lower' | 'keep' = 'lower'): string {
  return `${text.charAt(0).toUpperCase()}${rest === 'lower' ? text.slice(1).toLowerCase() : text.slice(1)}`;
}
