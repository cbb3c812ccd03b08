import type { Pair } from './identity.ts';
import { held, named, sumIn } from './pairs.ts';
import type { ReadingsOf } from './readings.ts';

/* Units and realised gains: kept results of the ledgers, lots that are replayed anew, and the rows alone. */

const UNKNOWN_COST_SOLD =
  'The gain of some units that left is unknown, because their cost or price is. Record the cost under Data quality, Opening positions, or the sale under Transactions.';

function summed<T extends { portfolio: string; symbol: string }>(
  rows: readonly T[],
  figureOf: (row: T) => number,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(named(row), (sums.get(named(row)) ?? 0) + figureOf(row));
  return sums;
}

export function lotUnits({ tax, holdings }: ReadingsOf<'tax' | 'holdings'>): Pair[] {
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
      // A person or broker may state units without transactions, and Data quality lists them; a derived holding has all of them.
      reason: isStated ? reason : null,
    };
  });
}

export function realisedBySymbol({ facts, tax }: ReadingsOf<'facts' | 'tax'>): Pair[] {
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
      part: positions.get(subject)?.has_unknown_cost_sold === true ? UNKNOWN_COST_SOLD : null,
    }));
}

export function reportedYears({ tax }: ReadingsOf<'tax'>): Pair[] {
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

/** The overview adds up the kept results; the sales are replayed from the transactions. */
export function realisedTotal({ overview, tax, rates }: ReadingsOf<'overview' | 'tax' | 'rates'>): Pair[] {
  const { earnings, base_currency: currency } = overview;
  const { amount, missing } = sumIn(tax.sales, currency, rates, ({ gain }) => gain);
  return [
    {
      subject: 'All sales',
      left: earnings.realised_gain,
      right: missing > 0 ? null : amount,
      currency,
      reason: earnings.reason,
      part: earnings.unknown_cost_symbols.length > 0 ? UNKNOWN_COST_SOLD : null,
    },
  ];
}

const OTHER_MOVES =
  'Units came or went by a corporate action or a cancelled row, or at an unknown cost, so purchases and sales do not explain them.';

/** Matching only decides which lots a sale takes: money received less money paid is the gain less the cost that is left. */
export function realisedByTrades({ facts, tax }: ReadingsOf<'facts' | 'tax'>): Pair[] {
  const left = summed(tax.remaining, ({ cost }) => cost ?? 0);
  return facts.positions.map(({ trades, realised_gain, currency, ...one }) => ({
    subject: named(one),
    left: realised_gain,
    right: trades === null ? null : trades.money + (left.get(named(one)) ?? 0),
    currency,
    reason: trades === null ? OTHER_MOVES : null,
  }));
}

export function unitsByTrades({ facts, tax }: ReadingsOf<'facts' | 'tax'>): Pair[] {
  const lots = summed(tax.remaining, ({ quantity }) => quantity);
  return facts.positions.map(({ trades, ...one }) => ({
    subject: named(one),
    left: lots.get(named(one)) ?? 0,
    right: trades?.units ?? null,
    currency: null,
    reason: trades === null ? OTHER_MOVES : trades.units === null ? 'A split changed the units.' : null,
  }));
}
