import type { ProviderId, Usage } from './provider.ts';

/** For whom and for what a call is made. Without it nothing is metered. */
export interface UsageContext {
  userId: string;
  /** Such as assistant, ai_insight, market_analysis, journal_debrief, watchlist_narration. */
  feature: string;
}

/** The most that a call may take, before it is made. */
export interface UsageEstimate {
  provider: ProviderId;
  /** As it is asked for. */
  model: string;
  inputTokens: number;
  /** The limit of the answer. */
  outputTokens: number;
}

/** What a call took. */
export interface CallOutcome {
  /** As the provider names it; the one that was asked for unless told. */
  model?: string;
  usage: Usage;
}

/** What counts against limits: a call has the one or the other. */
export interface Counted {
  /** US dollars at list prices. */
  costUsd: number;
  /** Of a model without a price, and of the command line, which is paid for otherwise. */
  tokens: number;
}

/** Room for one call within somebody's limits of the day. Whichever of the two comes first holds. */
export interface Reservation {
  /** Writes down what the call took and gives back the rest. Unknown usage counts by its estimate. It never throws. */
  settle(this: void, outcome: CallOutcome): Promise<void>;
  /** Nothing was taken: the call was never made, or was refused before any work. It never throws. */
  release(this: void): Promise<void>;
}

/** Counts what calls take, for those who say for whom they are made (research/Limits). */
export interface Meter {
  /**
   * Takes room before a call. `refused` says in words for people what the limit is and when it ends; nothing was taken then.
   * It never throws.
   */
  reserve(
    this: void,
    context: UsageContext,
    estimate: UsageEstimate,
  ): Promise<Reservation | { refused: string }>;
  /**
   * The cost at list prices in US dollars: 0 for a model without a price, null where usage is unknown. A provider may call
   * the model otherwise than it was asked for: what has no price by its own name costs what was asked for.
   */
  costOf(this: void, model: { answered: string; asked: string | null }, usage: Usage): number | null;
  /** What a call counts against limits; null where its usage is unknown. */
  countedOf(
    this: void,
    model: { provider: ProviderId; answered: string; asked: string | null },
    usage: Pick<Usage, 'inputTokens' | 'outputTokens'>,
  ): Counted | null;
}

/** Room of one call within a budget. */
export interface BudgetRoom {
  /** What the call took. `counted` is null where its usage is unknown, and then the estimate stands. */
  settle(
    this: void,
    outcome: { usage: Usage; counted: Counted | null; costUsd: number | null; model: string },
  ): Promise<void>;
  /** Nothing was taken. */
  release(this: void): Promise<void>;
}

/** A limit of one piece of work, beside those of the day: each of its calls takes room before it is made. */
export interface Budget {
  /**
   * @param worst what the call counts by at most
   * @returns `refused` in words for people where there is no room; nothing was taken then
   * @throws what must end the work, such as a lease that was lost
   */
  reserve(
    this: void,
    call: Pick<UsageEstimate, 'provider' | 'model'>,
    worst: Counted,
  ): Promise<BudgetRoom | { refused: string }>;
}
