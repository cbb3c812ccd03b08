import * as yup from 'yup';
import { type CoveredValues, isMeasured, type PortfolioValues } from '../../performance/engine/index.ts';
import {
  type PortfolioSeries,
  type DayAmount,
  type DayValue,
  breakAtGaps,
} from '../../finance/returns/index.ts';
import { reconcileRecords, recordedFlows } from '../../performance/recorded/index.ts';
import type { RecordedDay } from '../../portfolio/index.ts';
import { date, oneOf, view, type ViewOf } from '../../platform/schema/index.ts';

/** Source of a day's value: transactions and closes, or recorded units or values. */
export const VALUE_BASES = ['SNAPSHOT', 'LEDGER'] as const;
type ValueBasis = (typeof VALUE_BASES)[number];

/** `now`: calculated from the books as they are today. `then`: the values as they were recorded. */
export const AS_KNOWN = ['now', 'then'] as const;
export type AsKnown = (typeof AS_KNOWN)[number];
export const asKnown = yup.string().oneOf(AS_KNOWN).default(undefined).optional();

/** Days, first and last, whose values have one basis. */
export const basisSpanView = view({ from: date, to: date, basis: oneOf(...VALUE_BASES) });
export type BasisSpan = ViewOf<typeof basisSpanView>;

/** All that was ever paid and received for the holdings of a portfolio, in its currency at the rate of each day. */
interface Payments {
  /** By day: purchases with their fees less sales after theirs and dividends after tax; negative was received. */
  amounts: DayAmount[];
  /** The first day on which money moved that the books count, cash among it; null where none did. */
  first_day: string | null;
  /** The reason why the payments are not those of the holdings; null where they are. */
  reason: string | null;
}

/**
 * A portfolio day by day, as performance, risk, charts, goals and alerts measure it: the covered part, with the money that
 * moved. It holds only what the books of today know of a past day.
 */
export interface ValueLine extends PortfolioSeries {
  payments: Payments;
  /** Today’s value by prices that still count, where today is no day of the line; null where it is, or nothing is known. */
  carried: { day: string; value: number } | null;
  /** The first day on which something held had a value; null where there is none. */
  first_day: string | null;
  /** The reason for a line without days; null if there are days, or if nothing was ever held. */
  ledger_reason: string | null;
  /** Amounts of other currencies are among the values, at the rates of their days. */
  is_converted: boolean;
  /** In order, without gaps between them. */
  spans: readonly BasisSpan[];
  /** The covered part of the value, 0 to 1, on days on which it is not all of it. */
  shares: ReadonlyMap<string, number>;
  /** Positions that are not covered on some days. */
  excluded: CoveredValues['excluded'];
}

/** Shown without a first day: nothing is recorded, and no transaction has a value. */
export const NO_VALUE_YET =
  'No value is recorded yet. While Munim runs, it records one every hour once all holdings have prices.';

export function valueBasisOn({ spans }: Pick<ValueLine, 'spans'>, day: string): ValueBasis {
  return spans.find(({ from, to }) => from <= day && day <= to)?.basis ?? 'LEDGER';
}

/**
 * The line of values as they were recorded, with the money that the ledger moved between them.
 * @param values of the same portfolio, calculated from the books as they are now.
 */
export function recordedLine(records: readonly RecordedDay[], values: PortfolioValues): ValueLine {
  const whole = records.map(({ day, value, is_whole }) => ({ day, value: is_whole ? value : null }));
  const days = breakAtGaps(whole);
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const isOpen = first === undefined || last === undefined;
  return {
    portfolio: values.portfolio,
    currency: values.currency,
    days,
    ...recordedFlows(reconcileRecords(records, values), values.movements),
    payments: paymentsOf(values),
    carried: null,
    first_day: firstHeld(days),
    ledger_reason: null,
    is_converted: values.is_converted,
    spans: isOpen ? [] : [{ from: first, to: last, basis: 'SNAPSHOT' }],
    shares: new Map(),
    excluded: [],
  };
}

/**
 * The line calculated from transactions, closes and rates as they are known now. Days that are measured count (see
 * `isMeasured`), and today where it differs from the last of them; a day of which less than half is covered is left open.
 */
