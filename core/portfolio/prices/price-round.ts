import type {
  FetchedQuote,
  Freshness,
  OwnQuotes,
  QuoteFetcher,
  QuoteRequest,
  QuoteSources,
} from '../../market/quotes/index.ts';
import { type Context, type People, systemTimers } from '../../platform/index.ts';
import { inBatches } from './people-batches.ts';
import type { PricedHolding } from './priced-holding.ts';
import type { QuoteService } from './quote-service.ts';
import { type RefreshStep, toRefreshView } from './refresh.ts';
import type { RefreshOutcome } from './view.ts';

/** Time that `ready` waits for an answer. */
const LOOK_AGAIN_MS = 50;

export type Found = ReadonlyMap<string, FetchedQuote>;

/** Facts of a refresh that stay the same until its end. */
export interface Round {
  own: OwnQuotes;
  sources: QuoteSources;
}

/** Result of a refresh for everybody, in numbers of holdings; names no person or amount. */
export interface RefreshOfAll {
  updated: number;
  unchanged: number;
  skipped: number;
  failed: number;
  /** Instruments without an answer in time, and people whose prices were not written. The next run begins with them. */
  left: { instruments: number; people: number };
}

export interface RefreshAllOptions extends Pick<Freshness, 'since'> {
  /** Aborted to end the run. */
  signal?: AbortSignal;
  /** No source is asked after this moment. */
  deadline?: Date;
  /** People whose holdings are priced; everybody where it is missing. */
  people?: readonly string[];
}

/** Prices of many people while the sources answer: each instrument is requested once for all of them. */
export interface PriceRound {
  /** People of these with all their answers; all of them after the last answer. Waits a moment if there is none. */
  ready(userIds: readonly string[]): Promise<readonly string[]>;
  /** Writes the answers so far into the holdings of these people. A failure is logged, and leaves the last prices. */
  write(userIds: readonly string[]): Promise<void>;
}

interface RoundParts {
  quotes: QuoteService;
  fetcher: Pick<QuoteFetcher, 'plan' | 'ask' | 'ownQuotes' | 'sources'>;
  stepsFor: (holdings: readonly PricedHolding[], round: Round) => Promise<RefreshStep[]>;
  price: (people: People, round: Round, found: Found) => Promise<{ outcomes: RefreshOutcome[] }>;
  /** Aborted when the process stops. */
  stopping: AbortSignal;
}

/** Refreshes of many people (spec: Price refresh rules 1 to 6). */
export function createPriceRounds(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  { quotes, fetcher, stepsFor, price, stopping }: RoundParts,
) {
  const underWay = new Set<Promise<void>>();

  /** One request per instrument and broker for people with brokers, and one per instrument for all other people. */
  async function requestsOf(people: readonly string[], round: Round): Promise<QuoteRequest[]> {
    const withBrokers = people.filter((userId) => round.own.has(userId));
    const theirs = withBrokers.length === 0 ? [] : await quotes.holdings(withBrokers);
    const others = people.filter((userId) => !round.own.has(userId));
    const plans = await fetcher.plan(await quotes.heldInstruments(others), round.own, round.sources);
    return [...plans, ...(await stepsFor(theirs, round))].filter((one) => one.ask !== null);
  }

  async function start({ signal, deadline, people, since }: RefreshAllOptions) {
    const now = clock.now();
    const limit = AbortSignal.any([stopping, ...(signal === undefined ? [] : [signal])]);
    const fetching =
      deadline === undefined
        ? limit
        : AbortSignal.any([limit, AbortSignal.timeout(Math.max(0, deadline.getTime() - now.getTime()))]);
    const round: Round = { own: await fetcher.ownQuotes(null), sources: fetcher.sources({ since }) };
    const requests = await requestsOf(people ?? (await quotes.people()), round);
    // Each key by itself: people share its one string.
    const waited = new Map(requests.map(({ key }) => [key, key]));
    const requested = waited.size;
    const found = new Map<string, FetchedQuote>();
    const asked = fetcher
      .ask(requests, fetching, (key, answer) => {
        waited.delete(key);
        // An interrupted request has not failed.
        if (!fetching.aborted || answer.failure !== 'PROVIDER_TIMEOUT') found.set(key, answer);
      })
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error }, 'the sources of prices could not be asked'),
      )
      .finally(() => {
        waited.clear();
        underWay.delete(asked);
      });
    underWay.add(asked);

    const keysOf = new Map<string, string[]>();
    async function readKeys(userIds: readonly string[]): Promise<void> {
      const unread = userIds.filter((userId) => !keysOf.has(userId));
      if (unread.length === 0) return;
      const holdings = await quotes.holdings(unread);
      const steps = await stepsFor(holdings, round);
      for (const userId of unread) keysOf.set(userId, []);
      for (const [at, { owner_user_id }] of holdings.entries()) {
        const step = steps[at];
        const key = step === undefined || step.ask === null ? undefined : waited.get(step.key);
        if (key !== undefined) keysOf.get(owner_user_id)?.push(key);
      }
    }
    const isReady = (userId: string) => keysOf.get(userId)?.some((key) => waited.has(key)) !== true;

    const result: RefreshOfAll = {
      updated: 0,
      unchanged: 0,
      skipped: 0,
      failed: 0,
      left: { instruments: 0, people: 0 },
    };
    async function writeBatch(batch: readonly string[]): Promise<void> {
      const { outcomes } = await price(batch, round, found);
      const { updated, unchanged, skipped, failed } = toRefreshView(outcomes, now);
      result.updated += updated;
      result.unchanged += unchanged;
      result.skipped += skipped;
      result.failed += failed;
    }
    return {
      asked,
      async ready(userIds: readonly string[]): Promise<readonly string[]> {
        for (let isFirst = true; waited.size > 0; isFirst = false) {
          await readKeys(userIds);
          const able = userIds.filter(isReady);
          for (const userId of able) keysOf.delete(userId);
          if (able.length > 0 || !isFirst) return able;
          await systemTimers.sleep(LOOK_AGAIN_MS, limit).catch(() => undefined);
        }
        return userIds;
      },
      async write(userIds: readonly string[]): Promise<void> {
        const left = await inBatches(
          userIds,
          writeBatch,
          (userId, error) => {
            log.error({ err: error, user_id: userId }, 'the prices of a person could not be written');
            result.left.people += 1;
          },
          limit,
        );
        result.left.people += left;
      },
      result: (): RefreshOfAll => ({
        ...result,
        left: { ...result.left, instruments: requested - found.size },
      }),
    };
  }

  return {
    /** Begins to ask the sources. The caller writes each person's prices, as soon as they are there. */
    begin: async (options: RefreshAllOptions): Promise<PriceRound> => await start(options),

    /** Asks, then writes everybody's prices; people with the oldest come first. */
    async refreshAll(options: RefreshAllOptions): Promise<RefreshOfAll> {
      const round = await start(options);
      await round.asked;
      const chosen = options.people === undefined ? null : new Set(options.people);
      await round.write((await quotes.people()).filter((userId) => chosen?.has(userId) !== false));
      const result = round.result();
      log.info(result, 'prices of everybody refreshed');
      return result;
    },

    /** Waits for the end of all requests. */
    async idle(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}
