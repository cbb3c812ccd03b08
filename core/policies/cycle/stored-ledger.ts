import {
  type Amount,
  amountText,
  type Fixed,
  fixedText,
  parseAmount,
  parseFixed,
  type Decimal,
} from '../../platform/index.ts';
import type { LedgerState, Performance, PositionState, TaxState } from '../../strategies/index.ts';

/** A position as it is kept: by its instrument, whatever panel it is looked at in. */
export interface StoredPosition extends Omit<PositionState, 'security'> {
  instrument_id: string;
  symbol: string;
}

/** The books of a policy between two sessions. */
export interface StoredLedger {
  /** The last session that they went through, YYYY-MM-DD; null before the first. */
  day: string | null;
  /** The last session whose corporate actions they have: later than `day` once fills of it are booked. */
  openedOn: string | null;
  state: Omit<LedgerState, 'positions'>;
  positions: StoredPosition[];
  performance: Performance;
  /** The level of the benchmark that counts as 10; null while none was known. */
  benchmarkBase: number | null;
}

/** The ledger's own state on a panel. @param places index of each instrument. Throws for a share that the panel lacks. */
export function stateOn(
  { state, positions }: Pick<StoredLedger, 'state' | 'positions'>,
  places: ReadonlyMap<string, number>,
): LedgerState {
  return {
    ...state,
    positions: positions.map(({ instrument_id, symbol, ...position }) => {
      const security = places.get(instrument_id);
      if (security === undefined) throw new Error(`the panel lacks ${symbol}, which is held`);
      return { ...position, security };
    }),
  };
}

/** JSON of a tax account: exact text, since JSON knows no whole numbers of this size. */
export function taxJson({ fy, buckets, years, paid }: TaxState): object {
  return {
    fy,
    paid: amountText(paid),
    buckets: buckets.map(({ gains, losses, ...of }) => ({
      ...of,
      gains: amountText(gains),
      losses: amountText(losses),
    })),
    years: years.map(({ short_term_gain, long_term_gain, tax, ...of }) => ({
      ...of,
      short_term_gain: amountText(short_term_gain),
      long_term_gain: amountText(long_term_gain),
      tax: amountText(tax),
    })),
  };
}

interface TaxRow {
  fy: string | null;
  paid: string;
  buckets: { term: 'SHORT' | 'LONG'; rate_pct: number; gains: string; losses: string }[];
  years: { fy: string; short_term_gain: string; long_term_gain: string; tax: string }[];
}

export function taxOf(json: unknown): TaxState {
  const { fy, paid, buckets, years } = json as TaxRow;
  return {
    fy,
    paid: parseAmount(paid),
    buckets: buckets.map(({ gains, losses, ...of }) => ({
      ...of,
      gains: parseAmount(gains),
      losses: parseAmount(losses),
    })),
    years: years.map(({ short_term_gain, long_term_gain, tax, ...of }) => ({
      ...of,
      short_term_gain: parseAmount(short_term_gain),
      long_term_gain: parseAmount(long_term_gain),
      tax: parseAmount(tax),
    })),
  };
}

interface PerformanceRow {
  gross: number;
  net_of_costs: number;
  net_of_tax: number;
  peak: number;
  drawdown_pct: number;
  navs: { gross: string; net_of_costs: string; net_of_tax: string };
  benchmark_base: number | null;
}

export function performanceJson(performance: Performance, benchmarkBase: number | null): PerformanceRow {
  const { gross, netOfCosts, netOfTax, peak, drawdownPct, navs } = performance;
  return {
    gross,
    net_of_costs: netOfCosts,
    net_of_tax: netOfTax,
    peak,
    drawdown_pct: drawdownPct,
    navs: {
      gross: fixedText(navs.navGross),
      net_of_costs: fixedText(navs.navNetOfCosts),
      net_of_tax: fixedText(navs.navNetOfTax),
    },
    benchmark_base: benchmarkBase,
  };
}

export function performanceOf(json: unknown): Pick<StoredLedger, 'performance' | 'benchmarkBase'> {
  const row = json as PerformanceRow;
  return {
    performance: {
      gross: row.gross,
      netOfCosts: row.net_of_costs,
      netOfTax: row.net_of_tax,
      peak: row.peak,
      drawdownPct: row.drawdown_pct,
      navs: {
        navGross: parseFixed(row.navs.gross),
        navNetOfCosts: parseFixed(row.navs.net_of_costs),
        navNetOfTax: parseFixed(row.navs.net_of_tax),
      },
    },
    benchmarkBase: row.benchmark_base,
  };
}

type Numeric = Decimal | string;
export const amountOf = (value: Numeric): Amount => parseAmount(value);
export const fixedOf = (value: Numeric): Fixed => parseFixed(value);
