import { Decimal } from '../../platform/index.ts';
import { numberOrNull, textOrNull, view, type ViewOf } from '../../platform/schema/index.ts';
import { type Coverage, coverageView } from './coverage.ts';
import type { Fx } from './fx.ts';
import type { LedgerTotals } from './valuation-store.ts';
import type { Totals } from './view.ts';

/** All gains of a portfolio since its beginning, in its currency at the newest exchange rates. */
export const lifetimeGainView = view({
  /** Everything that was made so far: realised and unrealised gain and dividends, after charges. */
  made: numberOrNull,
  /** Of what was sold, oldest lots first. */
  realised_gain: numberOrNull,
  /** Of what is held, by the same lots, so that the parts add up. */
  unrealised_gain: numberOrNull,
  /** After tax withheld. */
  dividends: numberOrNull,
  /** Fees and taxes of purchases and sales: they are in the gains already. */
  charges: numberOrNull,
  /** The holdings whose unrealised gain is known, where it is not known of all: the sum is of these, and of all that was sold. */
  coverage: coverageView.nullable().defined(),
  /** Why a figure is unknown. */
  reason: textOrNull,
});
export type LifetimeGain = ViewOf<typeof lifetimeGainView>;

/**
 * Adds up what was made; pure. Value less average cost and the gains realised by average cost are, together, the same sum as by
 * lots: all that came in and is there, less all that was paid.
 */
export function lifetimeGain(
  ledgers: readonly LedgerTotals[],
  total: Pick<Totals, 'total_profit' | 'reasons' | 'currency' | 'partial'>,
  fx: Fx,
): LifetimeGain {
  const base = total.currency;
  const missing = ledgers.filter(({ currency }) => fx(currency, base) === null).map((one) => one.currency);
  const sum = (field: 'realised_fifo' | 'realised_average' | 'dividends' | 'fees'): Decimal | null =>
    missing.length > 0
      ? null
      : ledgers.reduce(
          (all, one) => all.plus(one[field].times(fx(one.currency, base)?.rate ?? 0)),
          new Decimal(0),
        );
  const [realised, average, dividends] = [sum('realised_fifo'), sum('realised_average'), sum('dividends')];
  const { figure = null, ...part } = total.partial.total_profit ?? {};
  const profit = total.total_profit ?? figure;
  const made =
    average === null || dividends === null || profit === null ? null : average.plus(dividends).plus(profit);
  const unrealised =
    made === null || realised === null || dividends === null ? null : made.minus(realised).minus(dividends);
  return {
    made: made?.toNumber() ?? null,
    realised_gain: realised?.toNumber() ?? null,
    unrealised_gain: unrealised?.toNumber() ?? null,
    dividends: dividends?.toNumber() ?? null,
    charges: sum('fees')?.toNumber() ?? null,
    coverage: made === null || total.total_profit !== null ? null : (part as Coverage),
    reason:
      missing.length > 0
        ? `No exchange rate from ${missing.join(', ')} to ${base}.`
        : made === null
          ? (total.reasons.total_profit ?? 'The gain of what is held is unknown.')
          : null,
  };
}