export function calculatedLine(ledger: PortfolioValues): ValueLine {
  const { portfolio, currency, days: dates, covered } = ledger;
  const daily = covered?.daily ?? ledger.daily;
  const share = covered?.daily.share ?? [];
  const measured = { value: daily.value, fresh: daily.fresh, taken_out: ledger.daily.taken_out };
  const days: DayValue[] = [];
  const [flows, dividends]: [DayAmount[], DayAmount[]] = [[], []];
  const [entered, left]: [DayAmount[], DayAmount[]] = [[], []];
  const shares = new Map<string, number>();
  for (const [at, day] of dates.entries()) {
    const value = daily.value[at] ?? null;
    const [joined, went] = [daily.joined[at] ?? 0, daily.left[at] ?? 0];
    const flow = (daily.put_in[at] ?? 0) - joined - ((daily.taken_out[at] ?? 0) - went);
    note(flows, day, flow);
    note(dividends, day, daily.income[at] ?? 0);
    note(entered, day, joined);
    note(left, day, went);
    const before = days.at(-1);
    const hasMoved = flow !== 0 || joined !== 0 || went !== 0;
    const isNews = at === dates.length - 1 && before !== undefined && (hasMoved || value !== before.value);
    const isDay = value === null ? (before?.value ?? null) !== null : isMeasured(measured, at) || isNews;
    if (isDay) days.push({ day, value });
    const part = share[at] ?? 1;
    if (part < 1 && (isDay || at === dates.length - 1)) shares.set(day, part);
  }
  const today = dates.at(-1);
  const now = daily.value.at(-1) ?? null;
  const carried =
    today === undefined || now === null || days.length === 0 || days.at(-1)?.day === today
      ? null
      : { day: today, value: now };
  return {
    portfolio,
    currency,
    days,
    flows,
    dividends,
    entered,
    left,
    unexplained_days: [],
    payments: paymentsOf(ledger),
    carried,
    first_day: firstHeld(days),
    ledger_reason:
      days.length === 0
        ? (ledger.reasons.find(({ code }) => code !== 'NO_TRANSACTIONS')?.reason ?? null)
        : null,
    is_converted: ledger.is_converted,
    spans: spansOf(ledger),
    shares,
    excluded: covered?.excluded ?? [],
  };
}

function note(amounts: DayAmount[], day: string, amount: number): void {
  if (amount !== 0) amounts.push({ day, amount });
}

const firstHeld = (days: readonly DayValue[]): string | null =>
  days.find(({ value }) => value !== null && value > 0)?.day ?? null;

/** All that was ever paid and received, with the reason why it is not that of what is held. */
function paymentsOf({ days, daily, reasons }: PortfolioValues): Payments {
  const amounts: DayAmount[] = [];
  let first_day: string | null = null;
  let isUnknown = false;
  for (const [at, day] of days.entries()) {
    const [put_in, taken_out, income] = [daily.put_in[at], daily.taken_out[at], daily.income[at]];
    if (put_in === null || taken_out === null || income === null) isUnknown = true;
    const amount = (put_in ?? 0) - (taken_out ?? 0) - (income ?? 0);
    note(amounts, day, amount);
    if (first_day === null && (amount !== 0 || (daily.cash[at] ?? 0) !== 0)) first_day = day;
  }
  const lacking = reasons.find(({ code }) => code === 'LEDGER_INCOMPLETE' || code === 'NO_RATE');
  const reason =
    lacking?.reason ??
    (isUnknown ? 'The worth of units that came without a purchase is unknown on their day.' : null);
  return { amounts, first_day, reason };
}

function spansOf({ days, recorded }: PortfolioValues): BasisSpan[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const spans: BasisSpan[] = [];
  let from = first;
  for (const one of recorded) {
    const before = days[days.indexOf(one.from) - 1];
    if (before !== undefined && before >= from) spans.push({ from, to: before, basis: 'LEDGER' });
    spans.push({ ...one, basis: 'SNAPSHOT' });
    from = days[days.indexOf(one.to) + 1] ?? '';
  }
  if (from !== '') spans.push({ from, to: last, basis: 'LEDGER' });
  return spans;
}

/** The last day with a value; null where there is none. */
export const lastValuedDay = ({ days }: Pick<ValueLine, 'days'>): string | null =>
  days.findLast(({ value }) => value !== null)?.day ?? null;

/** The part of a series between two days, both included; money that moved outside of it stays and does no harm. */
export function within(line: ValueLine, from: string | null, to: string | null): ValueLine {
  return {
    ...line,
    days: line.days.filter(({ day }) => (from === null || day >= from) && (to === null || day <= to)),
  };
}
