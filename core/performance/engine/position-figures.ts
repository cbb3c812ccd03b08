import type { Contribution } from './accumulate.ts';
import type { Held } from './engine.ts';
import { type DayNumber, dayText } from './daily-series.ts';
import type { PositionLine } from './position-line.ts';
import { moneyOf, unitsOf } from './steps.ts';
import type { PositionFigures, PositionMoney } from './values-view.ts';
import { createSum } from './base-cost.ts';

/** What a position comes to at the end of the last day. The isin and class are those of its rows; others may know better. */
export function positionFigures(
  { line, market, price, foreign }: Held,
  origin: DayNumber,
  length: number,
): PositionFigures | null {
  const { state } = line;
  const last = length - 1;
  if (state === null || last < 0) return null;
  const quantity = unitsOf(state.quantity);
  const close = price?.price[last] ?? Number.NaN;
  const units = market.units[lastUpTo(market.day, origin + last)] ?? 0;
  const own = ownMoney(line, quantity === 0 ? 0 : units * close);
  const lots = [...state.lots.open()];
  return {
    portfolio: line.portfolio,
    symbol: line.symbol,
    isin: state.isin,
    asset_class: state.assetClass,
    currency: state.currency,
    quantity,
    first_date: state.rows[0]?.date ?? '',
    last_date: state.rows.at(-1)?.date ?? '',
    transactions: state.rows.length,
    unknown_cost_quantity: unitsOf(state.unknownCost),
    unmatched_quantity: state.unmatched.reduce(
      (sum, one) => (one.kind === 'NO_UNITS' ? sum + unitsOf(one.quantity) : sum),
      0,
    ),
    open_lots: lots.length,
    oldest_lot: oldest(lots),
    price: quantity === 0 ? null : knownOrNull((units * close) / quantity),
    price_date: quantity === 0 || Number.isNaN(close) ? null : dayText(price?.closed[last] ?? 0),
    own,
    base: foreign === null ? withoutRates(own) : baseMoney(line, own, foreign, origin, last),
  };
}

function oldest(lots: readonly { heldSince: string }[]): string | null {
  return lots.reduce<string | null>(
    (first, { heldSince: day }) => (first === null || day < first ? day : first),
    null,
  );
}

function ownMoney({ state, steps }: PositionLine, value: number): PositionMoney {
  const cost = steps.cost.at(-1) ?? 0;
  const { totals, feeTotals, realisedFifo } = state ?? NOTHING;
  return {
    value: knownOrNull(value),
    fifo_cost: knownOrNull(cost),
    realised: moneyOf(realisedFifo),
    unrealised: knownOrNull(value - cost),
    income: moneyOf(totals.dividends - feeTotals.tax_withheld),
    fees: moneyOf(feeTotals.fees),
    purchases: moneyOf(totals.purchases),
    sales: moneyOf(totals.sales),
  };
}

const NOTHING = {
  totals: { dividends: 0n, purchases: 0n, sales: 0n },
  feeTotals: { tax_withheld: 0n, fees: 0n },
  realisedFifo: 0n,
};

function withoutRates(own: PositionMoney): PositionFigures['base'] {
  const { realised, unrealised } = own;
  const gain = realised === null || unrealised === null ? null : realised + unrealised;
  return { ...own, price_effect: gain, currency_effect: 0 };
}

/** Every amount at the rate of its day; purchases and sales by what was paid and received, fees left out. */
function baseMoney(
  { steps }: PositionLine,
  own: PositionMoney,
  { rate, base }: NonNullable<Contribution['foreign']>,
  origin: DayNumber,
  last: number,
): PositionFigures['base'] {
  const now = rate[last] ?? Number.NaN;
  const sums = {
    realised: createSum(),
    income: createSum(),
    fees: createSum(),
    bought: createSum(),
    sold: createSum(),
  };
  for (const [at, day] of steps.day.entries()) {
    const then = rate[day - origin] ?? Number.NaN;
    const add = (name: keyof typeof sums, amount = 0) => {
      if (amount !== 0) sums[name].add(amount * then);
    };
    add('realised', steps.realised[at]);
    add('income', steps.income[at]);
    add('fees', steps.fees[at]);
    add('bought', steps.purchases[at]);
    add('sold', steps.sales[at]);
  }
  const byRates = base.realised_so_far.at(-1) ?? 0;
  const cost = own.fifo_cost === null ? Number.NaN : (base.cost.at(-1) ?? 0);
  const realised = sums.realised.value() + byRates;
  const value = own.value === null ? Number.NaN : own.value === 0 ? 0 : own.value * now;
  const currency = byRates + (own.fifo_cost === 0 ? 0 : (own.fifo_cost ?? Number.NaN) * now - cost);
  return {
    value: knownOrNull(value),
    fifo_cost: knownOrNull(cost),
    realised: knownOrNull(realised),
    unrealised: knownOrNull(value - cost),
    income: knownOrNull(sums.income.value()),
    fees: knownOrNull(sums.fees.value()),
    purchases: knownOrNull(sums.bought.value()),
    sales: knownOrNull(sums.sold.value()),
    price_effect: knownOrNull(realised + value - cost - currency),
    currency_effect: knownOrNull(currency),
  };
}

function lastUpTo(days: readonly DayNumber[], day: DayNumber): number {
  let at = days.length - 1;
  while (at >= 0 && (days[at] ?? 0) > day) at -= 1;
  return at;
}

/** Null for what is no number. */
function knownOrNull(figure: number): number | null {
  return Number.isFinite(figure) ? figure : null;
}
