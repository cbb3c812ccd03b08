import {
  type OwnerQuotes,
  type Quote,
  type QuoteProvider,
  type FetchedQuote,
  fetchInOrder,
  hasTicker,
} from '../../market/quotes/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import { conflict, type Context, createCache, type HeldConnection, istDate } from '../../platform/index.ts';
import { RECENT_MS, toRefreshView, type RefreshStep, planRefresh, unchangedOutcome } from './refresh.ts';
import type { ClosePricingService } from './close-pricing.ts';
import { pricedByCloses } from './refresh-closes.ts';
import { NAMELESS, outcomeFor } from './refresh-outcome.ts';
import type { RefreshInput, RefreshOutcome, RefreshView } from './view.ts';
import { createProgress, type RefreshProgress } from './refresh-progress.ts';
import { type PricedHolding, type QuoteService, StaleHoldings } from './quote-service.ts';
import type { QuoteDecision } from './quote-decision.ts';

/** A refresh gives up on what has not answered by then. */
const LONGEST_MS = 60_000;
/** What stays unresolved is asked for again at the next occasion (spec: Price refresh rules 3). */
const NEVER_REMEMBERED = new Set(['NAV_UNRESOLVED', 'NAME_AMBIGUOUS']);
/** Skipped for a reason that lasts: it is kept with the holding like an attempt. */
const LASTING_SKIPS = new Set(['NO_PROVIDER', ...NAMELESS]);

type Found = ReadonlyMap<string, FetchedQuote>;

interface RefreshParts {
  quotes: QuoteService;
  locks: Pick<HeldConnection, 'tryTake'>;
  /** The public ones, in the order to ask them. */
  providers: readonly QuoteProvider[];
  /** Those that are asked before the public ones. */
  owners?: OwnerQuotes;
  /** What rupee securities are called today; without it their own symbols are used. */
  tickers?: Instruments['tickers'];
  /** Who prices by the closes on record what nobody outside has a price for. */
  closes?: Pick<ClosePricingService, 'price'>;
  /** Where the progress is told. */
  tell?: (userId: string, progress: RefreshProgress) => Promise<void>;
}

/** What a refresh works with for one owner. */
interface Round {
  userId: string;
  providers: readonly QuoteProvider[];
  force: boolean;
}

/** What a refresh did for one holding. */
interface Settled {
  holding: PricedHolding;
  step: RefreshStep | undefined;
  quote: Quote | null;
  outcome: RefreshOutcome;
}

