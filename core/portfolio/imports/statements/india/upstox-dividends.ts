import { Decimal } from '../../../../platform/index.ts';
import { exchangeAssetClass } from '../../../../market/instruments/index.ts';
import { statedAmount } from '../../importers/index.ts';
import type { NumberedRow, StatedTotal } from '../../rows/index.ts';
import type { Sheet, StatementFormatOf } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank } from '../table.ts';

const WORDS = {
  name: 'scripname companyname',
  symbol: 'symbol',
  isin: 'isin',
  nature: 'nature',
  date: 'recorddate',
  quantity: 'quantity qty',
  price: 'dividendpershare',
  amount: 'netdividendamount',
};
const REQUIRED = ['symbol', 'isin', 'nature', 'date', 'quantity', 'price'];

/**
 * Upstox's report of dividends. It dates each by the day on which the company read its register, some weeks before the
 * money came. A final and a special dividend of one day are two.
 */
export const upstoxDividends: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'upstox-dividends',
  title: 'Upstox dividends',
  broker: 'Upstox',
  symbolsByIsin: 'all',
  notation: { date_order: 'dmy', decimal_mark: '.' },
  currency: 'INR',
  detect: ({ sheets }) => sheets.some((sheet) => findTable(sheet, WORDS, REQUIRED) !== null),
  read({ sheets }) {
    const read = sheets.map(dividendsOf);
    return {
      type: 'transactions',
      rows: read.flatMap(({ rows }) => rows),
      totals: read.flatMap(({ totals }) => totals),
    };
  },
};

function dividendsOf(sheet: Sheet): { rows: NumberedRow[]; totals: StatedTotal[] } {
  const table = findTable(sheet, WORDS, REQUIRED);
  if (table === null) return { rows: [], totals: [] };
  const rows: NumberedRow[] = [];
  let sum = new Decimal(0);
  for (const [at, record] of sheet.rows.entries()) {
    if (at <= table.header || isBlank(record)) continue;
    const cell = cellIn(record, table.columns);
    // Notes below the table stand in its first column.
    if (record.filter((text) => text.trim() !== '').length < 2) continue;
    sum = sum.plus(amountIn(cell('amount')) ?? 0);
    const nature = cell('nature');
    rows.push({
      row: at + 1,
      raw: {
        fields: {
          symbol: cell('symbol') || cell('name'),
          isin: cell('isin'),
          date: cell('date'),
          type: 'DIVIDEND',
          quantity: cell('quantity'),
          price: cell('price'),
          currency: 'INR',
          asset_class: exchangeAssetClass(cell('symbol'), cell('isin')),
          note: `${nature === '' ? '' : `${nature} dividend. `}Dated by its record date; the report has no payment date.`,
        },
        ...statedAmount(cell('amount'), 'apart'),
      },
    });
  }
  return { rows, totals: totalsAbove(sheet, table.header, sum) };
}

function totalsAbove({ rows }: Sheet, header: number, sum: Decimal): StatedTotal[] {
  const record = rows.slice(0, header).find(([label = '']) => /^total dividend/i.test(label.trim()));
  const stated = amountIn(record?.slice(1).find((cell) => cell.trim() !== '') ?? '');
  if (stated === null) return [];
  return [{ what: 'Dividends', stated: stated.toFixed(), read: sum.toFixed(), agrees: stated.equals(sum) }];
}
