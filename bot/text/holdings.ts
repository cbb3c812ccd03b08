import type { FormattedString } from '@grammyjs/parse-mode';
import type { HoldingView } from '../../core/portfolio/index.ts';
import { bold, lines, type Line } from './lines.ts';
import { change, count, money, percent, quantity, roundMoney, unknown } from './numbers.ts';
import { because } from './status.ts';
import { table } from './table.ts';
import { day, moment } from './times.ts';

/** One page of holdings. */
export function holdingsText(
  shown: readonly HoldingView[],
  at: { from: number; total: number },
  format: 'compact' | 'detailed',
): FormattedString {
  const title = `Holdings ${at.from + 1} to ${at.from + shown.length} of ${at.total.toLocaleString('en-IN')}`;
  if (format === 'compact') {
    return lines(
      bold(title),
      ...shown.map(
        (row) => `${row.symbol}: ${quantity(row.quantity)}, ${roundMoney(row.market_value, row.currency)}`,
      ),
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
        ...(several ? [{ title: 'In', max: 10 }] : []),
      ],
      shown.map((row) => [
        row.symbol,
        quantity(row.quantity),
        ...(priced
          ? [roundMoney(row.market_value, row.currency), percent(row.gain_pct)]
          : [money(row.avg_buy_price, row.currency), roundMoney(row.invested, row.currency)]),
        row.portfolio,
      ]),
    ),
  );
}

/** One symbol, in every portfolio that holds it. */
export function holdingText(rows: readonly HoldingView[], format: 'compact' | 'detailed'): FormattedString {
  const [first] = rows;
  if (first === undefined) return lines('Not held.');
  const title =
    first.name === null || first.name === first.symbol ? first.symbol : `${first.symbol} · ${first.name}`;
  return lines(
    bold(title),
    `${first.asset_class}${first.sector === null ? '' : `, ${first.sector}`}${first.isin === null ? '' : `, ${first.isin}`}`,
    ...rows.flatMap((row) => ['', ...oneHolding(row, format)]),
  );
}

/** How it moves with its index; nothing where nobody asked yet. */
function betaLine({ beta, beta_as_of, beta_reason }: HoldingView): string | null {
  if (beta === null) return beta_reason === null ? null : `Beta ${unknown(because(beta_reason))}`;
  return `Beta ${beta.toFixed(2)}${beta_as_of === null ? ', as entered' : `, up to ${day(beta_as_of)}`}`;
}

const PRICE_MISSING = 'no price yet';

function oneHolding(row: HoldingView, format: 'compact' | 'detailed'): Line[] {
  const { currency } = row;
  const points = (value: number | null) => (value === null ? '' : ` (${percent(value)})`);
  const why = row.current_price === null ? PRICE_MISSING : null;
  const costless = row.cost_reason === null ? null : because(row.cost_reason);
  const head: Line[] = [
    bold(row.portfolio),
    `${quantity(row.quantity)} at ${money(row.avg_buy_price, currency, costless)}, value ${money(row.market_value, currency, why)}`,
    `Gain ${change(row.gain, currency, why ?? costless)}${points(row.gain_pct)}`,
  ];
  if (format === 'compact') return head;
  const noClose = why ?? (row.previous_close === null ? 'no previous close' : null);
  const { reconciliation } = row;
  return [
    ...head,
    `${row.day_change_label} ${change(row.day_change, currency, noClose)}${points(row.day_change_pct)}`,
    `Price ${money(row.current_price, currency, PRICE_MISSING)}${pricedAt(row)}`,
    betaLine(row),
    row.maturity_date === null
      ? null
      : `Matures ${day(row.maturity_date)}, coupon ${row.coupon_rate === null ? unknown() : `${row.coupon_rate}%`}`,
    reconciliation.status === 'MATCHED' ? null : `Ledger: ${reconciliation.reason}`,
  ];
}

/** When the price was read, and of which day it is where that is another one. */
function pricedAt({ priced_at, day_change_label }: HoldingView): string {
  if (priced_at === null) return '';
  return day_change_label === 'Today'
    ? `, ${moment(priced_at)}`
    : ` of ${day_change_label}, updated ${moment(priced_at)}`;
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
