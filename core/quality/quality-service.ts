import type { CorporateActionService } from '../portfolio/corporate-actions/index.ts';
import type { SyncHealth } from '../brokers/index.ts';
import type { Identity } from '../identity/index.ts';
import { type AliasDecision, bareSymbol, type Instruments } from '../market/instruments/index.ts';
import type {
  ActionDecision,
  ActionView,
  FindingQuery,
  FindingView,
  MarketHistory,
} from '../market/index.ts';
import { type Actor, type Context, istDate, type Page, type PageQuery } from '../platform/index.ts';
import type { ExcludedTransaction, PortfolioArea, RefusedValue, UnmatchedSale } from '../portfolio/index.ts';
import { countAudit } from './audit/index.ts';
import { ownerOnly } from './owner-only.ts';
import { connectionHealth } from './connection-health.ts';
import { createReviews } from './holding-reviews.ts';
import { countKinds, toCandidate } from './instrument-review.ts';
import type { AcceptedValueInput, PriceQuery } from './inputs.ts';
import { pageOf } from './page.ts';
import { countPrices, keepsLastPrice, matches, toPriceQuality } from './price-quality.ts';
import { createRecordedValues, type RecordedCounts } from './recorded-values/index.ts';
import {
  type Candidate,
  type DataQuality,
  type InstrumentReview,
  type OpenCounts,
  type PriceQuality,
} from './view.ts';

/** What the read model is put together from; each area tells its own part. */
interface QualitySources extends Omit<Parameters<typeof createRecordedValues>[1], 'portfolio'> {
  portfolio: Pick<PortfolioArea, 'quality' | 'quotes' | 'everHeld' | 'recordedDays'>;
  instruments: Pick<Instruments, 'tickers' | 'proposals' | 'decide' | 'search' | 'size' | 'resolver'>;
  users: Pick<Identity['users'], 'ensureOwner'>;
  /** What was noticed about stored closes and announced actions, which belong to nobody. */
  history: Pick<
    MarketHistory,
    | 'missedFunds'
    | 'openCounts'
    | 'findings'
    | 'dismissFinding'
    | 'unreadableActions'
    | 'resolveAction'
    | 'dismissAction'
  >;
  corporateActions: Pick<CorporateActionService, 'count'>;
  /** How the syncs of a person's connections to brokers stand. */
  readSyncHealth: (userId: string) => Promise<SyncHealth[]>;
}

export type Quality = ReturnType<typeof createQuality>;

const MOST_CANDIDATES = 5;

const NO_REGISTRY =
  'The instrument registry is empty, so symbols cannot be checked. Import the exchange’s lists with npm run import-instruments.';

