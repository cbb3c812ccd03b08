import type { FormattedString } from '@grammyjs/parse-mode';
import type { DailyView, DayView, FunnelView, Mode, PerformanceView } from '../../../core/options/index.ts';
import { bold, type Line, lines } from '../lines.ts';
import { because, change, count, moneyCell, roundMoney } from '../numbers.ts';
import { table } from '../table.ts';
import { day } from '../times.ts';
import { countsLine } from './funnel.ts';
import { MODE_WORDS } from './modes.ts';

/** The mode that is shown, and why it is that one where nobody named it. */
export interface ShownMode {
  mode: Mode;
  note: string | null;
}

/** Rows of one table. */
const MOST_ROWS = 12;

const heading = (what: string, { mode }: ShownMode) => bold(`${what}, ${MODE_WORDS[mode]}`);

/** Nothing was ever closed in the mode. */
export function noTradesText(shown: ShownMode): FormattedString {
  return lines(
    bold(`No trades in ${MODE_WORDS[shown.mode]} yet`),
    'Results appear once a trading process reports closed trades. The page Option results in the dashboard shows how to connect one.',
    shown.note,
  );
}

/** What the day brought: closed trades, open trades, signals. */
export function dayText(
  today: DayView,
  unrealised: PerformanceView['unrealised'],
  open: number,
  funnel: FunnelView,
  shown: ShownMode,
): FormattedString {
  const closed = today.trades.length;
  return lines(
    heading(`Today, ${day(today.day)}`, shown),
    closed === 0
      ? 'No trade was closed today.'
      : `Realised net ${change(today.net, 'INR', 'no result is known')} from ${count(closed, 'closed trade')}`,
    today.unknown > 0 && `${count(today.unknown, 'trade')} with an unknown result in no sum`,
    open > 0 &&
      `${count(open, 'open trade')}: ${change(unrealised.net, 'INR', because(unrealised.reasons[0]?.message))} after the costs of closing${partial(unrealised.state)}`,
    funnel.seen === 0 ? 'No signals today.' : `${countsLine(funnel)}.`,
    funnel.filtered > 0 && '/why_blocked tells the reasons.',
    shown.note,
  );
}

/** The days of a week or a month. */
export function daysText(
  what: string,
  { days, net, closed, unknown: left }: DailyView,
  shown: ShownMode,
  { withTable }: { withTable: boolean },
): FormattedString {
  if (days.length === 0) return lines(heading(what, shown), 'No trade was closed in these days.', shown.note);
  const known = days.filter((one) => one.net !== null);
  const ranked = known.toSorted((one, other) => (other.net ?? 0) - (one.net ?? 0));
  const [best, worst] = [ranked[0], ranked.at(-1)];
  return lines(
    heading(what, shown),
    `Realised net ${change(net, 'INR', 'no result is known')} from ${count(closed, 'closed trade')} on ${count(days.length, 'day')}`,
    best !== undefined &&
      worst !== undefined &&
      ranked.length > 1 &&
      `Best ${change(best.net)} on ${day(best.day)}, worst ${change(worst.net)} on ${day(worst.day)}`,
    left > 0 && `${count(left, 'trade')} with an unknown result in no sum`,
    withTable && dayTable(days),
    shown.note,
  );
}

const dayTable = (days: DailyView['days']): Line =>
  table(
    [
      { title: 'Day', isWhole: true },
      { title: 'Net', align: 'right' },
      { title: 'Trades', align: 'right' },
    ],
    days.slice(-MOST_ROWS).map((one) => [day(one.day).slice(0, -5), moneyCell(one.net), String(one.closed)]),
  );

/** What each strategy came to. */
export function strategiesText(view: PerformanceView, shown: ShownMode): FormattedString {
  const { realised, trades } = view;
  const ranked = view.by_strategy.toSorted(
    (one, other) =>
      (other.realised.net ?? Number.NEGATIVE_INFINITY) - (one.realised.net ?? Number.NEGATIVE_INFINITY),
  );
  return lines(
    heading('Results by strategy', shown),
    `Realised net ${change(realised.net, 'INR', because(realised.reasons[0]?.message))} from ${count(trades.closed, 'closed trade')}${partial(realised.states.net)}`,
    table(
      [
        { title: 'Strategy', max: 11 },
        { title: 'Net', align: 'right' },
        { title: 'Won', align: 'right' },
      ],
      ranked
        .slice(0, MOST_ROWS)
        .map((one) => [one.strategy, moneyCell(one.realised.net), `${one.trades.won}/${one.trades.closed}`]),
    ),
    ranked.length > MOST_ROWS && `${ranked.length - MOST_ROWS} more in the dashboard.`,
    shown.note,
  );
}

/** The sums may be of different trades: one without its costs has a gross result all the same. */
const partial = (state: PerformanceView['realised']['state']): string =>
  state === 'PARTIAL' ? ', partial' : '';

/** What one strategy came to. */
export function strategyText(
  { strategy, realised, trades }: PerformanceView['by_strategy'][number],
  shown: ShownMode,
): FormattedString {
  const reason = because(realised.reasons[0]?.message);
  const { states } = realised;
  return lines(
    heading(strategy, shown),
    `Gross ${change(realised.gross, 'INR', reason)}${partial(states.gross)}`,
    `Costs ${roundMoney(realised.costs, 'INR', reason)}${partial(states.costs)}`,
    `Net ${change(realised.net, 'INR', reason)}${partial(states.net)}`,
    `${count(trades.closed, 'closed trade')}: ${trades.won} won, ${trades.lost} lost${trades.unknown > 0 ? `, ${trades.unknown} unknown` : ''}`,
    ...(realised.state === 'COMPLETE'
      ? []
      : realised.reasons.map(({ message, trades: times }) => `${message} (${count(times, 'trade')})`)),
    shown.note,
  );
}

/** A name that no strategy with closed trades has. */
export function noStrategyText(name: string, known: readonly string[], shown: ShownMode): FormattedString {
  return lines(
    bold(`No closed trades of ${name} in ${MODE_WORDS[shown.mode]}`),
    `Strategies with closed trades: ${known.join(', ')}.`,
    shown.note,
  );
}
