import { daysBetween, type Decimal } from '../../../platform/index.ts';
import type { MetricId } from '../../port/index.ts';
import { fromDouble } from '../figures.ts';
import { fiscalKey, keyOf } from '../period-key.ts';
import type { Entry } from '../rivals.ts';
import { addWhereMissing, type DerivationContext, entities, isOneUnit, notDerived } from './derive.ts';

/** Yearly figures that a rate of growth takes, the longest first: five years are four steps. */
const HORIZONS = [5, 4] as const;
/** Years that differ by more days have another number of weeks. */
const WEEK_DAYS = 5;
const WEEKS_OF_A_LONG_QUARTER = 14;
/** A quarter of fourteen weeks. */
const LONG_QUARTER_DAYS = WEEKS_OF_A_LONG_QUARTER * 7;

/** Growth of a flow over a year, of years and of quarters. A base that is not above zero has no growth. */
export function deriveGrowth({ book }: DerivationContext, from: MetricId, to: MetricId): void {
  for (const { scope, detail, entries } of entities(book.of(from))) {
    for (const entry of entries) {
      const fiscal = fiscalKey(entry.fact.period.key);
      if (fiscal === null || fiscal.part === 'H1' || fiscal.part === 'M9') continue;
      const before = book.get(from, scope, detail, keyOf(fiscal.year - 1, fiscal.part));
      if (before === null || !isOneUnit([entry, before])) continue;
      const base = before.chosen.value;
      if (base.lte(0)) continue;
      const value = percent(entry.chosen.value.toNumber() / base.toNumber() - 1);
      if (value === null) continue;
      const fourth = book.get(from, scope, detail, keyOf(fiscal.year - 1, 'Q4'));
      addWhereMissing(book, {
        metric: to,
        scope,
        scope_detail: detail,
        period: entry.fact.period,
        unit: 'pct',
        value,
        shape: 'series',
        formula: `${from} / ${from} a year before − 1`,
        inputs: [entry, before],
        notes: extraWeek(entry, before, fourth),
      });
    }
  }
}

/** What a year of 53 weeks does to a growth rate, in words. */
function extraWeek(now: Entry, before: Entry, fourth: Entry | null): string[] {
  const [days, daysBefore] = [lengthOf(now), lengthOf(before)];
  if (days === null || daysBefore === null || Math.abs(days - daysBefore) < WEEK_DAYS) return [];
  const told = `It compares ${days} days with ${daysBefore}, because one of the years has an extra week.`;
  if (fourth === null || lengthOf(fourth) !== LONG_QUARTER_DAYS || fourth === before) return [told];
  const week = fourth.chosen.value.toNumber() / WEEKS_OF_A_LONG_QUARTER;
  const without = percent(now.chosen.value.toNumber() / (before.chosen.value.toNumber() - week) - 1);
  return without === null ? [told] : [`${told} Without that week, growth is ${without.toFixed(3)} %.`];
}

function lengthOf({ fact: { period } }: Entry): number | null {
  return period.start === null ? null : daysBetween(period.start, period.end) + 1;
}

/**
 * Growth a year between two yearly figures, over each horizon. Fewer years derive nothing, nor do years with a gap; an end
 * that is negative or zero has no rate (research/Evidence acquisition rules 7).
 */
export function deriveCagr({ book }: DerivationContext, from: MetricId, to: MetricId): void {
  for (const { scope, detail, entries } of entities(book.of(from))) {
    const years = entries
      .flatMap(({ fact }) => {
        const fiscal = fiscalKey(fact.period.key);
        return fiscal?.part === 'FY' ? [fiscal.year] : [];
      })
      .toSorted((one, other) => one - other);
    const last = years.at(-1);
    if (last === undefined) continue;
    for (const horizon of HORIZONS) {
      const series = Array.from({ length: horizon }, (_, at) =>
        book.get(from, scope, detail, keyOf(last - horizon + 1 + at, 'FY')),
      ).filter((one) => one !== null);
      const [first, newest] = [series[0], series.at(-1)];
      if (series.length < horizon || first === undefined || newest === undefined || !isOneUnit(series))
        continue;
      const period = {
        key: `FY${last - horizon + 1}-FY${last}`,
        start: first.fact.period.start,
        end: newest.fact.period.end,
      };
      if (first.chosen.value.lte(0) || newest.chosen.value.lte(0)) {
        const which = first.chosen.value.lte(0) ? 'first' : 'last';
        notDerived(
          book,
          to,
          scope,
          period,
          `The ${which} year is not above zero, so there is no growth rate.`,
        );
        continue;
      }
      const steps = horizon - 1;
      const value = percent(
        (newest.chosen.value.toNumber() / first.chosen.value.toNumber()) ** (1 / steps) - 1,
      );
      if (value === null) continue;
      addWhereMissing(book, {
        metric: to,
        scope,
        scope_detail: detail,
        period,
        unit: 'pct',
        value,
        shape: 'series',
        formula: `(last / first) ^ (1 / ${steps}) − 1`,
        inputs: series,
      });
    }
  }
}

/** A ratio in percent points, as far as a double is exact; null where it is no number. */
export function percent(ratio: number): Decimal | null {
  return fromDouble(ratio * 100);
}