/** How far a person's figures can be trusted, from every area that knows something about it. */
export function createQuality(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  sources: QualitySources,
) {
  const { portfolio, instruments, users, history, readSyncHealth, corporateActions } = sources;
  const recordedValues = createRecordedValues({ clock }, sources);
  const reviews = createReviews({ clock }, sources);

  /** Instruments that the person holds or ever held: what is noticed about their closes changes figures. */
  async function everHeld(userId: string): Promise<string[]> {
    const resolver = await instruments.resolver();
    const today = istDate(clock.now());
    const found = new Set<string>();
    for (const { symbol, isin, until = null } of await portfolio.everHeld(userId)) {
      const who = resolver.resolve({ symbol: bareSymbol(symbol), isin, on: until ?? today });
      if (who.outcome === 'FOUND') found.add(who.instrument.id);
    }
    return [...found];
  }

  /** Null where the values could not be recalculated now: the other counts do not rest on it. */
  async function recordedCounts(userId: string): Promise<RecordedCounts | null> {
    try {
      return await recordedValues.count(userId);
    } catch (error) {
      log.warn({ err: error, user_id: userId }, 'recorded values could not be compared');
      return null;
    }
  }

  /** Books, instruments and audit of a person, from which counts and tasks are made. */
  async function look(userId: string) {
    const [books, found, audit] = await Promise.all([
      portfolio.quality.overview(userId),
      reviews(userId),
      database.readAsUser(userId, countAudit),
    ]);
    return { ...books, found: found.length, instruments: countKinds(found), audit };
  }

  /** What a word without a meaning may be: by its symbol, then by the beginning of its name. */
  async function suggestions({ symbol, name }: InstrumentReview): Promise<Candidate[]> {
    const words = [symbol, name?.split(/\s+/).slice(0, 2).join(' ')].filter((word) => word);
    for (const word of words) {
      const found = await instruments.search(word ?? '', MOST_CANDIDATES);
      if (found.length > 0) return found.map(toCandidate);
    }
    return [];
  }

  return {
    /** Counts of everything; the lists below have the details. */
    async read(userId: string): Promise<DataQuality> {
      const own = await everHeld(userId);
      const [
        { prices, ledger, refused, found, instruments: kinds, audit },
        registry,
        priceHistory,
        others,
        connected,
        actions,
        recorded,
      ] = await Promise.all([
        look(userId),
        instruments.size(),
        history.openCounts({ only: own }),
        history.openCounts({ except: own }),
        readSyncHealth(userId),
        corporateActions.count(userId),
        recordedCounts(userId),
      ]);
      const counts = countPrices(prices, portfolio.quality.threshold_minutes);
      const ailing = connected.filter(({ reason_code }) => reason_code !== null).length;
      return {
        calculated_at: clock.now().toISOString(),
        to_review:
          prices.filter((price) => matches(price, 'failing') || matches(price, 'unavailable')).length +
          found +
          ledger.left_out +
          ledger.unmatched_symbols +
          actions +
          priceHistory.errors +
          priceHistory.unreadable_actions +
          audit.findings +
          (recorded?.unknown_causes ?? 0) +
          ailing,
        prices: counts,
        instruments: {
          registry,
          ...kinds,
          reason: registry === 0 ? NO_REGISTRY : null,
        },
        ledger,
        corporate_actions: { open: actions },
        fund_values: { refused },
        price_history: {
          errors: priceHistory.errors,
          warnings: priceHistory.warnings,
          of_others: others.errors + others.warnings,
          unreadable_actions: priceHistory.unreadable_actions,
          has_closes: priceHistory.has_closes,
          has_announcements: priceHistory.has_announcements,
        },
        audit,
        recorded_values: recorded,
        connections: connected.map(connectionHealth),
      };
    },

    /** Counts of what a person can mend, each thing once. Histories and recorded values are not compared. */
    async open(userId: string): Promise<OpenCounts> {
      const { prices, ledger, refused, instruments: kinds, audit } = await look(userId);
      return {
        differences: audit.findings,
        unmatched_symbols: ledger.unmatched_symbols,
        excluded: ledger.left_out,
        kept_prices: prices.filter(keepsLastPrice).length,
        refused_values: refused,
        instruments: kinds.contradicted + kinds.ambiguous + kinds.proposed,
      };
    },

    /** Prices of holdings, what needs attention first. */
    async prices(userId: string, { filter = 'all', ...query }: PriceQuery): Promise<Page<PriceQuality>> {
      const all = (await portfolio.quality.prices(userId)).filter((price) => matches(price, filter));
      const page = pageOf(all, query);
      return { ...page, items: page.items.map(toPriceQuality) };
    },

    /** What is held and cannot be placed, and words that wait for a decision. */
    async instruments(userId: string, query: PageQuery): Promise<Page<InstrumentReview>> {
      const page = pageOf(await reviews(userId), query);
      const items: InstrumentReview[] = [];
      for (const review of page.items)
        items.push(
          review.candidates.length > 0 ? review : { ...review, candidates: await suggestions(review) },
        );
      return { ...page, items };
    },

    /**
     * Confirms or rejects that a word means an instrument. The registry is everybody's, so only the owner of the
     * installation decides.
     * @throws 403 OWNER_ONLY; 404 INSTRUMENT_NOT_FOUND, 409 ALIAS_TAKEN, 422.
     */
    async decide(userId: string, decision: AliasDecision, actor: Actor): Promise<Candidate> {
      await ownerOnly(users, userId);
      return toCandidate(await instruments.decide(decision, actor.actor));
    },

    /**
     * What price validation noticed about stored closes, the gravest first; those that are still open: about all shares, those
     * that the person holds or held, or the others.
     */
    async findings(userId: string, { of = 'all', ...query }: FindingQuery): Promise<Page<FindingView>> {
      const own = of === 'all' ? [] : await everHeld(userId);
      const about = of === 'all' ? {} : { about: of === 'held' ? { only: own } : { except: own } };
      return await history.findings({ ...query, ...about, state: 'OPEN' });
    },

    /** A finding needs nothing. @throws 403 OWNER_ONLY, 404 FINDING_NOT_FOUND */
    async dismissFinding(userId: string, id: string, actor: Actor): Promise<void> {
      await ownerOnly(users, userId);
      await history.dismissFinding(id, actor.actor);
    },

    /** Announced splits, bonuses and the like that nobody could read: until somebody does, they adjust nothing. */
    async unreadableActions(query: PageQuery): Promise<Page<ActionView>> {
      return await history.unreadableActions(query);
    },

    /** Says what an announcement is, or (null) that it is of no account. @throws 403 OWNER_ONLY, 404, 422 */
    async decideAction(
      userId: string,
      id: string,
      decision: ActionDecision | null,
      actor: Actor,
    ): Promise<ActionView> {
      await ownerOnly(users, userId);
      return decision === null
        ? await history.dismissAction(id, actor.actor)
        : await history.resolveAction(id, decision, actor.actor);
    },

    /** Rows of the ledger that are in no figure. */
    async leftOut(userId: string, query: PageQuery): Promise<Page<ExcludedTransaction>> {
      return await portfolio.quality.leftOut(userId, query);
    },

    /** Symbols sold without a known purchase. */
    async unmatched(userId: string, query: PageQuery): Promise<Page<UnmatchedSale>> {
      return await portfolio.quality.unmatched(userId, query);
    },

    /** Days whose recorded value is another than the recalculated one, the newest first. */
    recordedDifferences: recordedValues.list,

    /** Fund values that were refused for lying too far from the last known ones. */
    async fundValues(userId: string, query: PageQuery): Promise<Page<RefusedValue>> {
      return pageOf(await portfolio.quality.refusedValues(userId), query);
    },

    /** Takes a refused fund value after all. @throws 404 HOLDING_NOT_FOUND, 409 NOTHING_REFUSED. */
    async acceptValue(
      userId: string,
      holdingId: string,
      input: AcceptedValueInput,
      actor: Actor,
    ): Promise<PriceQuality> {
      return toPriceQuality(await portfolio.quality.acceptValue(userId, holdingId, input, actor));
    },
  };
}
