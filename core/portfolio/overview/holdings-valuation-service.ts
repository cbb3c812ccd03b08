import type { PriceSessions } from '../../market/calendar/index.ts';
import { createReadMarketRevision } from '../../market/instruments/index.ts';
import { portfolioScope } from '../records/index.ts';
import {
  holdingsToValue,
  type HoldingToValue,
  type Freshness,
  freshnessOf,
  goesStaleAt,
  type Fx,
  type LoadFx,
  type UsedRate,
  usedRates,
  costReason,
  type ValuedHolding,
  valueEach,
} from '../valuation/index.ts';
import {
  amountToNumber,
  type Context,
  createCache,
  fixedToNumber,
  istDate,
  memoryShare,
  type Topic,
} from '../../platform/index.ts';
import { ROW_MONEY } from '../ledger/index.ts';
import { IS_REPLAYED } from '../positions/index.ts';
import { undatedCurrencies } from '../snapshots/index.ts';

const RESTS_ON: readonly Topic[] = ['ledger', 'prices', 'rates'];
/** Bytes of everybody's valuations together, and those of one holding and of what surrounds them. */
const MOST_BYTES = memoryShare({ of: 512, least: 4, most: 16 });
const HOLDING_BYTES = 500;

/** A holding with quantity and prices as they are, and amounts in the requested currency; null is unknown. */
export interface HoldingValuation {
  id: string;
  portfolio: string;
  symbol: string;
  name: string | null;
  asset_class: string;
  sector: string | null;
  /** Its own one. */
  currency: string;
  quantity: number;
  /** In its own currency: what it is valued by, and what it cost by unit. */
  price: number | null;
  priced_at: string | null;
  avg_buy_price: number | null;
  invested: number | null;
  market_value: number | null;
  gain: number | null;
  /** Why market_value or invested is unknown. */
  reason: string | null;
}

/** Every holding of a portfolio, or of all of them, in one currency. */
export interface HoldingsValuation {
  portfolio: string;
  base_currency: string;
  /** That of the amounts. */
  currency: string;
  holdings: HoldingValuation[];
  fx_rates: UsedRate[];
  /** Of the prices that the holdings are valued by. */
  freshness: Freshness;
}

interface ValuationRequest {
  /** Networth where none is named. */
  portfolio?: string | null;
  /** That of the portfolio where none is named; that of Networth, in which totals are shown, with `{ of: 'networth' }`. */
  currency?: string | { of: 'networth' } | null;
}

/**
 * A transaction as evidence of a figure; `amount` is what it moved with its charges, as XIRR counts it: below zero where it
 * was paid, above where it was received, null where no money moved.
 */
interface LedgerFact {
  id: string;
  date: string;
  type: string;
  symbol: string;
  portfolio: string;
  quantity: number;
  amount: number | null;
  currency: string;
  source: string;
}

/** Transactions as evidence, with the rates into the portfolio's currency that figures convert them by. */
export interface LedgerEvidence {
  items: LedgerFact[];
  /** How many there are in all. */
  total: number;
  first_date: string | null;
  /** Of XIRR: each day's own where every day has one, else the newest for all. */
  flow_rates: UsedRate[];
  /** Of sums: the newest. */
  fx_rates: UsedRate[];
}

