import type { Freshness, Quote, QuoteFetcher } from '../../market/quotes/index.ts';
import { conflict, type Context, createCache, type People } from '../../platform/index.ts';
import type { ClosePricingService } from './close-pricing.ts';
import {
  createPriceRounds,
  type Found,
  type RefreshAllOptions,
  type RefreshOfAll,
  type Round,
} from './price-round.ts';
import type { PricedHolding } from './priced-holding.ts';
import { type QuoteService, StaleHoldings } from './quote-service.ts';
import type { QuoteDecision } from './quote-decision.ts';
import { planRefresh, type RefreshStep, toRefreshView, unchangedOutcome } from './refresh.ts';
import { pricedByCloses, withPreviousNavs } from './refresh-closes.ts';
import { NAMELESS, outcomeFor } from './refresh-outcome.ts';
import { createProgress, type RefreshProgress } from './refresh-progress.ts';
import type { RefreshInput, RefreshOutcome, RefreshView } from './view.ts';

/** A refresh gives up on what has not answered by then. */
const LONGEST_MS = 60_000;
/** Skipped for a reason that lasts: it is kept with the holding like an attempt. */
const LASTING_SKIPS = new Set(['NO_PROVIDER', ...NAMELESS]);

/** Refreshes with equal words take equally old prices, so that one may be the answer for another. */
const sinceWord = ({ since }: Pick<Freshness, 'since'>): string => since?.toISOString() ?? '';

interface RefreshParts {
  quotes: QuoteService;
  fetcher: Pick<QuoteFetcher, 'plan' | 'ask' | 'ownQuotes' | 'sources'>;
  /** Who prices by the closes on record what nobody outside has a price for. */
  closes?: Pick<ClosePricingService, 'price' | 'previousNavs'>;
  /** Where the progress is told. */
  tell?: (userId: string, progress: RefreshProgress) => Promise<void>;
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
  { quotes, fetcher, closes, tell }: RefreshParts,
) {
  const stopping = new AbortController();

  async function stepsFor(
    holdings: readonly PricedHolding[],
    { own, sources }: Round,
  ): Promise<RefreshStep[]> {
    const plans = await fetcher.plan(holdings, own, sources);
    return holdings.flatMap((holding, at) => {
      const plan = plans[at];
      return plan === undefined ? [] : [planRefresh(holding, plan, sources)];
    });
  }

  /** Writes what was found for these holdings; everything is fetched by now. @throws StaleHoldings */
  async function write(
    holders: People,
    holdings: readonly PricedHolding[],
    steps: readonly RefreshStep[],
    found: Found,
  ): Promise<RefreshOutcome[]> {
    const priced = holdings.flatMap((holding, index) => {
      const step = steps[index];
      const quote = step === undefined || step.ask === null ? null : (found.get(step.key)?.quote ?? null);
      return quote === null ? [] : [{ holding, quote }];
    });
    const toWrite = closes === undefined ? priced : await withPreviousNavs(priced, closes, log);
    const decisions = await quotes.apply(holders, toWrite);
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
    const completed = closes === undefined ? settled : await pricedByCloses(holders, settled, closes, log);
    await keep(holders, completed);
    return completed.map(({ outcome }) => outcome);
  }

  /** Keeps what became of each holding that was asked about, for whoever wants to know later why it has no price. */
  async function keep(holders: People, settled: readonly Settled[]): Promise<void> {
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
    await quotes.record(holders, attempts).catch((error: unknown) => {
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

  /**
   * Prices people's current holdings with the answers, and tries once more if they are replaced meanwhile (spec: Price refresh
   * rules 6). Holdings added since the request wait for the next refresh.
   * @throws StaleHoldings when they are replaced a second time.
   */
  async function price(
    holders: People,
    round: Round,
    found: Found,
  ): Promise<{ holdings: readonly PricedHolding[]; outcomes: RefreshOutcome[] }> {
    const once = async () => {
      const holdings = await quotes.holdings(holders);
      const steps = (await stepsFor(holdings, round)).map((step): RefreshStep =>
        step.ask !== null && !found.has(step.key)
          ? { ask: null, key: step.key, skip: 'ADDED_MEANWHILE' }
          : step,
      );
      return { holdings, outcomes: await write(holders, holdings, steps, found) };
    };
    return await once().catch(async (error: unknown) => {
      if (!(error instanceof StaleHoldings)) throw error;
      log.info({ err: error }, 'holdings changed during a refresh; writing its prices once more');
      return await once();
    });
  }

  async function run(userId: string, freshness: Freshness): Promise<RefreshView> {
    let progress: ReturnType<typeof createProgress> | undefined;
    try {
      const round: Round = { own: await fetcher.ownQuotes(userId), sources: fetcher.sources(freshness) };
      const before = await quotes.holdings(userId);
      const requests = (await stepsFor(before, round)).filter((step) => step.ask !== null);
      const counts = new Map<string, number>();
      for (const { key } of requests) counts.set(key, (counts.get(key) ?? 0) + 1);
      progress = createProgress(requests.length, async (state) => await tell?.(userId, state));
      const found = await fetcher.ask(
        requests,
        AbortSignal.any([AbortSignal.timeout(LONGEST_MS), stopping.signal]),
        (key, { quote }) => progress?.settled(counts.get(key) ?? 0, quote !== null),
      );
      const { holdings, outcomes } = await price(userId, round, found);
      const there = new Set(holdings.map(({ portfolio, symbol }) => `${portfolio}\0${symbol}`));
      const gone = before
        .filter(({ portfolio, symbol }) => !there.has(`${portfolio}\0${symbol}`))
        .map((holding) => ({
          ...unchangedOutcome(holding, 'SKIPPED' as const, 'HOLDING_GONE'),
          price: null,
          previous_close: null,
          source: null,
        }));
      const view = toRefreshView([...outcomes, ...gone], clock.now());
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
    }
  }

  const rounds = createPriceRounds(
    { clock, log },
    { quotes, fetcher, stepsFor, price, stopping: stopping.signal },
  );
  const refreshes = createCache<RefreshView>({ most: 0 });
  const refreshesOfAll = createCache<RefreshOfAll>({ most: 0 });
  return {
    /**
     * Fetches and writes the prices of all of the owner's holdings that have a market. A provider that fails leaves
     * the last good prices, with the reason beside each. A call during a refresh in this process gets its answer, if both
     * take prices since the same moment. Public sources are asked once per interval for everybody; `force` asks them at once,
     * and all people share the answers. Prices fetched after `since` are not asked for again.
     * @throws 409 HOLDINGS_CHANGED when holdings were replaced twice meanwhile.
     */
    async refresh(
      userId: string,
      options: RefreshInput & Pick<Freshness, 'since'> = {},
    ): Promise<RefreshView> {
      return await refreshes.read(`${userId} ${sinceWord(options)}`, '', () => run(userId, options));
    },

    /**
     * Refreshes the prices of all people: each instrument is requested once. A repeat within 30 seconds, or for the same
     * due time, requests no price again and changes none; the instruments left by a run come first in the next one. Never
     * throws for failures of sources.
     */
    async refreshAll(options: RefreshAllOptions = {}): Promise<RefreshOfAll> {
      return await refreshesOfAll.read(sinceWord(options), '', () => rounds.refreshAll(options));
    },

    /** Begins a refresh of many people whose prices the caller writes while the sources still answer. */
    begin: rounds.begin,

    /** Asks nobody any more, and waits until what came in is written. */
    async close(): Promise<void> {
      stopping.abort();
      await Promise.all([refreshes.idle(), refreshesOfAll.idle(), rounds.idle()]);
    },
  };
}
