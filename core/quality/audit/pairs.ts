import { NETWORTH, type DashboardView, type HoldingView } from '../../portfolio/index.ts';
import type { Pair } from './identity.ts';
import type { RateOf, ReadingsOf } from './readings.ts';

/* Totals, portfolios and gains of what is held, beside sums of units and prices that are made here. */

const ALL = 'All holdings';
/** Sums of holdings that are made here. */
type Sums = ReadingsOf<'overview' | 'holdings' | 'rates'>;

/** Figures that are added up here, the slow way, one holding after the other. */
interface Sum {
  amount: number;
  /** Members without a figure or a rate. */
  missing: number;
}

/** Amounts in one currency. */
export function sumIn<T extends { currency: string }>(
  rows: readonly T[],
  to: string,
  rate: RateOf,
  amountOf: (row: T) => number | null,
): Sum {
  const sum: Sum = { amount: 0, missing: 0 };
  for (const row of rows) {
    const amount = amountOf(row);
    // Nothing is nothing in every currency.
    const factor = amount === 0 ? 1 : rate(row.currency, to);
    if (amount === null || factor === null) sum.missing += 1;
    else sum.amount += amount * factor;
  }
  return sum;
}

export const held = (holdings: readonly HoldingView[]) => holdings.filter(({ quantity }) => quantity !== 0);

/** Multiplied here: the value that is shown of a holding comes from the same code as the totals. */
const valueOf = ({ quantity, current_price }: HoldingView): number | null =>
  current_price === null ? null : quantity * current_price;
const gainOf = ({ quantity, current_price, avg_buy_price }: HoldingView): number | null =>
  current_price === null || avg_buy_price === null ? null : quantity * (current_price - avg_buy_price);

const unvalued = (missing: number, all: number) =>
  `${missing} of ${all} holdings have no price or no exchange rate`;
export const partOf = ({ total }: DashboardView): string | null =>
  total.state === 'PARTIAL'
    ? `${unvalued(total.holdings_count - total.valued_count, total.holdings_count)}. The two figures agree for the others.`
    : null;

/** Why the total of the overview cannot be compared with a figure of all holdings. */
export const incomplete = ({ total }: DashboardView): string | null =>
  total.state === 'PARTIAL'
    ? `${unvalued(total.holdings_count - total.valued_count, total.holdings_count)}.`
    : (total.reasons.current_value ?? null);

/** The total of the overview beside another figure for it. */
export function besideTotal(
  overview: DashboardView,
  right: number | null,
  why: { reason?: string | null | undefined; part?: string | null } = {},
): Pair {
  const { total } = overview;
  const reason = total.reasons.current_value ?? why.reason ?? null;
  return {
    subject: ALL,
    left: total.current_value,
    right,
    currency: total.currency,
    reason,
    part: why.part ?? null,
  };
}

/** The value of some holdings in one currency. */
export const holdingsValue = (holdings: readonly HoldingView[], currency: string, rate: RateOf): number =>
  sumIn(held(holdings), currency, rate, valueOf).amount;

/** A figure for the total beside the sum of the holdings. */
export function besideHoldings(readings: Sums, left: number | null): Pair {
  const { overview, holdings, rates } = readings;
  const sum = holdingsValue(holdings, overview.total.currency, rates);
  return { ...besideTotal(overview, sum, { part: partOf(overview) }), left };
}

export function holdingsSum(readings: Sums): Pair[] {
  return [besideHoldings(readings, readings.overview.total.current_value)];
}

export function holdingValues({ holdings }: ReadingsOf<'holdings'>): Pair[] {
  return held(holdings).map((one) => ({
    subject: named(one),
    left: one.market_value,
    right: valueOf(one),
    currency: one.currency,
    reason: one.current_price === null ? `${one.symbol} has no price.` : null,
  }));
}

export function portfoliosSum({ overview }: ReadingsOf<'overview'>): Pair[] {
  const amount = overview.portfolios.reduce((sum, { current_value }) => sum + (current_value ?? 0), 0);
  return [besideTotal(overview, amount, { part: partOf(overview) })];
}

export function currenciesSum({ overview }: ReadingsOf<'overview'>): Pair[] {
  const { base_currency, by_currency, fx_rates } = overview;
  const shown: RateOf = (from) =>
    from === base_currency ? 1 : (fx_rates.find((one) => one.from === from)?.rate ?? null);
  const { amount } = sumIn(by_currency, base_currency, shown, ({ current_value }) => current_value);
  return [besideTotal(overview, amount, { part: partOf(overview) })];
}

