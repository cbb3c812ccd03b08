import type { FormattedString } from '@grammyjs/parse-mode';
import { BEFORE_TAX } from '../../charts/basis-words.ts';
import type {
  BondView,
  IncomeEventView,
  IncomeStatus,
  IncomeSum,
  IncomeSummaryView,
} from '../../core/income/index.ts';
import type { DividendYieldView, IncomeProjectionView } from '../../core/reports/index.ts';
import { bold, type Line, lines } from './lines.ts';
import { count, money, moneyCell, quantity, unknown } from './numbers.ts';
import { table } from './table.ts';
import { day } from './times.ts';

const STATES: Record<IncomeStatus, string> = {
  FORECAST: 'forecast',
  DECLARED: 'announced',
  ENTITLED: 'entitled, no payment recorded',
  PAID: 'paid',
  CANCELLED: 'cancelled',
};

/** What it follows from has changed; it comes right by itself. */
const BEHIND = 'Your records have changed and income is being recalculated. Refresh in a moment.';

export const noIncome = ({ is_behind }: Pick<IncomeSummaryView, 'is_behind'>): FormattedString =>
  lines(
    bold('No income yet'),
    is_behind ? BEHIND : null,
    'Dividends come from your transactions and from exchange announcements for shares you hold, coupons from the terms of your bonds.',
  );

/** The events of a list are of a calendar year, of a symbol, or both. */
export interface IncomeSubject {
  year: number | null;
  symbol: string | null;
}

export const noIncomeOf = ({ year, symbol }: IncomeSubject): FormattedString =>
  lines(
    bold(`No income${symbol === null ? '' : ` from ${symbol}`}${year === null ? '' : ` in ${year}`}`),
    'Nothing was paid, announced or expected.',
  );

/** What income comes to against what is held, and what is still to come. */
interface IncomeOutlook {
  yields: DividendYieldView;
  projection: IncomeProjectionView;
}

/** All income: this year in words, the years as a table, and what comes next. */
export function incomeText(
  summary: IncomeSummaryView,
  next: readonly IncomeEventView[],
  year: number,
  outlook: IncomeOutlook,
): FormattedString {
  const current = summary.by_year.filter((one) => one.year === year);
  return lines(
    bold('Dividends and coupons'),
    summary.is_behind ? BEHIND : null,
    ...(current.length === 0
      ? [`Nothing in ${year} so far.`]
      : current.flatMap((sum) => sumLines(sum, `${year}`))),
    yieldLine(outlook.yields),
    aheadLine(outlook.projection),
    '',
    yearTable(summary),
    earlierYears(summary),
    ...(next.length === 0 ? [] : ['', bold('Next'), ...next.map(eventLine)]),
  );
}

/** `Yield of the last 12 months: of the cost 2.3%, of the value 1.9%` */
function yieldLine(of: DividendYieldView): string {
  const { yield_on_cost_pct: onCost, current_yield_pct: current } = of;
  if (onCost === null && current === null)
    return `Yield, last 12 months: ${unknown(of.yield_on_cost_reason)}`;
  const estimated = of.is_estimated ? ', at the latest exchange rates' : '';
  return `Yield, last 12 months: on cost ${yieldOf(onCost, of.yield_on_cost_reason)}, on value ${yieldOf(current, of.current_yield_reason)}${estimated}`;
}

/** As the page shows it: a yield is small, so one decimal would make a few payments 0.0%. */
const yieldOf = (points: number | null, reason: string | null): string =>
  points === null ? unknown(reason) : `${points.toFixed(2)}%`;

function aheadLine({ by_currency }: IncomeProjectionView): string {
  if (by_currency.length === 0) return 'No income expected in the next 12 months.';
  const sums = by_currency.map(({ amount, currency }) => money(amount, currency)).join(' and ');
  return `Expected in the next 12 months: ${sums}, ${BEFORE_TAX}`;
}

function sumLines(sum: IncomeSum, when: string): (string | null)[] {
  const { currency } = sum;
  const tax = sum.withheld_tax === 0 ? '' : `, after ${money(sum.withheld_tax, currency)} of tax withheld`;
  return [
    `Paid in ${when} ${money(sum.paid, currency)}${tax}`,
    sum.expected === 0 ? null : `Still expected ${money(sum.expected, currency)}, ${BEFORE_TAX}`,
    sum.unrecorded === 0
      ? null
      : `Overdue, no payment recorded: ${money(sum.unrecorded, currency)}, ${BEFORE_TAX}`,
  ];
}

