import type { Core } from '../core/assembly/index.ts';
import type { Resolver } from '../core/market/instruments/index.ts';
import type { ActionUpdate, FxUpdate, HistoryUpdate, IndexUpdate } from '../core/market/index.ts';
import type { Actor, People } from '../core/platform/index.ts';
import type { ClosePricingResult, DashboardView, PriceRound } from '../core/portfolio/index.ts';
import type {
  AlertRunResult,
  NarrateWatchlist,
  WatchedItems,
  WatchlistItemView,
} from '../core/watchlist/index.ts';
import type { LetterQuery, LetterView } from '../core/reports/index.ts';
import type { Digest, DigestSpan } from '../core/policies/index.ts';
import type { BooksAudit } from '../core/quality/index.ts';
import type { BetaRound } from '../core/performance/index.ts';
import type { DayFilling } from '../core/performance/recorded/index.ts';

/** People whose holdings are priced, and when sources are asked. */
interface PricesWanted {
  readonly people: readonly string[];
  readonly signal: AbortSignal;
  readonly deadline: Date;
  /** Prices fetched since then are not requested again. */
  readonly since: Date;
}

/** What the jobs need of the core, and no more. */
export interface JobContext extends Pick<
  Core,
  'database' | 'clock' | 'log' | 'notifications' | 'calendar' | 'config' | 'holidays'
