import { Decimal } from '../../platform/index.ts';
import type { CostSum, PaidSum } from '../../portfolio/index.ts';
import type { DividendYieldView, YearOfDividends } from './view.ts';

/** Units of the report's currency for one of another; null where no rate is known. */
type RateOf = (currency: string) => Decimal | null;

/** An amount, or why there is none. */
type KnownOrReason = { value: Decimal; reason: null } | { value: null; reason: string };

export interface YieldFacts {
  /** Null where no ledger is on record. */
  paid: readonly PaidSum[] | null;
  costs: readonly CostSum[];
  /** Value of each holding in the report's currency; null where it is not known. */
  values: readonly { symbol: string; amount: number | null }[];
  rateOf: RateOf;
  /** The current calendar year. */
  year: number;
}

type YieldFigures = Pick<
  DividendYieldView,
  | 'paid'
  | 'withheld_tax'
  | 'payments'
  | 'paid_reason'
  | 'cost_basis'
  | 'cost_basis_reason'
  | 'market_value'
  | 'market_value_reason'
  | 'yield_on_cost_pct'
  | 'yield_on_cost_reason'
  | 'current_yield_pct'
  | 'current_yield_reason'
  | 'trend'
>;

const NO_LEDGER = 'No transactions are recorded, so payments are unknown. Import or add transactions.';

/**
 * Dividends of the last twelve months by cost and by value, in percentage points (spec: Report rules 11). A yield is null,
 * with its reason, where either side is not known or there is nothing to divide by.
 */
export function dividendYield({ paid, costs, values, rateOf, year }: YieldFacts): YieldFigures {
  const trailing = paid?.filter((one) => one.is_trailing) ?? null;
  const received = sumOf(trailing, rateOf, ({ amount }) => amount);
  const tax = sumOf(trailing, rateOf, (one) => one.tax);
  const cost = costOf(costs, rateOf);
  const marketValue = marketValueOf(values);
  const onCost = share(received, cost, 'No holding has a cost.');
  const current = share(received, marketValue, 'The value of the holdings is 0.');
  return {
    paid: numberOf(received),
    withheld_tax: numberOf(tax),
    payments: count(trailing ?? []),
    paid_reason: received.reason,
    cost_basis: numberOf(cost),
    cost_basis_reason: cost.reason,
    market_value: numberOf(marketValue),
    market_value_reason: marketValue.reason,
    yield_on_cost_pct: numberOf(onCost),
    yield_on_cost_reason: onCost.reason,
    current_yield_pct: numberOf(current),
    current_yield_reason: current.reason,
    trend: [year - 2, year - 1, year].map((one): YearOfDividends => {
      const sums = paid?.filter((sum) => sum.year === one) ?? null;
      const isYtd = one === year;
      const received = sumOf(sums, rateOf, ({ amount }) => amount);
      return {
        year: one,
        label: isYtd ? `${one} YTD` : String(one),
        is_ytd: isYtd,
        paid: numberOf(received),
        payments: count(sums ?? []),
        reason: received.reason,
      };
    }),
  };
}

function sumOf(
  sums: readonly PaidSum[] | null,
  rateOf: RateOf,
  pick: (sum: PaidSum) => Decimal,
): KnownOrReason {
  if (sums === null) return unknown(NO_LEDGER);
  return converted(
    sums.map((sum) => ({ currency: sum.currency, amount: pick(sum) })),
    rateOf,
  );
}

function costOf(costs: readonly CostSum[], rateOf: RateOf): KnownOrReason {
  const costless = costs.flatMap((one) => one.costless);
  if (costless.length > 0) return unknown(`The cost of ${named(costless)} is unknown.`);
  return converted(
    costs.map(({ currency, cost }) => ({ currency, amount: cost })),
    rateOf,
  );
}

function marketValueOf(values: YieldFacts['values']): KnownOrReason {
  const unvalued = values.filter(({ amount }) => amount === null).map(({ symbol }) => symbol);
  // Part of the value under all of the dividends would be too high a yield.
  if (unvalued.length > 0) return unknown(`No price or exchange rate for ${named(unvalued)}.`);
  return {
    value: values.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Decimal(0)),
    reason: null,
  };
}

function converted(parts: readonly { currency: string; amount: Decimal }[], rateOf: RateOf): KnownOrReason {
  let sum = new Decimal(0);
  for (const { currency, amount } of parts) {
    const rate = rateOf(currency);
    if (rate === null) return unknown(`No exchange rate for ${currency}.`);
    sum = sum.plus(amount.times(rate));
  }
  return { value: sum, reason: null };
}

function share(of: KnownOrReason, by: KnownOrReason, ifZero: string): KnownOrReason {
  if (of.value === null) return of;
  if (by.value === null) return by;
  if (!by.value.gt(0)) return unknown(ifZero);
  return { value: of.value.div(by.value).times(100), reason: null };
}

const unknown = (reason: string): KnownOrReason => ({ value: null, reason });
const numberOf = ({ value }: KnownOrReason): number | null => value?.toNumber() ?? null;
const count = (sums: readonly PaidSum[]): number => sums.reduce((all, { payments }) => all + payments, 0);

function named(symbols: readonly string[]): string {
  const shown = symbols.slice(0, 3).join(', ');
  return symbols.length > 3 ? `${shown} and ${symbols.length - 3} more` : shown;
}
