import { Decimal } from '../../../../platform/index.ts';
import { asOnDate, type NumberedRow, type StatedTotal } from '../../rows/index.ts';
import { LEFT_OUT } from '../left-out.ts';
import type { Sheet, StatementFormatOf } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank } from '../table.ts';
import { usHolding } from './positions.ts';
import { isOption, usSymbol } from '../us-security.ts';

const WORDS = {
  symbol: 'symbol',
  name: 'description',
  quantity: 'qtyquantity quantity qty',
  price: 'price',
  value: 'mktvalmarketvalue marketvalue mktval',
  cost: 'costbasis',
  kind: 'securitytype assettype',
};
const REQUIRED = ['symbol', 'quantity', 'price', 'value', 'cost'];

/** Schwab's positions: of one account, or of all, each with its name above and its total below. */
export const schwabPositions: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'schwab-positions',
  title: 'Charles Schwab positions',
  broker: 'Charles Schwab',
  notation: { date_order: null, decimal_mark: '.' },
  currency: 'USD',
  detect: ({ sheets: [sheet] }) => {
    if (sheet === undefined) return false;
    const table = findTable(sheet, WORDS, REQUIRED);
    if (table === null) return false;
    const above = sheet.rows.slice(0, table.header).map((cells) => cells[0]?.trim() ?? '');
    const header = (sheet.rows[table.header] ?? []).join(' ');
    return above.some((text) => /^positions for /i.test(text)) || /Mkt Val \(Market Value\)/i.test(header);
  },
  read({ sheets: [sheet] }) {
    const rows: NumberedRow[] = [];
    const totals: StatedTotal[] = [];
    if (sheet !== undefined) readPositions(sheet, rows, totals);
    return { type: 'holdings', rows, totals };
  },
};

function readPositions(sheet: Sheet, rows: NumberedRow[], totals: StatedTotal[]): void {
  let table = findTable(sheet, WORDS, REQUIRED);
  let sum = new Decimal(0);
  const above = sheet.rows.slice(0, table?.header ?? 0).map((cells) => cells.join(' '));
  const day = asOnDate(above.join('\n'), 'mdy');
  for (const [at, cells] of sheet.rows.entries()) {
    if (table === null || at <= table.header || isBlank(cells)) continue;
    const row = at + 1;
    const leaveOut = (reason: string) => rows.push({ row, raw: { fields: {}, excluded: reason } });
    const next = findTable({ name: '', rows: [cells] }, WORDS, REQUIRED);
    if (next !== null) {
      table = { header: at, columns: next.columns };
      continue;
    }
    const cell = cellIn(cells, table.columns);
    const value = amountIn(cell('value'));
    if (/^(?:account|positions) total$/i.test(cell('symbol'))) {
      if (/^account/i.test(cell('symbol')) && value !== null)
        totals.push({
          what: 'Value of the account',
          stated: value.toFixed(),
          read: sum.toFixed(),
          agrees: value.minus(sum).abs().lte('0.05'),
        });
      sum = new Decimal(0);
      leaveOut(LEFT_OUT.noEntry);
      continue;
    }
    sum = sum.plus(value ?? 0);
    const reason = reasonOf(cell('symbol'), cell('name'), cell('kind'), cell('quantity'));
    if (reason !== null) leaveOut(reason);
    else
      rows.push(
        usHolding({
          row,
          symbol: cell('symbol'),
          name: cell('name'),
          kind: cell('kind'),
          quantity: cell('quantity'),
          price: cell('price'),
          value: cell('value'),
          cost: cell('cost'),
          day,
        }),
      );
  }
}

function reasonOf(symbol: string, name: string, kind: string, quantity: string): string | null {
  if (/^cash (?:&|and) /i.test(symbol) || (/cash/i.test(kind) && amountIn(quantity) === null))
    return LEFT_OUT.cashHeld(symbol);
  if (/^future/i.test(symbol) || symbol.startsWith('/')) return LEFT_OUT.future;
  if (/option/i.test(kind) || isOption(usSymbol(symbol), name)) return LEFT_OUT.option;
  // The name of an account, a title, a footnote.
  return amountIn(quantity) === null ? LEFT_OUT.noEntry : null;
}
