import type { Door } from '../identity/index.ts';
import type { Actor } from '../platform/index.ts';
import {
  date,
  flag,
  instant,
  instantOrNull,
  listOf,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../platform/schema/index.ts';
import { BROKERS } from './adapter.ts';
import { EXCLUSION_REASONS } from './exclusions.ts';
import { REASON_CODES } from './failure.ts';
import { type ConnectionChange, type ConnectionInput, ROLES } from './inputs.ts';

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
const PORTFOLIO_ANSWERS = ['EXISTING', 'SEPARATE'] as const;
export type PortfolioAnswer = (typeof PORTFOLIO_ANSWERS)[number];

/** A portfolio that has some of the trades or positions that were read from somewhere else. */
const commonPortfolioView = view({
  id: text,
  name: text,
  /** Trades that both have. */
  executions: whole,
  /** Positions of the same quantity. */
  holdings: whole,
});
export type CommonPortfolio = ViewOf<typeof commonPortfolioView>;

/** Where to put the trades of an account that another portfolio has already. */
const portfolioQuestionView = view({
  /** Portfolios with the same trades or positions, those with most of them first. */
  portfolios: listOf(commonPortfolioView),
  /** What the portfolio would be called that the connection gets otherwise. */
  separate: text,
  /** The answer so far; null while it is open. May be changed until the first rows are recorded. */
  answer: oneOfOrNull(...PORTFOLIO_ANSWERS),
});
export type PortfolioQuestion = ViewOf<typeof portfolioQuestionView>;

/** A name under which the broker lists trades that may be of several shares. */
const tradeNameView = view({
  name: text,
  /** Symbols of holdings that they may be of. */
  candidates: listOf(text),
  /** The answer; null while it is open, then the trades are in no book. */
  symbol: textOrNull,
  trades: whole,
  /** Days of the first and the last trade. */
  from: date,
  to: date,
});
export type TradeName = ViewOf<typeof tradeNameView>;

/** As a connection keeps them: by name. */
export type AskedNames = Readonly<Record<string, Omit<TradeName, 'name'>>>;

/** Rows of a sync that the ledger excludes. */
const exclusionCountView = view({
  reason: oneOf(...EXCLUSION_REASONS),
  count: whole,
  /** What these rows are, in words. */
  words: text,
});

const syncCountsView = view({
  holdings: whole,
  prices_kept: whole,
  trades_read: whole,
  trades_new: whole,
  trades_known: whole,
  left_out: whole,
  left_out_reasons: listOf(exclusionCountView),
  /** Holdings that the broker does not have any more; they stay, and reconciliation tells. */
  not_at_broker: whole,
});
export type SyncCounts = ViewOf<typeof syncCountsView>;

export const connectionView = view({
  id: text,
  broker: oneOf(...BROKERS),
  broker_title: text,
  label: text,
  role: oneOf(...ROLES),
  /** As the broker knows the person; null before it is known. */
  account: textOrNull,
  /** Where its holdings and transactions go. */
  portfolio: text,
  /** Null where nothing is asked, or rows are recorded already. */
  portfolio_question: portfolioQuestionView.nullable().defined(),
  /** Trades of which only the person can say which share they are of, open questions first. */
  trade_names: listOf(tradeNameView),
  credentials: listOf(view({ name: text, label: text, present: flag, last4: textOrNull })),
  sync: view({
    state: oneOf(...SYNC_STATES),
    reason_code: oneOfOrNull(...REASON_CODES),
    /** The reason in words and what to do; null when there is none. */
    reason: textOrNull,
    last_success_at: instantOrNull,
    last_attempt_at: instantOrNull,
    /** Null when nothing is due before the person acts, and for a connection without a SYNC role. */
    next_due_at: instantOrNull,
    /** Counts of the last successful sync; null before it. */
    last_result: syncCountsView.nullable().defined(),
  }),
  token: view({ issued_at: instantOrNull, expires_at: instantOrNull }),
  /** Where the person logs in; null where there is nothing to open. */
  login_url: textOrNull,
  created_at: instant,
  updated_at: instant,
});
export type ConnectionView = ViewOf<typeof connectionView>;

/** What a broker asks of a person; forms and dialogues are made from it. */
const brokerView = view({
  broker: oneOf(...BROKERS),
  title: text,
  /** False while its base address is off. */
  is_on: flag,
  /** Name of the setting with its address. */
  switched_on_by: text,
  roles: listOf(oneOf(...ROLES)),
  fields: listOf(view({ name: text, label: text, hint: text, secret: flag, required: flag })),
  needs_login: flag,
  rhythm: text,
});
export type BrokerView = ViewOf<typeof brokerView>;

export const brokersView = view({ brokers: listOf(brokerView) });
export type BrokersView = ViewOf<typeof brokersView>;

/** The answer to a sync that a person asked for; `counts` is null where it failed. */
export const syncOutcomeView = view({
  connection: connectionView,
  counts: syncCountsView.nullable().defined(),
});
export type SyncOutcome = ViewOf<typeof syncOutcomeView>;

/** `sent` is false where the broker does not offer it; `message` says how to get another password. */
export const otpResendView = view({ sent: flag, message: text });
export type OtpResendView = ViewOf<typeof otpResendView>;

/** The use-cases of connections. Unknown ids, and those of others, are 404 CONNECTION_NOT_FOUND. */
export interface Connections {
  /** Connections as doors: Munim signs in at a broker by their credentials. */
  readonly door: Pick<Door, 'list'>;
  brokers(): BrokerView[];
  list(userId: string): Promise<ConnectionView[]>;
  get(userId: string, id: string): Promise<ConnectionView>;
  /** Nothing is asked of the broker yet; the first sync is due at once. @throws 422 VALIDATION_ERROR, 409 CONNECTION_EXISTS */
  create(userId: string, input: ConnectionInput, actor: Actor): Promise<ConnectionView>;
  update(userId: string, id: string, change: ConnectionChange, actor: Actor): Promise<ConnectionView>;
  /** Forgets the credentials; portfolios, holdings and transactions stay. */
  remove(userId: string, id: string, actor: Actor): Promise<void>;
  /** Syncs now. A broker's failure is no error: the answer has it. @throws 409 SYNC_RUNNING, 409 NO_SYNC_ROLE */
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
  /**
   * Says which share the trades of a name are of, and books them; null takes the answer back, and the trades out of the books.
   * @throws 404 TRADE_NAME_NOT_FOUND, 422 VALIDATION_ERROR
   */
  answerTradeName(
    userId: string,
    id: string,
    answer: { name: string; symbol: string | null },
    actor: Actor,
  ): Promise<ConnectionView>;
  /** Not offered by the broker: says so, and how to get another one. @throws 409 OTP_NOT_WANTED */
  resendOtp(userId: string, id: string): Promise<OtpResendView>;
}
