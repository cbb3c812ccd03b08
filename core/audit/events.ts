import type { RecordedEvent, DbTransaction } from '../platform/index.ts';

/**
 * A row as it stood. The whole view of it is kept; what stands here is what whoever reads the record may rely on. Views
 * belong to floors above, so they are told by their shape.
 */
interface HoldingState {
  id: string;
  portfolio: string;
  symbol: string;
  name: string | null;
  asset_class: string;
  currency: string;
  quantity: number;
  avg_buy_price: number | null;
  current_price: number | null;
  source: string;
}

interface TransactionState {
  id: string;
  portfolio: string;
  symbol: string;
  date: string;
  type: string;
  quantity: number;
  price: number | null;
  fee_tax: number;
  amount: number | null;
  currency: string;
  source: string;
}

interface PersonState {
  login: string;
  name: string;
}

interface Changed<T> {
  before: T;
  after: T;
}

interface PortfolioChange {
  name?: string | undefined;
  base_currency?: string | undefined;
  target_allocation?: object | null | undefined;
}

interface GoalState {
  name: string;
  type: string;
}

/** The amount as decimal text. */
interface SipPlanState {
  name: string;
  amount: string;
}

/** The balance as decimal text. */
interface LiabilityState {
  name: string;
  balance: string;
  currency: string;
}

/** The threshold as decimal text. */
interface AlertState {
  kind: string;
  threshold: string;
}

interface LedgerActionState {
  portfolio: string;
  /** In words: `TCS split 2 for 1, 2024-05-01`. */
  name: string;
  action: string;
  of: string;
  ex_date: string;
  source: string;
}

/** A backtest: what it is called, what it ranks by, and its days. */
interface RunState {
  name: string;
  strategy: string;
  from: string;
  to: string;
}

/** A run of AI research: the share and what was asked; with its end, how it ended. */
interface ResearchState {
  symbol: string;
  instrument_id: string;
  mode: string;
  status: string;
}

/** A policy: what it is called, and how its orders are marked. */
interface PolicyState {
  name: string;
  tag_code: string;
}

/** An instalment of a policy's schedule. */
interface ContributionState {
  policy_id: string;
  mode: string;
  nr: number;
  amount: string;
}

/** A plan: whose it is, what it was when it was decided on, and where that was. */
interface PlanState {
  policy: string;
  tag_code: string;
  digest: string;
  via: string;
}

interface ConnectionState {
  broker: string;
  label: string;
  role: string;
}

