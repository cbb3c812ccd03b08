import { rupeesOf } from '../records/index.ts';
import { totalOf } from './fill-costs.ts';
import { legsOf } from './legs.ts';
import type { Reading } from './read-tradebook.ts';
import type { Plan } from './tradebook-plan.ts';
import type { TradebookTrade, TradebookView } from './tradebook-view.ts';
import { grossOf } from './trade-records.ts';
import type { Trade } from './trades.ts';
import type { Written } from './write-trades.ts';

const MOST_ISSUES = 100;
const MOST_TRADES = 50;

const NOTES = [
  'Costs are calculated from dated rates, per executed order and to the paisa. A contract note rounds the STT and stamp duty of a day to whole rupees.',
  'Contracts of one underlying and expiry that were open at the same time are one trade, from flat to flat.',
];

/** A trade in a few figures, in rupees. */
export function tradeView(trade: Trade): TradebookTrade {
  const { tag, strategy, underlying, opened_at, closed_at, closed, open, costs } = trade;
  const gross = grossOf(trade);
  const paid = costs === null ? null : rupeesOf(totalOf(costs));
  const isKnown = gross !== null && paid !== null;
  return {
    tag,
    strategy,
    underlying,
    expiry: trade.fills[0]?.fill.expiry ?? '',
    opened_at,
    closed_at,
    state: closed_at === null ? 'OPEN' : gross === null ? 'UNKNOWN' : 'CLOSED',
    legs: legsOf([...closed, ...open]).length,
    gross,
    costs: paid,
    net: isKnown ? exact(gross - paid) : null,
  };
}

/** Sums of amounts with four decimals. */
const exact = (value: number): number => Number(value.toFixed(4));
const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : exact(known.reduce((sum, value) => sum + value, 0));
};

/** Expiries with contracts that have no closing fill and no settlement, the oldest first. */
export function unsettledOf(trades: readonly Trade[]): { underlying: string; expiry: string }[] {
  const unsettled = new Map(
    trades.flatMap((trade) =>
      trade.closed
        .filter(({ exit }) => exit === null)
        .map(
          ({ contract: { underlying, expiry } }) =>
            [`${underlying} ${expiry}`, { underlying, expiry }] as const,
        ),
    ),
  );
  return [...unsettled.values()].toSorted((one, other) => (one.expiry < other.expiry ? -1 : 1));
}

/** What a file comes to, for people. @param written null for a preview */
export function summaryOf(reading: Reading, plan: Plan, written: Written | null): TradebookView {
  const trades = plan.touched.map(tradeView);
  const closed = trades.filter(({ state, net }) => state === 'CLOSED' && net !== null);
  const days = reading.fills.map(({ fill }) => fill.day).toSorted();
  return {
    is_imported: written !== null,
    format: reading.format,
    title: reading.title,
    rows: reading.rows,
    fills: { new: plan.fresh.length, known: plan.known, total: reading.fills.length },
    other_rows: reading.other_rows,
    excluded: Object.entries(reading.excluded).map(([reason, rows]) => ({ reason, rows })),
    issues: plan.issues.slice(0, MOST_ISSUES),
    issue_count: plan.issues.length,
    unused_columns: reading.unused_columns,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    trades: {
      closed: trades.filter(({ state }) => state === 'CLOSED').length,
      open: trades.filter(({ state }) => state === 'OPEN').length,
      unknown: trades.filter(({ state }) => state === 'UNKNOWN').length,
    },
    gross: sumOf(closed.map(({ gross }) => gross)),
    costs: sumOf(closed.map(({ costs }) => costs)),
    net: sumOf(closed.map(({ net }) => net)),
    realised_in_open: sumOf(trades.filter(({ state }) => state === 'OPEN').map(({ gross }) => gross)),
    newest_trades: trades
      .toSorted((one, other) => (one.opened_at < other.opened_at ? 1 : -1))
      .slice(0, MOST_TRADES),
    unsettled: unsettledOf(plan.touched),
    replaced: written?.replaced ?? 0,
    refused: written?.refused ?? [],
    notes: reading.fills.length === 0 ? [] : NOTES,
  };
}

/** For the audit. */
export const evidenceOf = ({ fills, trades, from, to, net }: TradebookView): object => ({
  new_fills: fills.new,
  known_fills: fills.known,
  trades,
  from,
  to,
  net,
});
