import type { DayFromCloses, DaySpan, PortfolioArea } from '../../portfolio/index.ts';
import { dayNumber, isSameUnits, type PortfolioValues, type Values } from '../engine/index.ts';

export type DayFilling = ReturnType<typeof createDayFilling>;

/**
 * Fills days without a snapshot from their closes. Each snapshot is the last hour of its day and marked FROM_CLOSES: it was
 * not measured, and proves no units. A day whose value is unknown stays empty.
 */
export function createDayFilling({
  snapshots,
  values,
}: {
  snapshots: Pick<PortfolioArea['snapshots'], 'emptyDays' | 'fill'>;
  values: Pick<Values, 'read'>;
}) {
  return {
    /** Of these people, the ones with such days, found by one query. */
    async lacking(this: void, userIds: readonly string[], span: DaySpan): Promise<string[]> {
      const owners = (await snapshots.emptyDays(userIds, span)).map(({ owner_user_id }) => owner_user_id);
      return [...new Set(owners)];
    },

    /**
     * Fills a person's days. A repeat changes nothing.
     * @returns snapshots written. @throws 503 CALCULATION_FAILED.
     */
    async fill(this: void, userId: string, span: DaySpan): Promise<number> {
      let written = 0;
      for (const empty of await snapshots.emptyDays([userId], span)) {
        const calculated = await values.read(userId, empty.portfolio);
        // The base currency has changed since the days were found.
        if (calculated.currency !== empty.currency) continue;
        written += await snapshots.fill(empty, daysFromCloses(calculated, empty.days));
      }
      return written;
    },
  };
}

/** Days with a known value, from the calculated values of a portfolio. */
function daysFromCloses(
  { days, daily, movements, is_converted, recorded }: PortfolioValues,
  wanted: readonly string[],
): DayFromCloses[] {
  const [first] = days;
  return wanted.flatMap((day) => {
    // No holdings yet.
    if (first === undefined || day < first)
      return [{ day, value: 0, invested: 0, dividends: 0, holdings_count: 0, is_converted: false }];
    const at = days.indexOf(day);
    const value = daily.value[at] ?? null;
    if (value === null) return [];
    const until = dayNumber(day);
    const units = new Float64Array(movements.symbols.length);
    let income = 0;
    for (const [row, moved] of movements.day.entries()) {
      if (moved > until) continue;
      const position = movements.symbol[row] ?? 0;
      units[position] = (units[position] ?? 0) + (movements.units[row] ?? 0);
      income += movements.income[row] ?? 0;
    }
    const isRecorded = recorded.some(({ from, to }) => from <= day && day <= to);
    return {
      day,
      value,
      invested: daily.invested[at] ?? null,
      // A snapshot converts all dividends at the rate of its hour; the engine converts each at the rate of its day.
      dividends: is_converted || movements.day.length === 0 ? null : income,
      holdings_count: isRecorded ? null : units.filter((held) => !isSameUnits(held, 0)).length,
      is_converted,
    };
  });
}