/** A figure for the value of some holdings beside their sum. */
function besideSum(
  { subject, left, currency }: Pick<Pair, 'subject' | 'left'> & { currency: string },
  own: readonly HoldingView[],
  rate: RateOf,
): Pair {
  const { amount: right, missing } = sumIn(held(own), currency, rate, valueOf);
  const some = unvalued(missing, held(own).length);
  return {
    subject,
    left,
    right,
    currency,
    reason: left === null && missing > 0 ? `${some}.` : null,
    part: missing > 0 ? `${some}. The two figures agree for the others.` : null,
  };
}

export function portfolioValues({
  portfolios,
  holdings,
  rates,
}: ReadingsOf<'portfolios' | 'holdings' | 'rates'>): Pair[] {
  return portfolios.map(({ name, is_protected, base_currency: currency, current_value: left }) => {
    const own = holdings.filter(({ portfolio }) => is_protected || portfolio === name);
    return besideSum({ subject: name, left, currency }, own, rates);
  });
}

/** The totals by portfolio and by currency that the overview shows. */
export function overviewParts({ overview, holdings, rates }: Sums): Pair[] {
  const { portfolios, by_currency } = overview;
  return [
    ...portfolios.map(({ portfolio: subject, currency, current_value: left }) => {
      const own = holdings.filter(({ portfolio }) => portfolio === subject);
      return besideSum({ subject, left, currency }, own, rates);
    }),
    ...by_currency.map(({ currency, current_value: left }) => {
      const own = holdings.filter((one) => one.currency === currency);
      return besideSum({ subject: `Holdings in ${currency}`, left, currency }, own, rates);
    }),
  ];
}

/** The gain that the overview shows, or that of the part of which it is known. */
function overviewGain({
  total,
}: DashboardView): Pick<Pair, 'subject' | 'left' | 'currency' | 'reason' | 'part'> {
  const left = total.total_profit ?? total.partial.total_profit?.figure ?? null;
  const reason = total.reasons.total_profit ?? null;
  return {
    subject: ALL,
    left,
    currency: total.currency,
    reason: left === null ? (reason ?? 'The gain is unknown.') : null,
    part: total.total_profit === null ? (reason ?? 'Some gains are unknown.') : null,
  };
}

export function holdingsGain({ overview, holdings, rates }: Sums): Pair[] {
  const { amount: right } = sumIn(held(holdings), overview.total.currency, rates, gainOf);
  return [{ ...overviewGain(overview), right }];
}

export function attributedGain({
  overview,
  holdings,
  rates,
  attribution,
}: ReadingsOf<'overview' | 'holdings' | 'rates' | 'attribution'>): Pair[] {
  const pair = overviewGain(overview);
  const excluded = new Set(attribution.excluded.map(({ holding_id }) => holding_id));
  // Without a cost there is no contribution, but a gain: bonus shares.
  const others = held(holdings).filter((one) => excluded.has(one.id) && gainOf(one) !== null);
  const { amount } = sumIn(others, overview.total.currency, rates, gainOf);
  const isNothing = attribution.total_gain === null && others.length === 0;
  const right = isNothing && pair.left !== 0 ? null : (attribution.total_gain ?? 0) + amount;
  return [{ ...pair, right }];
}

export function contributedGain({ attribution }: ReadingsOf<'attribution'>): Pair[] {
  const { total_gain: left, holdings, currency, reasons } = attribution;
  return [
    {
      subject: ALL,
      left,
      right: holdings.reduce((sum, { gain }) => sum + gain, 0),
      currency,
      reason: left === null ? (reasons.total_gain ?? 'The gain is unknown.') : null,
    },
  ];
}

export const named = ({ portfolio, symbol }: { portfolio: string; symbol: string }) =>
  `${symbol} in ${portfolio}`;

export function netWorthParts(
  readings: ReadingsOf<'overview' | 'holdings' | 'networth' | 'debts' | 'rates'>,
): Pair[] {
  const { overview, holdings, networth, debts, rates } = readings;
  const currency = overview.base_currency;
  const owed = sumIn(debts, currency, rates, ({ balance }) => balance);
  // The report takes its assets from the overview: the holdings are added up here.
  const right =
    overview.total.current_value === null || owed.missing > 0
      ? null
      : holdingsValue(holdings, currency, rates) - owed.amount;
  return [
    {
      subject: NETWORTH,
      left: networth.net_worth,
      right,
      currency,
      reason: networth.net_worth_reason,
      part: partOf(overview),
    },
  ];
}
