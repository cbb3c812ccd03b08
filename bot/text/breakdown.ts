import type { FormattedString } from '@grammyjs/parse-mode';
import { exchangeRate } from '../../charts/format.ts';
import type { DashboardView } from '../../core/portfolio/index.ts';
import { bold, lines, type Line } from './lines.ts';
import { changeCell, count, moneyCell, percent, percentCell, roundMoney, share } from './numbers.ts';
import { pointsCell, starLine } from './totals.ts';
import { table } from './table.ts';

type Slice = DashboardView['allocation']['sector'][number];
type Movers = DashboardView['movers']['day'];

/** Parts of the whole, largest first. */
export function slicesText(
  title: string,
  slices: readonly Pick<Slice, 'label' | 'share_pct' | 'value' | 'holdings_count' | 'unvalued_count'>[],
  { basis, currency }: { basis: 'value' | 'cost'; currency: string },
  format: 'compact' | 'detailed',
): FormattedString {
  const byCost = basis === 'cost';
  const unvalued = slices.reduce((sum, slice) => sum + slice.unvalued_count, 0);
  const note = [
    byCost ? 'Shares of cost: no holding has a price yet.' : null,
    !byCost && unvalued > 0 ? `Excludes ${count(unvalued, 'holding')} without a price.` : null,
  ];
  if (format === 'compact') {
    return lines(bold(title), ...slices.map((slice) => `${slice.label} ${share(slice.share_pct)}`), ...note);
  }
  const rows = slices.map((slice) => [
    slice.label,
    share(slice.share_pct),
    moneyCell(slice.value, currency),
    String(slice.holdings_count),
  ]);
  return lines(
    bold(title),
    table(
      [
        { title: 'Part', max: 18 },
        { title: 'Share', align: 'right' },
        { title: byCost ? 'Paid' : 'Value', align: 'right' },
        { title: 'No.', align: 'right', isOptional: true },
      ],
      rows,
    ),
    ...note,
  );
}

/** Each currency for itself, and all of them in the base currency. */
export function currencyText(view: DashboardView): FormattedString {
  const rows = view.by_currency.map((row) => [
    row.currency,
    moneyCell(row.current_value, row.currency),
    moneyCell(row.total_invested, row.currency),
    pointsCell(row, 'total_profit_pct'),
  ]);
  const { total } = view;
  const all: Line[] =
    view.by_currency.length > 1
      ? [
          `Total about ${roundMoney(total.current_value, total.currency)}`,
          'The total is an estimate that uses one exchange rate.',
          ...view.fx_rates.map(exchangeRate),
        ]
      : [];
  return lines(
    bold('Currencies'),
    table(
      [
        { title: 'In' },
        { title: 'Value', align: 'right' },
        { title: 'Invested', align: 'right' },
        { title: 'Gain', align: 'right' },
      ],
      rows,
    ),
    starLine(view.by_currency, 'total_profit_pct'),
    ...all,
  );
}

/**
 * What rose or fell most, with the amount behind the percentage. Of a day, a row whose price is of another day than the
 * title says so.
 */
export function moversText(
  { title, of }: { title: string; of: 'day' | 'total' },
  movers: Movers['gainers'],
  view: DashboardView,
  format: 'compact' | 'detailed',
): FormattedString {
  const ofTitle = view.total.day_change_label;
  const isMixed = movers.some((row) => row.day_change_label !== ofTitle);
  if (format === 'compact')
    return lines(
      bold(title),
      ...movers.map(
        (row) =>
          `${row.label} ${percent(row.change_pct)}${of === 'total' || row.day_change_label === ofTitle ? '' : ` (${row.day_change_label})`}`,
      ),
    );
  return lines(
    bold(title),
    table(
      [
        { title: 'Symbol', max: 14 },
        { title: 'Change', align: 'right' },
        { title: 'Amount', align: 'right' },
        { title: 'Value', align: 'right', isOptional: true },
        ...(of === 'day' && isMixed ? [{ title: 'Of' }] : []),
      ],
      movers.map((row) => [
        row.label,
        percentCell(row.change_pct),
        changeCell(row.change, view.base_currency),
        moneyCell(row.market_value, view.base_currency),
        ...(of === 'day' && isMixed ? [row.day_change_label] : []),
      ]),
    ),
  );
}
