import { addMonths, daysBetween } from '../platform/index.ts';
import { type AtRisk, type Spread, spreadOf } from '../finance/risk/index.ts';
import type { FanPoint } from './view.ts';

/** A payment into a goal: its day and its amount in the goal's currency. */
export interface Contribution {
  date: string;
  amount: number;
}

export interface ProjectionInput {
  today: string;
  target_date: string;
  /** What is linked to the goal now. */
  value: number;
  /** The target in today's money. */
  target: number;
  inflation_pct: number;
  /** A year's, in percentage points, compounding. */
  expected_return_pct: number;
  /** After today and up to the target date, in any order. */
  contributions: readonly Contribution[];
  /** A year's, in percentage points; null where it is not known. */
  volatility_pct: number | null;
}

interface Projection {
  /** What the target comes to on its day. */
  inflated_target: number;
  projected: number;
  /** How much of `projected` comes from today's value, and how much from later payments. */
  from_value: number;
  from_contributions: number;
  /** `projected` less the inflated target: below 0 it is missing. */
  surplus: number;
  /** Level payment a month, from a month after today on, that alone reaches the target; null when no month is left. */
  required_monthly: number | null;
  /** The same on top of the planned payments; 0 when they are enough. */
  additional_monthly: number | null;
  spread: Spread | null;
  fan: FanPoint[];
}

/** A year of 365 days, as for XIRR. */
const YEAR_DAYS = 365;
const MOST_FAN_POINTS = 60;

/**
 * What a goal comes to at its date (spec: Goal and SIP rules 1 and 5). Every amount grows by the expected return from its
 * own day on, compounding daily on Act/365; the target grows by the inflation over the same span. Amounts in one currency.
 */
export function project(input: ProjectionInput): Projection {
  const { today, target_date, value, target, contributions, volatility_pct } = input;
  const growth = 1 + input.expected_return_pct / 100;
  // A long plan asks for the same days again and again; reading a date takes longest.
  const known = new Map<string, number>();
  const dayOf = (date: string): number => {
    const day = known.get(date) ?? daysBetween(today, date);
    known.set(date, day);
    return day;
  };
  const years = (from: string, to: string) => Math.max(0, dayOf(to) - dayOf(from)) / YEAR_DAYS;
  const grown = (amount: number, from: string, to: string) => amount * growth ** years(from, to);

  const paid = contributions
    .filter(({ date }) => date > today && date <= target_date)
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const inflated_target = target * (1 + input.inflation_pct / 100) ** years(today, target_date);
  const from_value = grown(value, today, target_date);
  const from_contributions = sum(paid.map(({ amount, date }) => grown(amount, date, target_date)));
  const projected = from_value + from_contributions;
  const monthly = sum(months(today, target_date).map((date) => grown(1, date, target_date)));
  const perMonth = (missing: number) => (monthly === 0 ? null : Math.max(0, missing) / monthly);

  const atRisk = (until: string): AtRisk[] => [
    { expected: grown(value, today, until), years: years(today, until) },
    ...paid
      .filter(({ date }) => date <= until)
      .map(({ date, amount }) => ({ expected: grown(amount, date, until), years: years(date, until) })),
  ];
  const spreadAt = (until: string) =>
    volatility_pct === null ? null : spreadOf(atRisk(until), volatility_pct / 100, inflated_target);

  return {
    inflated_target,
    projected,
    from_value,
    from_contributions,
    surplus: projected - inflated_target,
    required_monthly: perMonth(inflated_target - from_value),
    additional_monthly: perMonth(inflated_target - projected),
    spread: spreadAt(target_date),
    fan: fanDays(today, target_date).map((date) => {
      const amounts = atRisk(date);
      const spread = spreadAt(date);
      return {
        date,
        expected: sum(amounts.map(({ expected }) => expected)),
        paid_in: value + sum(paid.filter((one) => one.date <= date).map(({ amount }) => amount)),
        p10: spread?.p10 ?? null,
        p90: spread?.p90 ?? null,
      };
    }),
  };
}

/** The same day of each month after one day, up to another. */
function months(after: string, until: string): string[] {
  const found: string[] = [];
  for (let month = 1; ; month += 1) {
    const date = addMonths(after, month);
    if (date > until) return found;
    found.push(date);
  }
}

/** Evenly spread month ends between today and the target date, both of them among them. */
function fanDays(today: string, until: string): string[] {
  const between = months(today, until);
  const every = Math.ceil((between.length + 1) / MOST_FAN_POINTS);
  const days = [today, ...between.filter((date, index) => (index + 1) % every === 0 && date < until)];
  if (until > today) days.push(until);
  return days;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
