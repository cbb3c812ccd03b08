import { NETWORTH, type DashboardView, type HoldingView } from '../../portfolio/index.ts';
import type { Pair } from './identity.ts';
import type { AuditReadings, RateOf } from './readings.ts';

export type Read<K extends keyof AuditReadings> = { [P in K]: NonNullable<AuditReadings[P]> };

const ALL = 'All holdings';

/** Figures that are added up here, the slow way, one holding after the other. */
interface Sum {
  amount: number;
  /** Members without a figure or a rate. */
  missing: number;
}

/** Amounts in one currency. */
function sumIn<T extends { currency: string }>(
  rows: readonly T[],
  to: string,
  rates: RateOf,
  amountOf: (row: T) => number | null,
): Sum {
  const sum: Sum = { amount: 0, missing: 0 };
  for (const row of rows) {
    const amount = amountOf(row);
    // Nothing is nothing in every currency.
    const rate = amount === 0 ? 1 : rates(row.currency, to);
    if (amount === null || rate === null) sum.missing += 1;
    else sum.amount += amount * rate;
  }
  return sum;
}

export const held = (holdings: readonly HoldingView[]) => holdings.filter(({ quantity }) => quantity !== 0);
export const partOf = ({ total }: DashboardView): string | null =>
  total.state === 'PARTIAL'
    ? `${total.holdings_count - total.valued_count} of ${total.holdings_count} holdings have no price or no exchange rate. The two figures agree for the others.`
    : null;

/** Why the total of the overview cannot be compared with a figure of all holdings. */
export const incomplete = ({ total }: DashboardView): string | null =>
  total.state === 'PARTIAL'
    ? `${total.holdings_count - total.valued_count} of ${total.holdings_count} holdings have no price or no exchange rate.`
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

export function holdingsSum({ overview, holdings, rates }: Read<'overview' | 'holdings' | 'rates'>): Pair[] {
  const { amount } = sumIn(held(holdings), overview.total.currency, rates, (one) => one.market_value);
  return [besideTotal(overview, amount, { part: partOf(overview) })];
}

export function portfoliosSum({ overview }: Read<'overview'>): Pair[] {
  const amount = overview.portfolios.reduce((sum, { current_value }) => sum + (current_value ?? 0), 0);
  return [besideTotal(overview, amount, { part: partOf(overview) })];
}

export function currenciesSum({ overview }: Read<'overview'>): Pair[] {
  const { base_currency, by_currency, fx_rates } = overview;
  const rates: RateOf = (from) =>
    from === base_currency ? 1 : (fx_rates.find((one) => one.from === from)?.rate ?? null);
  const { amount } = sumIn(by_currency, base_currency, rates, ({ current_value }) => current_value);
  return [besideTotal(overview, amount, { part: partOf(overview) })];
}

export function portfolioValues({
  portfolios,
  holdings,
  rates,
}: Read<'portfolios' | 'holdings' | 'rates'>): Pair[] {
  return portfolios.map(({ name, is_protected, base_currency: currency, current_value: left }) => {
    const own = held(holdings).filter(({ portfolio }) => is_protected || portfolio === name);
    const { amount: right, missing } = sumIn(own, currency, rates, (one) => one.market_value);
    const some = `${missing} of ${own.length} holdings have no price or no exchange rate`;
    return {
      subject: name,
      left,
      right,
      currency,
      reason: left === null && missing > 0 ? `${some}.` : null,
      part: missing > 0 ? `${some}. The two figures agree for the others.` : null,
    };
  });
}

export function attributedGain({
  overview,
  holdings,
  rates,
  attribution,
}: Read<'overview' | 'holdings' | 'rates' | 'attribution'>): Pair[] {
  const { total } = overview;
  const left = total.total_profit ?? total.partial.total_profit?.figure ?? null;
  const excluded = new Set(attribution.excluded.map(({ holding_id }) => holding_id));
  // Without a cost there is no contribution, but a gain: bonus shares.
  const others = held(holdings).filter(({ id, gain }) => excluded.has(id) && gain !== null);
  const { amount } = sumIn(others, total.currency, rates, ({ gain }) => gain);
  const isNothing = attribution.total_gain === null && others.length === 0;
  return [
    {
      subject: ALL,
      left,
      right: isNothing && left !== 0 ? null : (attribution.total_gain ?? 0) + amount,
      currency: total.currency,
      reason: left === null ? (total.reasons.total_profit ?? 'The gain is unknown.') : null,
      part: total.total_profit === null ? (total.reasons.total_profit ?? 'Some gains are unknown.') : null,
    },
  ];
}