/** Re-prices holdings from outside (spec: Price refresh rules 1 to 6). */
export function createRefreshService(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  { quotes, locks, providers: publicProviders, owners, tickers, closes, tell }: RefreshParts,
) {
  /** When a thing of an owner was last tried in vain, by owner and key. */
  const tried = new Map<string, number>();
  const stopping = new AbortController();

  /** The owner's brokers before everybody else; one that cannot even be asked for its quotes stops nobody. */
  async function providersFor(userId: string): Promise<readonly QuoteProvider[]> {
    try {
      return [...((await owners?.quotesFor(userId)) ?? []), ...publicProviders];
    } catch (error) {
      log.error({ err: error }, 'prices could not be requested from a user’s brokers');
      return publicProviders;
    }
  }

  async function stepsFor(
    holdings: readonly PricedHolding[],
    { userId, providers, force }: Round,
  ): Promise<RefreshStep[]> {
    const now = clock.now();
    const listed = holdings.filter(hasTicker);
    const today = istDate(now);
    const found =
      (await tickers?.(
        listed.map(({ symbol, isin, words_of }) => ({ symbol, isin, on: words_of ?? today })),
      )) ?? [];
    const tickerOf = new Map(listed.map(({ id }, index) => [id, found[index]]));
    return holdings.map((holding) =>
      planRefresh(holding, providers, {
        now,
        force,
        wasTried: (key) => now.getTime() - (tried.get(`${userId}\0${key}`) ?? -Infinity) < RECENT_MS,
        names: tickerOf.get(holding.id)?.names,
        nameless:
          tickerOf.get(holding.id)?.resolution.outcome === 'AMBIGUOUS'
            ? 'SYMBOL_AMBIGUOUS'
            : 'ISIN_CONTRADICTS',
      }),
    );
  }

  function remember(userId: string, found: Found): void {
    const now = clock.now().getTime();
    for (const [key, at] of tried) if (now - at >= RECENT_MS) tried.delete(key);
    for (const [key, { failure }] of found)
      if (failure !== null && !NEVER_REMEMBERED.has(failure)) tried.set(`${userId}\0${key}`, now);
  }

  async function fetchAll(
    steps: readonly RefreshStep[],
    settled: (key: string, answer: FetchedQuote) => void,
  ): Promise<Found> {
    return await fetchInOrder(
      steps.flatMap((step) => (step.ask === null ? [] : [step])),
      {
        signal: AbortSignal.any([AbortSignal.timeout(LONGEST_MS), stopping.signal]),
        today: istDate(clock.now()),
        log,
        settled,
      },
    );
  }

  /** Writes what was found for these holdings; everything is fetched by now. @throws StaleHoldings */
  async function write(
    userId: string,
    holdings: readonly PricedHolding[],
    steps: readonly RefreshStep[],
    found: Found,
  ): Promise<RefreshOutcome[]> {
    const toWrite = holdings.flatMap((holding, index) => {
      const step = steps[index];
      const quote = step === undefined || step.ask === null ? null : (found.get(step.key)?.quote ?? null);
      return quote === null ? [] : [{ holding, quote }];
    });
    const decisions = await quotes.apply(userId, toWrite);
    const decided = new Map(
      toWrite.map(({ holding, quote }, index) => [holding.id, { quote, decision: decisions[index] }]),
    );
    const settled = holdings.map((holding, index) => {
      const step = steps[index];
      const { quote = null, decision } = decided.get(holding.id) ?? {};
      if (quote !== null) logRefusal(holding, quote, decision);
      const answer = step === undefined || step.ask === null ? undefined : found.get(step.key);
      return { holding, step, quote, outcome: outcomeFor(holding, step, answer, quote, decision) };
    });
    const completed = closes === undefined ? settled : await pricedByCloses(userId, settled, closes, log);
    await keep(userId, completed);
    return completed.map(({ outcome }) => outcome);
  }

  /** Keeps what became of each holding that was asked about, for whoever wants to know later why it has no price. */
  async function keep(userId: string, settled: readonly Settled[]): Promise<void> {
    const attempts = settled.flatMap(
      ({ holding, step, quote, outcome: { status, reason, tried: inVain } }) => {
        if (step === undefined || (step.ask === null && !LASTING_SKIPS.has(step.skip))) return [];
        // The price was good, and nothing is wrong with the holding.
        if (reason === 'BEING_CHANGED') return [];
        return [
          {
            holding_id: holding.id,
            status,
            reason,
            tried: inVain.map(({ source, reason: why }) => ({ source, reason: why })),
            quote,
          },
        ];
      },
    );
    await quotes.record(userId, attempts).catch((error: unknown) => {
      log.error({ err: error }, 'the results of a price refresh could not be stored');
    });
  }

  function logRefusal(
    holding: PricedHolding,
    { source, price }: Quote,
    decision: QuoteDecision | undefined,
  ): void {
    if (decision?.reason !== 'GUARD_REJECTED') return;
    const { symbol, portfolio, isin, current_price: kept } = holding;
    log.error(
      { symbol, portfolio, isin, source, offered: price, kept, change_pct: decision.change_pct },
      'a fund value was rejected: it is more than 15% away from the last one, which stays in use',
    );
  }

  /** Prices the holdings there are now with what was found for those there were, matched by what they are. */
  async function writeAgain(
    round: Round,
    before: readonly PricedHolding[],
    found: Found,
    stepsBefore: readonly RefreshStep[],
  ): Promise<RefreshOutcome[]> {
    const holdings = await quotes.holdings(round.userId);
    const asked = new Map(stepsBefore.map((step) => [step.key, step]));
    const steps = (await stepsFor(holdings, { ...round, force: true })).map((step): RefreshStep => {
      // What came meanwhile waits for the next refresh.
      return step.ask !== null && !found.has(step.key)
        ? { ask: null, key: step.key, skip: asked.get(step.key)?.skip ?? 'ADDED_MEANWHILE' }
        : step;
    });
    const outcomes = await write(round.userId, holdings, steps, found);
    const there = new Set(holdings.map(({ portfolio, symbol }) => `${portfolio}\0${symbol}`));
    const gone = before.filter(({ portfolio, symbol }) => !there.has(`${portfolio}\0${symbol}`));
    return [
      ...outcomes,
      ...gone.map((holding) => ({
        ...unchangedOutcome(holding, 'SKIPPED' as const, 'HOLDING_GONE'),
        price: null,
        previous_close: null,
        source: null,
      })),
    ];
  }

  async function run(userId: string, force: boolean): Promise<RefreshView> {
    const lock = await locks.tryTake({ kind: 'named', name: `price refresh of ${userId}` });
    if (lock === null)
      throw conflict('REFRESH_RUNNING', 'Prices are already being refreshed. They will appear in a moment.');
    let progress: ReturnType<typeof createProgress> | undefined;
    try {
      const round: Round = { userId, providers: await providersFor(userId), force };
      const holdings = await quotes.holdings(userId);
      const steps = await stepsFor(holdings, round);
      const counts = new Map<string, number>();
      for (const { ask, key } of steps) if (ask !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
      const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
      progress = createProgress(total, async (state) => await tell?.(userId, state));
      const found = await fetchAll(steps, (key, { quote }) =>
        progress?.settled(counts.get(key) ?? 0, quote !== null),
      );
      remember(userId, found);
      const outcomes = await write(userId, holdings, steps, found).catch(async (error: unknown) => {
        if (!(error instanceof StaleHoldings)) throw error;
        log.info({ err: error }, 'holdings changed during a refresh; writing its prices once more');
        return await writeAgain(round, holdings, found, steps);
      });
      const view = toRefreshView(outcomes, clock.now());
      const { updated, unchanged, skipped, failed } = view;
      log.info({ updated, unchanged, skipped, failed }, 'prices refreshed');
      await progress.finish({ updated: updated + unchanged, failed });
      return view;
    } catch (error) {
      if (!(error instanceof StaleHoldings)) throw error;
      throw conflict(
        'HOLDINGS_CHANGED',
        'Holdings were replaced during the refresh, so no price was saved. Refresh again.',
      );
    } finally {
      await progress?.finish();
      await lock.release();
    }
  }

  const refreshes = createCache<RefreshView>({ most: 0 });
  return {
    /**
     * Fetches and writes the prices of all of the owner's holdings that have a market. A provider that fails leaves
     * the last good prices, with the reason beside each. Who asks while one runs in this process gets its answer.
     * @throws 409 REFRESH_RUNNING while one runs in another process; 409 HOLDINGS_CHANGED when holdings were replaced
     *   twice meanwhile.
     */
    async refresh(userId: string, options: RefreshInput = {}): Promise<RefreshView> {
      return await refreshes.read(userId, '', () => run(userId, options.force === true));
    },

    /** Asks nobody any more, and waits until what came in is written. */
    async close(): Promise<void> {
      stopping.abort();
      await refreshes.idle();
    },
  };
}
