import { AFTER_TAX, AT_LATEST_RATES } from '../../charts/basis-words.ts';
import { exchangeRate, money, percent } from '../../charts/format.ts';
import { coverageText } from '../../charts/coverage-text.ts';
import { priceAgeSentence } from '../../charts/figure-limits.ts';
import { dayInWords, istDate, istTime } from '../../core/platform/index.ts';
import type { CoveredSession } from '../covered-sessions.ts';
import type { ReportFigures } from './figures.ts';

/** A report as it is told: a title line, and the rest below it. */
export interface ReportText {
  title: string;
  body: string;
}

export interface Occasion {
  dueAt: Date;
  isLate: boolean;
  /** The sessions that an evening report is about, by the exchanges of what is held. */
  sessions?: readonly CoveredSession[];
  /** False on a day on which no exchange of what is held has a session. */
  isTradingDay?: boolean;
}

const MOVERS_SHOWN = 3;
const PARTS_SHOWN = 4;

/** 09:15: where things stand before the day. */
export function morningText(figures: ReportFigures, occasion: Occasion): ReportText {
  return report(`Morning report, ${dayOf(occasion.dueAt)}`, occasion, [
    ...valueLines(figures),
    ...allocation(figures),
    ...earnings(figures),
    ...notes(figures),
  ]);
}

/** After the close: what the day did. */
export function eveningText(figures: ReportFigures, occasion: Occasion): ReportText {
  const { sessions = [], dueAt } = occasion;
  const hasNews = sessions.length === 0 || sessions.some(({ closedFor }) => closedFor === null);
  return report(`Evening report, ${dayOf(dueAt)}`, occasion, [
    ...sessions.flatMap((session) => sessionLines(session, istDate(dueAt))),
    ...valueLines(figures),
    // On a day without a session the change against the previous close is the last session's, told that day.
    ...(hasNews ? [...ofDay(figures), ...movers(figures)] : []),
    ...earnings(figures),
    ...notes(figures),
  ]);
}

function sessionLines({ exchange, date, closedFor, openFor }: CoveredSession, today: string): string[] {
  const on = date === today ? 'today' : `on ${dayInWords(date)}`;
  if (closedFor !== null) return [`${exchange} was closed ${on}: ${closedFor}.`];
  return openFor === null ? [] : [`The session of ${exchange} ${on} may not have ended: ${openFor}.`];
}

/** Every hour: value in the title, change and the two ends of the list below. Only where the value is known. */
export function hourlyText(figures: ReportFigures, occasion: Occasion): ReportText {
  const { total, movers: moved } = figures;
  const title = `${istTime(occasion.dueAt)} · ${money(total.current_value, total.currency, { digits: 0 })}`;
  const ends = [moved.day.gainers[0], moved.day.losers[0]].filter((end) => end !== undefined);
  return report(title, occasion, [
    ...ageOf(figures),
    ...ofDay(figures),
    ...(ends.length > 0 ? [ends.map((end) => mover(end, total)).join(' · ')] : []),
    ...(total.state === 'PARTIAL' ? [partial(figures)] : []),
    ...notes(figures, ['ACTIONS_UNDECIDED']),
  ]);
}

/** For a person without holdings: what would fill the report. */
export function emptyMorningText(figures: ReportFigures, occasion: Occasion): ReportText {
  const hasPast = figures.earnings.transactions_count > 0;
  return report(hasPast ? 'Nothing to report' : 'Nothing to report yet', occasion, [
    `${hasPast ? 'You hold nothing now.' : 'You have no holdings yet.'} Send your broker’s tradebook to this chat as a file, or import it in the dashboard. The next report will have figures.`,
    ...earnings(figures),
  ]);
}

function report(title: string, { dueAt, isLate }: Occasion, body: string[]): ReportText {
  const late = isLate ? [`Late: this was due at ${istTime(dueAt)} IST.`] : [];
  return { title, body: [...body, ...late].join('\n') };
}

/** The rates that amounts went through, each with its day. */
function ratesOf({ fx_rates }: ReportFigures): string {
  return fx_rates.length === 0 ? 'an estimated rate' : fx_rates.map(exchangeRate).join('; ');
}

/** Value, cost and gain; without a value, what is known instead and how to come to one. */
function valueLines(figures: ReportFigures): string[] {
  const { total } = figures;
  const { currency } = total;
  const cost = total.total_invested === null ? null : money(total.total_invested, currency);
  if (total.current_value === null) {
    return [
      `${count(total.holdings_count, 'holding')}${cost === null ? '' : `, cost ${cost}`}.`,
      `The value is unknown. ${total.reasons.current_value ?? ''} Set a price on a holding, or import a holdings file with prices.`,
    ];
  }
  const converted = total.is_estimated ? ` (partly converted at ${ratesOf(figures)})` : '';
  return [
    `Value ${money(total.current_value, currency)}${converted}`,
    ...ageOf(figures),
    cost === null ? invested(total) : `Invested ${cost}`,
    ...(total.state === 'PARTIAL' ? [partial(figures)] : []),
    ...gain(total),
  ].map((line) => line.trimEnd());
}