> {
  readonly identity: {
    readonly users: {
      list: (this: void) => Promise<{ id: string }[]>;
      ensureOwner: (this: void) => Promise<{ id: string }>;
    };
    prune: (this: void) => Promise<number>;
  };
  readonly backups: {
    /** Makes the backup of a due time; a repeat replaces the same file. */
    write: (this: void, dueAt: Date, signal: AbortSignal) => Promise<string>;
  };
  readonly capacity: {
    /** Records the sizes of the day; a repeat changes nothing. @returns rows written. */
    record: (this: void) => Promise<number>;
  };
  readonly instruments: {
    /** For one run: what is read once. */
    resolver: (this: void) => Promise<Resolver>;
  };
  readonly prices: {
    /** Fetches the prices of people's holdings, each instrument once; prices since the due time are not fetched again. */
    refreshAll: (this: void, options: PricesWanted) => Promise<unknown>;
    /** Begins the same; each person's prices are written as soon as they are wanted and there. */
    begin: (this: void, options: PricesWanted) => Promise<PriceRound>;
  };
  readonly fx: {
    /** Fetches the exchange rates that are missing or may still change; a repeat changes nothing. */
    keepUp: (this: void, signal: AbortSignal) => Promise<FxUpdate>;
  };
  readonly benchmarks: {
    /** Fetches the closes of indexes that are missing; a repeat changes nothing. */
    keepUp: (this: void, signal: AbortSignal) => Promise<IndexUpdate[]>;
  };
  readonly backfill: {
    /** Fetches the closes of sessions and held instruments that are missing; a repeat changes nothing. */
    keepUp: (this: void, signal?: AbortSignal) => Promise<HistoryUpdate>;
    /** Asks the exchange what was announced, where that is not known yet; never throws for what the outside does. */
    keepUpActions: (this: void, signal?: AbortSignal) => Promise<ActionUpdate>;
  };
  readonly closes: {
    /** Prices holdings by their newest closes on record, where they know no newer price; a repeat changes nothing. */
    priceEverybody: (this: void, signal?: AbortSignal) => Promise<ClosePricingResult>;
  };
  readonly dayFilling: Pick<DayFilling, 'lacking' | 'fill'>;
  readonly betas: {
    /** For one run: what is read once; then each person's betas, where a repeat changes nothing. */
    begin: (this: void) => Promise<BetaRound>;
  };
  readonly reports: {
    /** The week up to a day; today where none is named. */
    readonly letter: { read: (this: void, userId: string, query?: LetterQuery) => Promise<LetterView> };
  };
  readonly quality: {
    readonly audit: {
      /** Compares the person's figures by a second path; a new difference is told once. */
      run: (this: void, userId: string, signal?: AbortSignal) => Promise<BooksAudit>;
    };
  };
  readonly corporateActions: {
    /** Applies or asks about what is new to the person, each once. @returns how many notices are new. */
    tellNews: (this: void, userId: string) => Promise<number>;
  };
  readonly income: {
    /** Brings the person's income events in line with their ledger; a repeat changes nothing. */
    recompute: (
      this: void,
      userId: string,
      actor: Actor,
    ) => Promise<{ added: number; changed: number; cancelled: number }>;
    /** Persons whose income events lag behind what they follow from. */
    behind: (this: void) => Promise<string[]>;
    /** Tells the person what was announced, became theirs or was paid, each once. @returns how many notices are new. */
    tellNews: (this: void, userId: string) => Promise<number>;
  };
  readonly brokers: {
    /** Renews tokens and syncs connections that are due; what others are at is left to them. */
    maintain: (this: void, signal: AbortSignal) => Promise<string>;
  };
  readonly goals: {
    readonly sips: {
      /** Writes the reminders that are due to the person, each once. @returns how many are new. */
      remind: (this: void, userId: string) => Promise<number>;
      /** People with an active plan. */
      owners: (this: void) => Promise<string[]>;
    };
    readonly goals: {
      /** Records today for each of the person's active goals; the last one of a day stands. */
      takeSnapshots: (this: void, userId: string) => Promise<number>;
      /** People with an active goal. */
      owners: (this: void) => Promise<string[]>;
    };
  };
  readonly watchlist: {
    /** Fetches the prices of watched items, or of those with an alert, each instrument once. */
    refreshAll: (this: void, options: WatchedItems) => Promise<void>;
    /** Evaluates the person's alerts at the stored prices; each crossing notifies once. */
    evaluateAlerts: (this: void, userId: string) => Promise<AlertRunResult>;
    /** People with an alert; with a currency, those with one on something that trades in it. */
    alertOwners: (this: void, currency?: string) => Promise<string[]>;
    readonly items: {
      /** The person's watched items by symbol, at the stored prices. */
      list: (this: void, userId: string) => Promise<WatchlistItemView[]>;
    };
    /** A paragraph by a model about these prices; null without one. It never throws. */
    readonly narrate: NarrateWatchlist;
  };
  readonly portfolio: {
    readonly labels: {
      /** Fills in the names and sectors that the person's holdings lack; a repeat changes nothing. */
      complete: (this: void, userId: string, resolver: Resolver) => Promise<number>;
    };
    readonly dashboard: { read: (this: void, userId: string) => Promise<DashboardView> };
    readonly brokerChanges: {
      /** Asks again about what was put off until now. @returns how many notices are new. */
      tellNews: (this: void, userId: string) => Promise<number>;
    };
    readonly snapshotThinning: {
      /** Thins the hourly snapshots of people who chose it; a repeat deletes nothing more. @returns snapshots deleted. */
      run: (this: void) => Promise<number>;
    };
    readonly snapshots: {
      /** Records the current hour for each of these people's portfolios, all or nothing; a repeat changes nothing. */
      take: (this: void, people: People) => Promise<number>;
      /** Of these people, the ones with a snapshot to take in an hour. */
      lacking: (this: void, userIds: readonly string[], at: Date) => Promise<string[]>;
    };
  };
  readonly options: {
    readonly pruning: {
      /** Deletes what has had its time from options workspaces; a repeat deletes nothing more. @returns how many rows. */
      prune: (this: void) => Promise<number>;
    };
    readonly watch: {
      /** Tells owners of options workspaces what is new in them, each thing once. */
      round: (
        this: void,
        signal: AbortSignal,
      ) => Promise<{ workspaces: number; told: number; failed: number }>;
    };
  };
  readonly research: {
    readonly thesis: {
      /** Asks for research of the person's next pinned thesis, one a day. @returns the id of the run; null for none. */
      recheckNext: (this: void, userId: string, actor: Actor, signal?: AbortSignal) => Promise<string | null>;
      /** Measures what came of the person's dossiers, each outcome once. @returns how many are final now. */
      evaluateOutcomes: (this: void, userId: string, actor: Actor, signal?: AbortSignal) => Promise<number>;
    };
    readonly pruning: {
      /** Brings documents that research keeps within their limits. @returns how many went. */
      documents: (this: void) => Promise<number>;
      /** Deletes facts that were worked out too long ago to be taken again. @returns how many ledgers. */
      facts: (this: void) => Promise<number>;
    };
  };
  readonly policies: {
    readonly cycles: {
      /** Goes through the sessions of policies on paper that nobody went through yet; a repeat changes nothing. */
      advanceAll: (
        this: void,
        signal: AbortSignal,
      ) => Promise<{ policies: number; sessions: number; cycles: number; failed: number }>;
    };
    readonly contributions: {
      /** Instalments that come near and fall due; what fell due is told once. */
      round: (this: void, signal: AbortSignal) => Promise<{ policies: number; due: number; skipped: number }>;
    };
    readonly live: {
      /** Plans that expired, orders to send and orders to follow; a repeat sends nothing twice. */
      round: (
        this: void,
        signal: AbortSignal,
      ) => Promise<{ expired: number; accounts: number; failed: number; planned: number }>;
      /** After a start: what was left behind is taken up, and everybody whose policies trade is told. @returns how many. */
      tellStart: (this: void, signal: AbortSignal) => Promise<number>;
      readonly audit: {
        /** Holds the books of live policies against their brokers; a difference is told once while it is open. */
        auditAll: (
          this: void,
          signal: AbortSignal,
        ) => Promise<{ accounts: number; differences: number; failed: number }>;
      };
    };
    /** Tells owners of policies that a failed cycle stopped, at most once a day each. @returns how many notices are new. */
    tellFailures: (this: void) => Promise<number>;
    /** How the active policies of a person stand after a session or a week; null without any. */
    digest: (this: void, userId: string, span: DigestSpan) => Promise<Digest | null>;
  };
}