/** Valued holdings and the largest transactions, for reports and their explanations. */
export function createHoldingsValuationService(
  { database, clock }: Context,
  loadFx: LoadFx,
  sessions: PriceSessions,
) {
  const marketRevision = createReadMarketRevision(database);
  const kept = createCache<HoldingsValuation>({
    most: Number.POSITIVE_INFINITY,
    mostSize: MOST_BYTES,
    sizeOf: ({ holdings }) => HOLDING_BYTES * (holdings.length + 1),
    until: ({ freshness }) => goesStaleAt(freshness) ?? 0,
    now: () => clock.now().getTime(),
  });

  async function value(userId: string, wanted: ValuationRequest): Promise<HoldingsValuation> {
    return await database.asUser(userId, async (trx) => {
      const portfolio = await portfolioScope(trx, wanted.portfolio);
      const { currency: asked } = wanted;
      const base =
        typeof asked === 'object' && asked !== null
          ? (await portfolioScope(trx, null)).currency
          : (asked ?? portfolio.currency);
      const rows = (await holdingsToValue(trx)).filter(
        (row) => portfolio.id === null || row.portfolio_id === portfolio.id,
      );
      const currencies = rows.map(({ currency }) => currency);
      const fx = await loadFx(trx, { from: currencies, to: [base] });
      const now = clock.now();
      const valued = valueEach(rows, { base, fx, now, sessions });
      return {
        portfolio: portfolio.name,
        base_currency: portfolio.currency,
        currency: base,
        holdings: valued.map((one) => holdingValuation(one, base)),
        fx_rates: usedRates(currencies, base, fx),
        freshness: freshnessOf(valued, now),
      };
    });
  }

  return {
    /**
     * Values holdings as of now. The answer is never older than the last change of its data, and is read-only: others share it.
     * @throws 404 PORTFOLIO_NOT_FOUND.
     */
    async read(userId: string, wanted: ValuationRequest = {}): Promise<HoldingsValuation> {
      const { portfolio = null, currency = null } = wanted;
      const key = `${userId}\0${JSON.stringify([portfolio, currency])}`;
      const now = clock.now();
      const [own, rates] = await Promise.all([database.revision(userId, RESTS_ON), marketRevision('rates')]);
      const state = `${own} ${rates} ${istDate(now)} ${sessions.stateAt(now)}`;
      return await kept.read(key, state, () => value(userId, wanted));
    },

    /** The transactions of a portfolio that moved most money, by date, and how many there are in all. @throws 404. */
    async largestTransactions(
      userId: string,
      wanted: { portfolio?: string | null; types: readonly string[]; to?: string | null; limit: number },
    ): Promise<LedgerEvidence> {
      return await database.asUser(userId, async (trx) => {
        const portfolio = await portfolioScope(trx, wanted.portfolio);
        const bindings = [
          portfolio.id,
          portfolio.id,
          [...wanted.types],
          wanted.to ?? '9999-12-31',
          wanted.limit,
        ] as string[];
        const { rows } = await trx.raw<{ rows: HeavyRow[] }>(HEAVIEST, bindings);
        const items = rows
          .filter((row): row is HeavyRow & { id: string } => row.id !== null)
          .map(({ total: _total, first_date: _first, quantity, amount, ...row }) => ({
            ...row,
            quantity: Number(quantity),
            amount: amount === null ? null : Number(amount),
          }));
        const base = portfolio.currency;
        const foreign = items.filter(({ currency }) => currency !== base);
        const currencies = foreign.map(({ currency }) => currency);
        const fx = await loadFx(trx, { from: currencies, to: [base], days: foreign.map(({ date }) => date) });
        return {
          items,
          total: rows[0]?.total ?? 0,
          first_date: rows[0]?.first_date ?? null,
          flow_rates: flowRates(foreign, base, fx),
          fx_rates: usedRates(currencies, base, fx),
        };
      });
    },
  };
}

type HeavyRow = Omit<LedgerFact, 'id' | 'quantity' | 'amount'> & {
  id: string | null;
  quantity: string;
  amount: string | null;
  total: number;
  first_date: string | null;
};

/** Ranks all rows by amount, and reads only the chosen ones in full. Without any, one row has the count alone. */
const HEAVIEST = `
  with wanted as materialized (
    select t.id, t.trade_date, ${ROW_MONEY} as amount
    from portfolio.transactions t
    where (?::bigint is null or t.portfolio_id = ?::bigint) and t.type = any(?::text[]) and t.trade_date <= ?::date
      and ${IS_REPLAYED}
  ), heavy as (select id, amount from wanted order by abs(amount) desc nulls last, trade_date, id limit ?),
  chosen as (
    select t.id, t.trade_date::text as date, t.type, t.symbol, p.name as portfolio, t.quantity::text, t.currency, t.source,
      heavy.amount::text
    from heavy join portfolio.transactions t on t.id = heavy.id join portfolio.portfolios p on p.id = t.portfolio_id)
  select chosen.*, chosen.id::text, counted.total, counted.first_date
  from (select count(*)::int as total, min(trade_date)::text as first_date from wanted) counted left join chosen on true
  order by chosen.date, chosen.id`;

function flowRates(foreign: readonly LedgerFact[], base: string, fx: Fx): UsedRate[] {
  const undated = undatedCurrencies(foreign, base, fx);
  const used = new Map<string, UsedRate>();
  for (const { currency, date } of foreign) {
    const ofDay: Fx = (from, to) => fx(from, to, ...(undated.has(from) ? [] : [date]));
    for (const rate of usedRates([currency], base, ofDay)) used.set(`${currency} ${rate.day ?? ''}`, rate);
  }
  return [...used.values()];
}

function holdingValuation({ holding, ...one }: ValuedHolding, base: string): HoldingValuation {
  const { cost, value } = one.base;
  const noRate = one.hasRate ? null : `No exchange rate from ${holding.currency} to ${base}.`;
  return {
    id: (holding as HoldingToValue).id,
    portfolio: holding.portfolio,
    symbol: holding.symbol,
    name: holding.name ?? null,
    asset_class: holding.asset_class,
    sector: holding.sector?.trim() || null,
    currency: holding.currency,
    quantity: fixedToNumber(one.quantity),
    price: one.price === null ? null : fixedToNumber(one.price),
    priced_at: one.pricedAt?.toISOString() ?? null,
    avg_buy_price: holding.avg_buy_price === null ? null : Number(holding.avg_buy_price),
    invested: cost === null ? null : amountToNumber(cost),
    market_value: value === null ? null : amountToNumber(value),
    gain: cost === null || value === null ? null : amountToNumber(value - cost),
    reason:
      one.own.value === null
        ? `No price for ${holding.symbol}.`
        : one.own.cost === null
          ? costReason(holding)
          : noRate,
  };
}