const named = ({ portfolio, symbol }: { portfolio: string; symbol: string }) => `${symbol} in ${portfolio}`;

function summed<T extends { portfolio: string; symbol: string }>(
  rows: readonly T[],
  figureOf: (row: T) => number,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(named(row), (sums.get(named(row)) ?? 0) + figureOf(row));
  return sums;
}

export function lotUnits({ tax, holdings }: Read<'tax' | 'holdings'>): Pair[] {
  const lots = summed(tax.remaining, ({ quantity }) => quantity);
  const own = new Map(held(holdings).map((one) => [named(one), one]));
  return [...new Set([...lots.keys(), ...own.keys()])].map((subject) => {
    const holding = own.get(subject);
    const { status = 'MATCHED', reason = null } = holding?.reconciliation ?? {};
    const isStated = holding !== undefined && holding.source !== 'LEDGER' && status !== 'MATCHED';
    return {
      subject,
      left: lots.get(subject) ?? 0,
      right: holding?.quantity ?? 0,
      currency: null,
      // What a person or broker states may lack transactions, and Data quality lists it; what follows the ledger may not.
      reason: isStated ? reason : null,
    };
  });
}

export function realisedBySymbol({ facts, tax }: Read<'facts' | 'tax'>): Pair[] {
  const inTax = summed(tax.sales, ({ gain }) => gain);
  const currencies = new Map([...tax.sales, ...facts.positions].map((one) => [named(one), one.currency]));
  const positions = new Map(facts.positions.map((one) => [named(one), one]));
  return [...currencies]
    .filter(([subject]) => inTax.has(subject) || (positions.get(subject)?.realised_gain ?? 0) !== 0)
    .map(([subject, currency]) => ({
      subject,
      left: positions.get(subject)?.realised_gain ?? 0,
      right: inTax.get(subject) ?? 0,
      currency,
      reason: null,
      part:
        positions.get(subject)?.has_unknown_cost_sold === true
          ? 'Units of unknown cost were sold. Record the cost under Data quality, Opening positions.'
          : null,
    }));
}

export function reportedYears({ tax }: Read<'tax'>): Pair[] {
  return tax.years.flatMap(({ fy, lots }) => {
    const sales = tax.sales.filter((one) => one.fy === fy);
    const sumOf = (rows: readonly { currency: string; gain: number | null }[], currency: string) =>
      rows.reduce((sum, one) => sum + (one.currency === currency ? (one.gain ?? 0) : 0), 0);
    const currencies = [...new Set([...lots, ...sales].map(({ currency }) => currency))].sort();
    return currencies.map((currency) => ({
      subject: `${fy} in ${currency}`,
      left: sumOf(lots, currency),
      right: sumOf(sales, currency),
      currency,
      reason: null,
    }));
  });
}

export function realisedTotal({ overview, facts, rates }: Read<'overview' | 'facts' | 'rates'>): Pair[] {
  const { earnings, base_currency: currency } = overview;
  const { amount, missing } = sumIn(facts.positions, currency, rates, (one) => one.realised_gain);
  return [
    {
      subject: ALL,
      left: earnings.realised_gain,
      right: missing > 0 ? null : amount,
      currency,
      reason: earnings.reason,
    },
  ];
}

export function netWorth({
  overview,
  networth,
  debts,
  rates,
}: Read<'overview' | 'networth' | 'debts' | 'rates'>): Pair[] {
  const currency = overview.base_currency;
  const owed = sumIn(debts, currency, rates, ({ balance }) => balance);
  const assets = overview.total.current_value;
  const right = assets === null || owed.missing > 0 ? null : assets - owed.amount;
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
