import type { AdapterEntry } from '../brokers/index.ts';
import type { Llm, LlmParts } from '../llm/index.ts';
import type { Clock, Config, HeldConnection, Log, TimeLimitTable, Timers } from '../platform/index.ts';
import type { TradingOptions } from '../policies/index.ts';
import type { ResearchParts } from '../research/index.ts';

/** What a core is made with. */
export interface CoreOptions {
  config: Config;
  /** Address of the Postgres role that owns the tables: the embedded server's, or DATABASE_URL. */
  ownerUrl: string;
  /** Existing connection on which the process listens and holds locks; a new one by default. */
  held?: HeldConnection;
  /** Why the embedded server is away; null while it is there. Left out where the server is a given one. */
  outage?: () => string | null;
  /** The separation of people was tried in this database: tests, whose databases are copies of one, try it once. */
  isSeparationTried?: boolean;
  clock?: Clock;
  log?: Log;
  applicationName?: string;
  /** How long the database is waited for; `TIME_LIMITS` unless told. */
  timeLimits?: TimeLimitTable;
  /** Waits for what is not waited for long: the rates of a refresh, and threads that read and print documents. */
  timers?: Pick<Timers, 'sleep'>;
  /** By which requests to outside systems wait for their turn, and brokers' before they are repeated. */
  outsideTimers?: Timers;
  /** Brokers in the place of the real ones, for tests. */
  adapters?: readonly AdapterEntry[];
  /** How waiting goes near orders, for tests that cannot wait. */
  trading?: TradingOptions;
  /** Providers of models in the place of the real ones, for tests. */
  llmParts?: Partial<LlmParts>;
  /** Models in the place of the real ones, for tests. */
  llm?: Pick<Llm, 'chainFor'> & Partial<Llm>;
  /** Sources of evidence and what reads them, in the place of the real ones, for tests. */
  research?: Partial<ResearchParts>;
}

/** The models of the installation, or what tests put in their place, which may change afterwards. */
export const llmOf = (models: Llm, given: CoreOptions['llm'] = models): Llm => ({
  privacyOf: models.privacyOf,
  ...given,
  chainFor: async (owner, feature) => await given.chainFor(owner, feature),
});
