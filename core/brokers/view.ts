import type { Actor } from '../platform/index.ts';
import type { CommonPortfolio } from './sync/portfolio-sync.ts';
import type { BrokerName } from './adapter.ts';
import type { ReasonCode } from './failure.ts';
import type { LeftOutCount } from './left-out.ts';

export const ROLES = ['TRADING', 'SYNC', 'TRADING+SYNC'] as const;
export type ConnectionRole = (typeof ROLES)[number];

/** PENDING: never tried, or not since it was edited. RUNNING: a sync is under way. OK: the last one succeeded. */
export const SYNC_STATES = [
  'PENDING',
  'RUNNING',
  'OK',
  'FAILED',
  'NEEDS_LOGIN',
  'NEEDS_OTP',
  'NEEDS_PORTFOLIO',
  'OFF',
] as const;
export type SyncState = (typeof SYNC_STATES)[number];

/** Which portfolio a connection is, once that was asked. */
export type PortfolioAnswer = 'EXISTING' | 'SEPARATE';

/** Where to put the trades of an account that another portfolio has already. */
export interface PortfolioQuestion {
  /** Portfolios with the same trades or positions, those with most of them first. */
  portfolios: CommonPortfolio[];
  /** What the portfolio would be called that the connection gets otherwise. */
  separate: string;
  /** As it was answered so far; null while it is open. May be changed until the first rows are recorded. */
  answer: PortfolioAnswer | null;
}

export interface ConnectionView {
  id: string;
  broker: BrokerName;
  broker_title: string;
  label: string;
  role: ConnectionRole;
  /** As the broker knows the person; null before it is known. */
  account: string | null;
  /** Where its holdings and transactions go. */
  portfolio: string;
  /** Null where nothing is asked, or rows are recorded already. */
  portfolio_question: PortfolioQuestion | null;
  credentials: { name: string; label: string; present: boolean; last4: string | null }[];
  sync: {
    state: SyncState;
    reason_code: ReasonCode | null;
    /** The reason in words and what to do; null when there is none. */
    reason: string | null;
    last_success_at: string | null;
    last_attempt_at: string | null;
    /** Null when nothing is due before the person acts, and for a connection without a SYNC role. */
    next_due_at: string | null;
    /** Counts of the last successful sync; null before it. */
    last_result: SyncCounts | null;
  };
  token: { issued_at: string | null; expires_at: string | null };
  /** Where the person logs in; null where there is nothing to open. */
  login_url: string | null;
  created_at: string;
  updated_at: string;
}

export interface SyncCounts {
  holdings: number;
  prices_kept: number;
  trades_read: number;
  trades_new: number;
  trades_known: number;
  left_out: number;
  left_out_reasons: LeftOutCount[];
  /** Holdings that the broker does not have any more; they stay, and reconciliation tells. */
  not_at_broker: number;
}

/** What a broker asks of a person; forms and dialogues are made from it. */
export interface BrokerView {
  broker: BrokerName;
  title: string;
  /** False while its base address is off. */
  is_on: boolean;
  switched_on_by: string;
  roles: ConnectionRole[];
  fields: { name: string; label: string; hint: string; secret: boolean; required: boolean }[];
  needs_login: boolean;
  rhythm: string;
}

/** Body of POST /api/portfolio/connections, and of a dialogue's last step. */
export interface ConnectionInput {
  broker: BrokerName;
  label: string;
  role: ConnectionRole;
  credentials: Record<string, string>;
  /** Default: BROKER - ACCOUNT. */
  portfolio?: string | undefined;
}

/** Body of PUT; what is absent stays, a credential given as '' is removed. */
export interface ConnectionChange {
  label?: string | undefined;
  role?: ConnectionRole | undefined;
  credentials?: Record<string, string> | undefined;
}

/** The answer to a sync that a person asked for. */
export interface SyncOutcome {
  connection: ConnectionView;
  counts: SyncCounts | null;
}

/** Everything a door may do with connections. Unknown ids, and those of others, are 404 CONNECTION_NOT_FOUND. */
export interface Connections {
  brokers(): BrokerView[];
  list(userId: string): Promise<ConnectionView[]>;
  get(userId: string, id: string): Promise<ConnectionView>;
  /** Nothing is asked of the broker yet; the first sync is due at once. @throws 422 VALIDATION_ERROR, 409 CONNECTION_EXISTS */
  create(userId: string, input: ConnectionInput, actor: Actor): Promise<ConnectionView>;
  update(userId: string, id: string, change: ConnectionChange, actor: Actor): Promise<ConnectionView>;
  /** Forgets the credentials; portfolios, holdings and transactions stay. */
  remove(userId: string, id: string, actor: Actor): Promise<void>;
  /** Syncs now. A broker's failure is no error: it stands in the answer. @throws 409 SYNC_RUNNING, 409 NO_SYNC_ROLE */
  sync(userId: string, id: string, actor: Actor): Promise<SyncOutcome>;
  /** Ends a login on the broker's page. @throws 409 LOGIN_NOT_WANTED, 422 with the broker's refusal */
  login(userId: string, id: string, requestToken: string, actor: Actor): Promise<ConnectionView>;
  /** @throws 409 OTP_NOT_WANTED, 422 OTP_REJECTED */
  verifyOtp(userId: string, id: string, otp: string, actor: Actor): Promise<ConnectionView>;
  /**
   * Says which portfolio an account is whose trades another one has already; null keeps a separate one. The sync is due at
   * once. The same answer again changes nothing. @throws 409 PORTFOLIO_NOT_ASKED, 422 VALIDATION_ERROR
   */
  choosePortfolio(
    userId: string,
    id: string,
    portfolioId: string | null,
    actor: Actor,
  ): Promise<ConnectionView>;
  /** Not offered by the broker: says so, and how to get another one. @throws 409 OTP_NOT_WANTED */
  resendOtp(userId: string, id: string): Promise<{ sent: false; message: string }>;
}