/** Everything that is put on record about a person's data: each kind with what it keeps. */
export interface AuditEvents {
  API_TOKEN_CREATED: { name: string; access: string };
  API_TOKEN_REVOKED: { name: string; access: string };
  PORTFOLIO_CREATED: { name: string };
  /** What was asked for. */
  PORTFOLIO_UPDATED: PortfolioChange;
  PORTFOLIO_DELETED: { name: string; holdings: number; transactions: number };
  HOLDING_CREATED: HoldingState;
  HOLDING_UPDATED: Changed<HoldingState>;
  HOLDING_DELETED: HoldingState;
  HOLDING_RESTORED: HoldingState;
  HOLDING_PRICED: { symbol: string; price: number; valuation_date: string };
  TRANSACTION_CREATED: TransactionState;
  TRANSACTION_UPDATED: Changed<TransactionState>;
  TRANSACTION_DELETED: TransactionState;
  /** One of its own, or all of a symbol with their number. */
  TRANSACTION_RESTORED: TransactionState | { portfolio: string; transactions: number };
  SYMBOL_REMOVED: { portfolio: string; transactions: number };
  GOAL_CREATED: GoalState;
  GOAL_UPDATED: GoalState;
  GOAL_DELETED: GoalState;
  GOAL_LINKED: { to: string; percentage: number };
  GOAL_UNLINKED: { to: string };
  SIP_PLAN_CREATED: SipPlanState;
  SIP_PLAN_UPDATED: SipPlanState;
  SIP_PLAN_DELETED: SipPlanState;
  INCOME_RECOMPUTED: { added: number; changed: number; cancelled: number };
  WATCHLIST_ADDED: { symbol: string };
  WATCHLIST_REMOVED: { symbol: string; alerts: number };
  ALERT_CREATED: AlertState;
  ALERT_UPDATED: AlertState;
  ALERT_DELETED: AlertState;
  ASSISTANT_HISTORY_ERASED: { turns: number };
  LIABILITY_CREATED: LiabilityState;
  LIABILITY_UPDATED: LiabilityState;
  LIABILITY_DELETED: LiabilityState;
  FUND_HOLDINGS_REPLACED: {
    as_of: string;
    source: string;
    stocks: number;
    /** Null where nothing was on record of that day. */
    stocks_before: number | null;
    weight_sum_pct: number;
  };
  FUND_HOLDINGS_DELETED: { as_of: string; source: string; stocks: number };
  LEDGER_ACTION_APPLIED: LedgerActionState;
  LEDGER_ACTION_DECLINED: LedgerActionState;
  LEDGER_ACTION_UNDONE: LedgerActionState;
  /** In words: `accepted: TCS, bought 10 at INR 100 on 1 Apr 2026: price 100 → 101`. */
  BROKER_CHANGE_DECIDED: { portfolio: string; symbol: string; name: string };
  BROKER_CHANGE_UNDONE: { portfolio: string; symbol: string; name: string };
  IMPORT_COMMITTED: {
    file_name: string | null;
    /** Null for what no importer was known for. */
    format: string | null;
    mode: string;
    imported: number;
    skipped: number;
    replaced: number;
  };
  /** Numbers of ended keys, in words; null for none. */
  SIGNED_OUT_EVERYWHERE: { ended: string | null };
  PERSON_ADDED: PersonState;
  PERSON_PAUSED: PersonState;
  PERSON_RESUMED: PersonState;
  PERSON_REMOVED: PersonState;
  HOUSEHOLD_JOINED: Record<string, never>;
  HOUSEHOLD_LEFT: Record<string, never>;
  IMPORT_ROW_MENDED: { file_name: string | null; row: number; imported: number };
  IMPORT_ROW_DISMISSED: { file_name: string | null; row: number };
  IMPORT_UNDONE: { file_name: string | null; removed: number; restored: number };
  RUN_CREATED: RunState;
  RUN_CANCELLED: RunState;
  RUN_DELETED: RunState;
  AI_RESEARCH_REQUESTED: ResearchState & { cutoff: string | null; retry_of: string | null };
  /** With a report whose required sections are all covered. */
  AI_RESEARCH_COMPLETED: ResearchState;
  /** Ended with less than that: PARTIAL or REVIEW_REQUIRED, with the reason. */
  AI_RESEARCH_PARTIAL: ResearchState & { error: string | null };
  AI_RESEARCH_FAILED: ResearchState & { error: string | null };
  AI_RESEARCH_CANCELLED: ResearchState;
  AI_RESEARCH_BASELINE_SET: { run_id: string; symbol: string; portfolio_id: string | null };
  AI_RESEARCH_BASELINE_REPLACED: { run_id: string; replaced_run_id: string; symbol: string };
  /** A comparison is on record, whatever it came to; null where there was nothing to compare with. */
  AI_RESEARCH_DRIFT_DETECTED: {
    run_id: string;
    symbol: string;
    baseline_run_id: string | null;
    classification: string;
  };
  /** An outcome is final. Percentage points; null where a close never came. */
  AI_RESEARCH_OUTCOME_EVALUATED: {
    run_id: string;
    symbol: string;
    horizon_days: number;
    return_pct: number | null;
    benchmark: string | null;
    benchmark_return_pct: number | null;
  };
  /** Dossiers that a person put beside a promotion: provenance alone. */
  AI_RESEARCH_PROMOTION_EVIDENCE_ATTACHED: { name: string; run_ids: string[] };
  /** The kinds above are fixed by name and number (research/Events), so that an unpin is none of them. */
  THESIS_BASELINE_CLEARED: { run_id: string; symbol: string; portfolio_id: string | null };
  POLICY_CREATED: PolicyState;
  /** With the backtest that it came from, and what its validation said. */
  PROMOTED: PolicyState & { run_id: string; validation: string; initial_capital: string };
  POLICY_PAUSED: PolicyState;
  POLICY_RESUMED: PolicyState;
  POLICY_RETIRED: PolicyState;
  POLICY_DELETED: PolicyState;
  CONTRIBUTIONS_SCHEDULED: { policy_id: string; amount: string; frequency: string; start_date: string };
  CONTRIBUTIONS_CANCELLED: { policy_id: string; amount: string; frequency: string; start_date: string };
  CONTRIBUTION_CONFIRMED: ContributionState & { reference: string | null; attested: boolean };
  CONTRIBUTION_APPLIED: ContributionState & { units: string; nav: string };
  CONTRIBUTION_DEFERRED: ContributionState & { until: string };
  CONTRIBUTION_SKIPPED: ContributionState;
  CONTRIBUTION_CANCELLED: ContributionState;
  /** What was reserved for it is spent. */
  CONTRIBUTION_RECONCILED: ContributionState & { reference: string };
  /** Trades over a connection from now on, with rupees of its own; what validation said at that moment. */
  POLICY_WENT_LIVE: PolicyState & { connection_id: string; capital: string; validation: string };
  /** Whether it buys a liquid fund with spare cash without asking. */
  POLICY_SWEEP_SWITCHED: PolicyState & { symbol: string | null; enabled: boolean };
  PLAN_APPROVED: PlanState & { orders: number; excluded: number };
  PLAN_REJECTED: PlanState & { reason: string | null };
  /** An order that the broker's book did not show, or filled too late. */
  ORDER_SETTLED: { tag: string; symbol: string; settlement: string; reason: string };
  /** An approved order that was held at placement: sent as it is, or left out. */
  HELD_ORDER_ANSWERED: { tag: string; symbol: string; held: string; answer: string };
  DIFFERENCE_SETTLED: { kind: string; subject: string; reason: string };
  TRADING_PAUSED: Record<string, never>;
  TRADING_RESUMED: Record<string, never>;
  /** Rupees above which a plan is approved by typing, as decimal text; null: a tap is enough. */
  APPROVAL_LIMIT_SET: Changed<string | null>;
  /** Providers of models: whose keys came and went, never a key. */
  AI_PROVIDERS_CHANGED: {
    preferred_provider: string;
    failover: string[];
    keys_set: string[];
    keys_removed: string[];
    gateway_model: string | null;
    base_urls: Record<string, string>;
    leave_out_amounts: boolean;
    agreed_to: string[];
  };
  AI_PROVIDERS_RESET: Record<string, never>;
  CONNECTION_CREATED: ConnectionState;
  /** With the names of the credentials that are new, or with the answer to which portfolio it is. */
  CONNECTION_UPDATED: ConnectionState &
    (
      | { credentials_changed: string[] }
      | { portfolio_answer: string; portfolio_id: string | null }
      | { trade_name: string; symbol: string | null }
    );
  CONNECTION_DELETED: ConnectionState;
  CONNECTION_LOGGED_IN: { broker: string; label: string };
  CONNECTION_SYNCED: {
    broker: string;
    label: string;
    holdings: number;
    trades_new: number;
    /** Rows that were left out, by reason. */
    left_out: Record<string, number>;
  };
}

/**
 * Writes an event in the transaction of the change it records; mutations do so by `change.record`. Append-only: the
 * restricted role cannot update or delete.
 */
export async function recordEvent(trx: DbTransaction, event: RecordedEvent<AuditEvents>): Promise<void> {
  await trx('evidence.events').insert({
    owner_user_id: event.userId,
    actor: event.actor,
    at: event.at,
    kind: event.kind,
    subject: event.subject,
    data: JSON.stringify(event.data),
    pillar: event.kind.startsWith('AI_RESEARCH_') ? 'research' : null,
  });
}

/** True if the person of the transaction has events by another actor than this one, jobs aside. */
export async function hasEventsBesides(trx: DbTransaction, actor: string): Promise<boolean> {
  const found = (await trx('evidence.events')
    .whereNot({ actor })
    .whereRaw("actor not like 'job:%'")
    .first('id')) as object | undefined;
  return found !== undefined;
}
