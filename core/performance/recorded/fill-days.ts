import type { DayFromCloses, DaySpan, PortfolioArea } from '../../portfolio/index.ts';
import { dayNumber, isSameUnits, type PortfolioValues, type Values } from '../engine/index.ts';

export type DayFilling = ReturnType<typeof createDayFilling>;

/**
 * Snapshots of days on which none was taken, from the closes of those days. Each is the last hour of its day and marked: it
 * was not measured, and proves no units. A day whose value is unknown stays empty.
 */
export function createDayFilling({
  snapshots,
  values,
}: {
  snapshots: Pick<PortfolioArea['snapshots'], 'emptyDays' | 'fill'>;
  values: Pick<Values, 'read'>;
}) {
  return {
    /** Those of some people who have such days, found by one query. */
    async lacking(this: void, userIds: readonly string[], span: DaySpan): Promise<string[]> {
      const owners = (await snapshots.emptyDays(userIds, span)).map(({ owner_user_id }) => owner_user_id);
      return [...new Set(owners)];
    },

    /**
     * Fills a person's days. A repeat changes nothing.
     * @returns how many snapshots were written. @throws 503 CALCULATION_FAILED.
     */
    async fill(this: void, userId: string, span: DaySpan): Promise<number> {
      let written = 0;
      for (const empty of await snapshots.emptyDays([userId], span)) {
        const calculated = await values.read(userId, empty.portfolio);
        // Amounts in another base currency than that of the days would be no figures of them.
        if (calculated.currency !== empty.currency) continue;
        written += await snapshots.fill(empty, daysFromCloses(calculated, empty.days));
      }
      return written;
    },
  };
}

/** Days of which the value is known, from the values calculated of a portfolio. */
function daysFromCloses(
  { days, daily, movements, is_converted, recorded }: PortfolioValues,
  wanted: readonly string[],
): DayFromCloses[] {
  const [first] = days;
  return wanted.flatMap((day) => {
    // Nothing was held yet.
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
      // A snapshot converts all dividends at the rate of its hour, and the engine each at that of its day.
      dividends: is_converted || movements.day.length === 0 ? null : income,
      holdings_count: isRecorded ? null : units.filter((held) => !isSameUnits(held, 0)).length,
      is_converted,
    };
  });
}