/** How old the prices of the value are, where they are. */
function ageOf({ freshness }: ReportFigures): string[] {
  const age = priceAgeSentence(freshness);
  return age === null ? [] : [age];
}

function invested({ currency, partial: { total_invested: part }, reasons }: ReportFigures['total']): string {
  return part === undefined
    ? `Invested: unknown. ${reasons.total_invested ?? ''}`
    : `Invested ${money(part.figure, currency)}, ${coverageText(part)}. ${reasons.total_invested ?? ''}`;
}

/** What the value leaves out. */
function partial({ total }: ReportFigures): string {
  const { holdings_count: all, valued_count: valued, reasons } = total;
  return `The value excludes ${all - valued} of ${count(all, 'holding')}. ${reasons.total_profit ?? ''}`.trimEnd();
}

/** The gain of all, or of the holdings with both a value and a cost. */
function gain({
  total_profit,
  total_profit_pct,
  currency,
  partial: parts,
}: ReportFigures['total']): string[] {
  const part = parts.total_profit;
  if (total_profit !== null)
    return [withPoints(`Gain ${money(total_profit, currency, { plus: true })}`, total_profit_pct)];
  if (part === undefined) return [];
  const shown = `Gain ${money(part.figure, currency, { plus: true })}`;
  return [`${withPoints(shown, parts.total_profit_pct?.figure ?? null)}, ${coverageText(part)}`];
}

function ofDay({ total }: ReportFigures): string[] {
  if (total.current_value === null) return [];
  const part = total.partial.day_change;
  if (total.day_change === null && part !== undefined) {
    const shown = `${total.day_change_label} ${money(part.figure, total.currency, { plus: true })}`;
    const share = total.partial.day_change_pct?.figure ?? null;
    return [`${withPoints(shown, share)}, ${coverageText(part)}`];
  }
  if (total.day_change === null)
    return [`${total.day_change_label}: unknown. ${total.reasons.day_change ?? ''}`.trimEnd()];
  const amount = money(total.day_change, total.currency, { plus: true });
  return [withPoints(`${total.day_change_label} ${amount}`, total.day_change_pct)];
}

/** A symbol and how it moved; on which day, where that is another one than that of the total. */
function mover(
  row: ReportFigures['movers']['day']['gainers'][number],
  total: ReportFigures['total'],
): string {
  const of = row.day_change_label === total.day_change_label ? '' : ` (${row.day_change_label})`;
  return `${row.label} ${points(row.change_pct)}${of}`;
}

function movers({ movers: { day }, total }: ReportFigures): string[] {
  const named = (title: string, rows: typeof day.gainers) =>
    rows.length === 0
      ? []
      : [
          `${title}: ${rows
            .slice(0, MOVERS_SHOWN)
            .map((row) => mover(row, total))
            .join(', ')}`,
        ];
  return [...named('Up', day.gainers), ...named('Down', day.losers)];
}

function allocation({ allocation: { basis, asset_class: classes } }: ReportFigures): string[] {
  const known = classes.filter((part) => part.share_pct !== null);
  if (known.length < 2) return [];
  const parts = known
    .slice(0, PARTS_SHOWN)
    .map((part) => `${part.label} ${percent(part.share_pct, { digits: 1 })}`);
  return [`${basis === 'cost' ? 'By cost: ' : ''}${parts.join(' · ')}`];
}

function earnings({ earnings: earned, base_currency: currency }: ReportFigures): string[] {
  const { realised_gain: realised, dividends } = earned;
  const parts = [
    realised !== null && realised !== 0
      ? `realised gain so far ${money(realised, currency, { plus: true })}`
      : null,
    dividends !== null && dividends !== 0 ? `dividends ${AFTER_TAX} ${money(dividends, currency)}` : null,
  ].filter((part) => part !== null);
  const text = parts.join(', ');
  return text === '' ? [] : [`${text.charAt(0).toUpperCase()}${text.slice(1)}, ${AT_LATEST_RATES}`];
}

/** What else limits the figures; what the lines above have said already is not said again. */
const SHOWN_ABOVE = new Set([
  'VALUATION_PARTIAL',
  'FX_ESTIMATED',
  'FX_UNAVAILABLE',
  'PREVIOUS_CLOSE_MISSING',
]);

/** @param only these codes; all that the lines above do not say by default. */
function notes({ freshness, warnings }: ReportFigures, only?: readonly string[]): string[] {
  // The age of the prices is under the value where all that are old are of earlier sessions.
  const isOld =
    freshness.stale_holdings === freshness.outdated_holdings && priceAgeSentence(freshness) !== null;
  return warnings
    .filter(({ code }) => only?.includes(code) ?? !SHOWN_ABOVE.has(code))
    .filter(({ code }) => !(isOld && code === 'VALUATION_STALE'))
    .map((warning) => `Note: ${warning.message}`);
}

/** Tue, 10 Mar 2026, by the Indian calendar. */
function dayOf(at: Date): string {
  return new Date(`${istDate(at)}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

const count = (n: number, noun: string): string =>
  `${n.toLocaleString('en-IN')} ${noun}${n === 1 ? '' : 's'}`;
const points = (value: number): string => percent(value, { plus: true });
const withPoints = (text: string, value: number | null): string =>
  value === null ? text : `${text} (${points(value)})`;
