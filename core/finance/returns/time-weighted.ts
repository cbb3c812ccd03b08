/** Inputs of a time-weighted return: daily series, or a window of them, by index. */
export interface MeasuredDays {
  value: ArrayLike<number | null>;
  put_in: ArrayLike<number | null>;
  taken_out: ArrayLike<number | null>;
  income: ArrayLike<number | null>;
}

/** A return over days; `factor` 1.1 is 10 percent. */
interface TimeWeighted {
  /** Null where it is unknown. */
  factor: number | null;
  /** In percentage points. */
  return_pct: number | null;
  /** Spans of days without a known value within which money moved: they count as one day each. */
  bridged: number;
  reason: string | null;
}

/**
 * The factor by which each day multiplied what was invested. Money that is put in works from the start of its day, and
 * money taken out until the end of it:
 *
 *     factor = (value + taken_out + income) / (value of the day before + put_in)
 *
 * so that a first purchase and a complete sale have a return of their own, and fees lower it. Days on which nothing was
 * held and nothing bought have the factor 1. A day without a known value has NaN, and the next known day carries the whole
 * span: what moved meanwhile counts as moved on that day. What came for nothing where nothing was held (a bonus share
 * without its original) has no return: 1.
 * @param start index of the day after whose end counting begins; -1 for the very beginning, when nothing was held yet.
 * @param end index of the last day.
 */
export function dailyFactors(
  days: MeasuredDays,
  start: number,
  end: number,
): { factors: Float64Array; bridged: number } {
  const factors = new Float64Array(Math.max(0, end - start));
  let before = start < 0 ? 0 : known(days.value[start]);
  let put_in = 0;
  let given = 0;
  let isWaiting = false;
  let hasMoved = false;
  let bridged = 0;
  for (let at = start + 1; at <= end; at += 1) {
    const paid = known(days.put_in[at]);
    const received = known(days.taken_out[at]) + known(days.income[at]);
    hasMoved ||= isWaiting && (paid !== 0 || received !== 0);
    put_in += paid;
    given += received;
    const value = known(days.value[at]);
    if (Number.isNaN(value)) {
      factors[at - start - 1] = Number.NaN;
      hasMoved ||= paid !== 0 || received !== 0;
      isWaiting = true;
      continue;
    }
    const base = before + put_in;
    factors[at - start - 1] = isBase(base, before)
      ? (value + given) / base
      : Number.isNaN(base)
        ? Number.NaN
        : 1;
    if (isWaiting && hasMoved) bridged += 1;
    before = value;
    put_in = 0;
    given = 0;
    isWaiting = false;
    hasMoved = false;
  }
  return { factors, bridged };
}

/**
 * The time-weighted return between the end of one day and the end of another: the daily factors chained. Both ends must
 * have a known value; spans in between may be without, which is told in `bridged`.
 * @param start as in `dailyFactors`.
 */
export function timeWeighted(days: MeasuredDays, start: number, end: number): TimeWeighted {
  const unknown = (reason: string): TimeWeighted => ({ factor: null, return_pct: null, bridged: 0, reason });
  if (end <= start) return unknown('Two days are needed.');
  if (start >= 0 && Number.isNaN(known(days.value[start])))
    return unknown('The value on the first day is unknown.');
  if (Number.isNaN(known(days.value[end]))) return unknown('The value on the last day is unknown.');
  const { factors, bridged } = dailyFactors(days, start, end);
  let factor = 1;
  for (const [at, one] of factors.entries()) {
    if (!Number.isNaN(one)) factor *= one;
    else if (!Number.isNaN(known(days.value[start + 1 + at])))
      return unknown(
        'Between two of these days, less than half of the value has a price at both ends. Import the missing prices.',
      );
  }
  if (!Number.isFinite(factor)) return unknown('The return is too large to show.');
  return { factor, return_pct: (factor - 1) * 100, bridged, reason: null };
}

/**
 * True if a value is large enough to earn a return. A book without holdings can keep a rounding error of doubles.
 * @param before the value of the day before.
 */
export function isBase(base: number, before: number): boolean {
  return base > 0 && base > before * 1e-9;
}

function known(figure: number | null | undefined): number {
  return figure ?? Number.NaN;
}