const YEARS_SHOWN = 12;

/** What the table of years has no room for, and how to see it. */
function earlierYears({ by_year }: IncomeSummaryView): string | null {
  const [last] = by_year.toReversed().slice(YEARS_SHOWN);
  return last === undefined ? null : `For an earlier year, send /dividends ${last.year}`;
}

function yearTable({ by_year }: IncomeSummaryView): FormattedString {
  return table(
    [{ title: 'Year' }, { title: 'Paid', align: 'right' }, { title: 'Expected', align: 'right' }],
    by_year
      .toReversed()
      .slice(0, YEARS_SHOWN)
      .map((one) => [
        String(one.year),
        one.paid === 0 ? '–' : moneyCell(one.paid, one.currency),
        one.expected === 0 ? '–' : moneyCell(one.expected, one.currency),
      ]),
  );
}

/** One page of the events of a year or a symbol, under their sums. */
export function incomeListText(
  what: string,
  summary: IncomeSummaryView,
  events: readonly IncomeEventView[],
  at: { from: number; total: number },
): FormattedString {
  return lines(
    bold(`Income: ${what}`),
    summary.is_behind ? BEHIND : null,
    ...summary.by_currency.flatMap((sum) =>
      sumLines(sum, 'all').map((text) => text?.replace('Paid in all', 'Paid') ?? null),
    ),
    '',
    ...events.map(eventLine),
    at.total > events.length
      ? `${at.from + 1} to ${at.from + events.length} of ${count(at.total, 'event')}`
      : null,
  );
}

/** `25 Feb 2026  ALPHA  ₹270.00, paid (broker)`; what is expected is before tax. */
function eventLine(event: IncomeEventView): string {
  const amount = event.net_amount ?? event.gross_amount;
  const entitled = event.entitled_quantity;
  const units = entitled === null ? '' : ` for ${quantity(entitled)} ${entitled === 1 ? 'unit' : 'units'}`;
  const when =
    event.date_kind === 'PAYMENT' ? '' : event.date_kind === 'RECORD' ? ' (record date)' : ' (ex-date)';
  return `${day(event.date)}${when}: ${event.symbol} ${money(amount, event.currency)}${units}, ${STATES[event.status]}${sourceOf(event)}`;
}

function sourceOf({ status, source }: IncomeEventView): string {
  if (status !== 'PAID') return '';
  return source === 'BROKER' ? ', from the broker' : '';
}

export const noBonds = (): FormattedString =>
  lines(
    bold('No bonds'),
    'To see coupons here, add a holding of asset class Bond with its ISIN, face value, coupon, coupons per year and maturity.',
  );

/** Bonds with what they pay next; those that somebody has to look at say why. */
export function bondsText(bonds: readonly BondView[], at: { from: number; total: number }): FormattedString {
  return lines(
    bold('Bonds'),
    ...bonds.flatMap((one) => ['', ...bondLines(one)]),
    ...(at.total > bonds.length ? ['', `${at.from + 1} to ${at.from + bonds.length} of ${at.total}`] : []),
    '',
    'Coupons are calculated back from maturity in equal periods (30/360), before tax.',
  );
}

function bondLines(one: BondView): Line[] {
  const { currency } = one;
  const coupon = one.schedule.find(({ type }) => type === 'COUPON');
  return [
    bold(one.name ?? one.symbol),
    `${quantity(one.quantity)} ${one.symbol}, in ${one.portfolio}`,
    one.reason,
    one.yearly_coupons === null
      ? null
      : `${one.coupon_rate} % in ${count(one.coupon_frequency ?? 0, 'payment')} a year: ${money(one.yearly_coupons, currency)}`,
    coupon === undefined ? null : `next ${day(coupon.date)}: ${money(coupon.amount, currency)}`,
    one.maturity_date === null
      ? null
      : `matures ${day(one.maturity_date)}: ${money(one.principal, currency, 'no face value')}`,
  ];
}
