import { dateOrNull, flag, number, text, view, type ViewOf } from '../../platform/schema/index.ts';
import { type Context, Decimal, istDate, type DbTransaction } from '../../platform/index.ts';

/** A rate between two currencies; `estimated` where it is not the very day's own. */
export interface FxRate {
  rate: Decimal;
  estimated: boolean;
  /** The day it is of; null for the reference of the settings. */
  day: string | null;
  /** Who gave it: a provider, or REFERENCE for the settings. */
  source: string;
}

/**
 * Units of `to` per unit of `from`, or null where no rate is known: the newest one, or that of a day (the newest again
 * where the day has none on record).
 */
export type Fx = (from: string, to: string, day?: string) => FxRate | null;

/** A rate that somebody keeps by day: that of the day asked for, or of the nearest earlier one. */
export interface DayRate {
  rate: Decimal;
  day: string | null;
  is_estimated: boolean;
  source: string;
}

/**
 * Rates on record, in the order of the questions; null where none lies within so many days before (a week where it is
 * not said). Reads in the transaction it is handed and asks nobody outside.
 */
export type ReadRates = (
  trx: DbTransaction,
  questions: readonly { from: string; to: string; day: string; within?: number }[],
) => Promise<(DayRate | null)[]>;

/** What is to be converted. Currencies may be named more than once. */
interface Conversions {
  from: Iterable<string>;
  to: Iterable<string>;
  /** Days in the past whose own rates are wanted. */
  days?: Iterable<string>;
}

/** Reads the rates that some conversions need: one query, and none where everything is in one currency. */
export type LoadFx = (trx: DbTransaction, wanted: Conversions) => Promise<Fx>;

/** A total of today is better converted at a rate of last month than at a constant. */
export const NEWEST_WITHIN_DAYS = 92;

/** How this area converts: by the rates on record, and by the reference of the settings where there are none. */
export function createLoadFx({ clock, config }: Context, readRates: ReadRates): LoadFx {
  return async (trx, wanted) => {
    const today = istDate(clock.now());
    const targets = new Set(wanted.to);
    const pairs = [...new Set(wanted.from)].flatMap((from) =>
      [...targets].filter((to) => to !== from).map((to) => ({ from, to })),
    );
    const reference = referenceFx(config.PORTFOLIO_USD_TO_INR_REFERENCE_FX);
    if (pairs.length === 0) return reference;
    const questions = pairs.flatMap((pair) => [
      { ...pair, day: today, within: NEWEST_WITHIN_DAYS },
      ...Array.from(new Set(wanted.days), (day) => ({ ...pair, day })),
    ]);
    const found = await readRates(trx, questions);
    const newest = new Map<string, FxRate>();
    const byDay = new Map<string, FxRate>();
    for (const [index, { from, to, day, ...rest }] of questions.entries()) {
      const stored = found[index];
      if (!stored) continue;
      const rate = {
        rate: stored.rate,
        estimated: stored.is_estimated,
        day: stored.day,
        source: stored.source,
      };
      if ('within' in rest) newest.set(`${from}${to}`, rate);
      else byDay.set(`${from}${to}${day}`, rate);
    }
    return (from, to, day) => {
      if (from === to) return reference(from, to);
      const ofDay = day === undefined ? undefined : byDay.get(`${from}${to}${day}`);
      if (ofDay !== undefined) return ofDay;
      const last = newest.get(`${from}${to}`) ?? reference(from, to);
      return last === null || day === undefined ? last : { ...last, estimated: true };
    };
  };
}

/** Rates from the one configured reference, rupees per US dollar: every conversion is an estimate (spec: Report rules 7). */
export function referenceFx(rupeesPerDollar: number): Fx {
  const one = new Decimal(1);
  const usd = new Decimal(rupeesPerDollar);
  const reference = (rate: Decimal): FxRate => ({ rate, estimated: true, day: null, source: 'REFERENCE' });
  return (from, to) => {
    if (from === to) return { rate: one, estimated: false, day: null, source: 'SAME' };
    if (from === 'USD' && to === 'INR') return reference(usd);
    if (from === 'INR' && to === 'USD') return reference(one.div(usd));
    return null;
  };
}

/** A rate as every door shows it beside the totals that went through it. */
export const usedRateView = view({
  from: text,
  to: text,
  /** Units of `to` per unit of `from`. */
  rate: number,
  day: dateOrNull,
  source: text,
  is_estimated: flag,
});
export type UsedRate = ViewOf<typeof usedRateView>;

/** The rates that turn these currencies into the base currency, in their order; those without one are left out. */
export function usedRates(currencies: Iterable<string>, base: string, fx: Fx): UsedRate[] {
  return [...new Set(currencies)]
    .filter((currency) => currency !== base)
    .sort()
    .flatMap((from) => {
      const found = fx(from, base);
      if (found === null) return [];
      const { rate, day, source, estimated } = found;
      const shown = rate.toSignificantDigits(10).toNumber();
      return [{ from, to: base, rate: shown, day, source, is_estimated: estimated }];
    });
}
