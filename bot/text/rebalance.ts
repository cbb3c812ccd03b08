import type { FormattedString } from '@grammyjs/parse-mode';
import type { RebalanceView, SuggestedTrade } from '../../core/reports/index.ts';
import { bold, type Line, lines } from './lines.ts';
import {
  because,
  change,
  count,
  moneyCell,
  percentCell,
  quantity,
  roundMoney,
  shareCell,
} from './numbers.ts';
import { table } from './table.ts';

/** Rows of a table that a phone shows without scrolling for long. */
const MOST_ROWS = 15;
const NO_ORDER = 'These are suggestions. Munim never places orders.';

/** How far a portfolio is from its targets, and what would bring it nearer. */
export function rebalanceText(view: RebalanceView, format: 'compact' | 'detailed'): FormattedString {
  if (!view.has_targets) return lines(bold(`Targets of ${view.portfolio}`), view.reason);
  const head: Line[] = [
    bold(`Targets of ${view.portfolio}`),
    view.reason,
    bucketTable(view),
    view.max_drift_pct === null
      ? null
      : `Largest drift ${points(view.max_drift_pct)}${view.suggested_trades.length === 0 ? '' : `, ${points(view.after_max_drift_pct)} after the trades`}`,
  ];
  const { suggested_trades: trades } = view;
  if (trades.length === 0)
    return lines(head, '', view.trades_reason, ...(format === 'compact' ? [] : rest(view)));
  return lines(
    head,
    '',
    bold('Suggested trades'),
    tradeTable(trades.slice(0, MOST_ROWS)),
    trades.length > MOST_ROWS
      ? `See the dashboard for ${count(trades.length - MOST_ROWS, 'smaller trade')} more.`
      : null,
    `Sells ${roundMoney(view.sells_value, view.currency)}, buys ${roundMoney(view.buys_value, view.currency)}, cash ${change(view.cash_change, view.currency)}`,
    ...(format === 'compact' ? [] : rest(view)),
    '',
    bold(NO_ORDER),
  );
}

/** Where nobody said which portfolio, and several have targets or none has. */
export function chooseText(view: RebalanceView): FormattedString {
  return view.portfolios_with_targets.length === 0
    ? lines(
        bold('No portfolio has targets yet.'),
        'Set a target allocation on the dashboard’s Portfolios page, such as 60% Indian Equity and 40% Bond. Then I can show its drift and trades to correct it.',
      )
    : lines(bold('Which portfolio?'), 'Each portfolio has its own targets.');
}

function bucketTable({ buckets }: RebalanceView): FormattedString {
  return table(
    [
      { title: 'Bucket', max: 16 },
      { title: 'Target', align: 'right' },
      { title: 'Now', align: 'right' },
      { title: 'Drift', align: 'right' },
    ],
    buckets
      .slice(0, MOST_ROWS)
      .map(({ bucket, target_pct, current_pct, drift_pct }) => [
        bucket,
        shareCell(target_pct),
        current_pct === null ? '–' : shareCell(current_pct),
        drift_pct === null ? '–' : percentCell(drift_pct),
      ]),
  );
}

function tradeTable(trades: readonly SuggestedTrade[]): FormattedString {
  return table(
    [
      { title: 'Trade', max: 16 },
      { title: 'Units', align: 'right' },
      { title: 'At', align: 'right' },
      { title: 'About', align: 'right' },
    ],
    trades.map(({ side, symbol, quantity: units, price, currency, value }) => [
      `${side === 'BUY' ? 'Buy' : 'Sell'} ${symbol}`,
      quantity(units),
      moneyCell(price, currency),
      moneyCell(value, currency),
    ]),
  );
}

function rest({ left_out, notes }: RebalanceView): Line[] {
  const told = left_out.slice(0, 5).map(({ symbol, reason }) => `${symbol}: ${because(reason) ?? ''}`);
  return [
    ...(told.length === 0 ? [] : ['', bold('Excluded'), ...told]),
    left_out.length > 5 ? `${count(left_out.length - 5, 'holding')} more.` : null,
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
}

const points = (value: number | null): string =>
  value === null ? 'unknown' : `${value.toFixed(2)} percentage points`;
