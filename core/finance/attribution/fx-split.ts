import { type Figure, knownFigure, unknown } from '../figures/index.ts';

/** A holding in rupees. */
interface InRupees {
  currency: string;
  symbol: string;
  /** Why something of it is not known. */
  reason?: string | null;
  /** At the rate of today. */
  invested: number | null;
  market_value: number | null;
}

/** What the dollar did to a portfolio. */
export interface FxSplit {
  fx_return: Figure;
  /** True as soon as there are dollars: the split rests on one rate for all that was ever paid. */
  fx_estimated: boolean;
  /** Dollars held, at their price of today; null where there are none or one has no price. */
  dollars: number | null;
  /** What was invested in rupees, dollars at the reference. */
  invested: number | null;
}

/**
 * The part of the return that the dollar made since a single reference rate (spec: Report rules 7): what the dollars held
 * are worth at the rate of today less at the reference, of what was invested with dollars at the reference, in percentage
 * points. With it every rupee of gain is either of prices, at the reference, or of the rate:
 * V × rate - C × reference = (V - C) × reference + V × (rate - reference).
 */
export function fxSplit(holdings: readonly InRupees[], rate: number | null, reference: number): FxSplit {
  const foreign = holdings.filter(({ currency }) => currency === 'USD');
  if (foreign.length === 0) {
    const fx_return = unknown('No holdings are in US dollars.');
    return { fx_return, fx_estimated: false, dollars: null, invested: null };
  }
  const none = (reason: string): FxSplit => ({
    fx_return: unknown(reason),
    fx_estimated: true,
    dollars: null,
    invested: null,
  });
  if (rate === null || !(rate > 0)) return none('No US dollar exchange rate is recorded.');
  let [dollars, invested] = [0, 0];
  for (const one of holdings) {
    if (one.invested === null) return none(one.reason ?? `The cost of ${one.symbol} is unknown.`);
    invested += one.currency === 'USD' ? (one.invested / rate) * reference : one.invested;
    if (one.currency !== 'USD') continue;
    if (one.market_value === null) return none(`No price for ${one.symbol}.`);
    dollars += one.market_value / rate;
  }
  if (!(invested > 0)) return none('Nothing is invested.');
  const fx_return = knownFigure(((dollars * (rate - reference)) / invested) * 100);
  return { fx_return, fx_estimated: true, dollars, invested };
}
