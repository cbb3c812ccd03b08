import type { FormattedString } from '@grammyjs/parse-mode';
import type { HoldingView } from '../../core/portfolio/index.ts';
import { bold, lines } from './lines.ts';
import { count, moneyCell, percentCell, quantity, roundMoney } from './numbers.ts';
import { table } from './table.ts';

/** One page of holdings. */
export function holdingsText(
  shown: readonly HoldingView[],
  at: { from: number; total: number },
  format: 'compact' | 'detailed',
  /** That prices are old, and that corporate actions wait for a decision; null for none. */
  notes: readonly (string | null)[],
): FormattedString {
  const title = `Holdings ${at.from + 1} to ${at.from + shown.length} of ${at.total.toLocaleString('en-IN')}`;
  if (format === 'compact') {
    return lines(
      bold(title),
      ...shown.map(
        (row) => `${row.symbol}: ${quantity(row.quantity)}, ${roundMoney(row.market_value, row.currency)}`,
      ),
      ...notes,
    );
  }
  const several = new Set(shown.map((row) => row.portfolio)).size > 1;
  // Two columns of "unknown" tell nothing: without any price the page shows what was paid.
  const priced = shown.some((row) => row.market_value !== null);
  return lines(
    bold(title),
    table(
      [
        { title: 'Symbol', max: 14 },
        { title: 'Qty', align: 'right' },
        { title: priced ? 'Value' : 'Avg', align: 'right' },
        { title: priced ? 'Gain' : 'Paid', align: 'right' },
        ...(several ? [{ title: 'In', max: 10, isOptional: true }] : []),
      ],
      shown.map((row) => [
        row.symbol,
        quantity(row.quantity),
        ...(priced
          ? [moneyCell(row.market_value, row.currency), percentCell(row.gain_pct)]
          : [moneyCell(row.avg_buy_price, row.currency), moneyCell(row.invested, row.currency)]),
        row.portfolio,
      ]),
    ),
    ...notes,
  );
}

/** Holdings whose quantity the transactions do not explain. */
export function unreconciled(rows: readonly HoldingView[]): string[] {
  const open = rows.filter((row) => row.reconciliation.status !== 'MATCHED');
  const shown = open
    .slice(0, 8)
    .map((row) => `${row.symbol} in ${row.portfolio}: ${row.reconciliation.reason}`);
  return open.length > shown.length
    ? [...shown, `and ${count(open.length - shown.length, 'holding')} more`]
    : shown;
}
