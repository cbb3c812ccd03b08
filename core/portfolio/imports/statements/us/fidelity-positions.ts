import { parseDate } from '../../../../platform/index.ts';
import type { NumberedRow } from '../../rows/index.ts';
import { LEFT_OUT } from '../left-out.ts';
import type { StatementFormatOf } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank } from '../table.ts';
import { usHolding } from './positions.ts';
import { isFidelityCash } from './fidelity-cash.ts';
import { isOption, usSymbol } from '../us-security.ts';

const WORDS = {
  account: 'accountnumber accountnamenumber',
  symbol: 'symbol',
  name: 'description',
  quantity: 'quantity',
  price: 'lastprice',
  value: 'currentvalue',
  cost: 'costbasistotal costbasis',
};
const REQUIRED = ['account', 'symbol', 'name', 'quantity', 'price', 'value', 'cost'];

/** Fidelity's positions of all accounts. The cash of an account stands among them, and so does what is not settled yet. */
export const fidelityPositions: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'fidelity-positions',
  title: 'Fidelity positions',
  broker: 'Fidelity',
  notation: { date_order: null, decimal_mark: '.' },
  currency: 'USD',
  detect: ({ sheets: [sheet] }) => sheet !== undefined && findTable(sheet, WORDS, REQUIRED) !== null,
  read({ sheets: [sheet] }) {
    const rows: NumberedRow[] = [];
    const table = sheet === undefined ? null : findTable(sheet, WORDS, REQUIRED);
    for (const [at, cells] of (sheet?.rows ?? []).entries()) {
      if (table === null || at <= table.header || isBlank(cells)) continue;
      const cell = cellIn(cells, table.columns);
      const reason = reasonOf(cell('symbol'), cell('name'), cell('quantity'));
      const row = at + 1;
      rows.push(
        reason === null
          ? usHolding({
              row,
              symbol: cell('symbol'),
              name: cell('name'),
              kind: '',
              quantity: cell('quantity'),
              price: cell('price'),
              value: cell('value'),
              cost: cell('cost'),
              day: downloadedOn(sheet?.rows ?? []),
            })
          : { row, raw: { fields: {}, excluded: reason } },
      );
    }
    return { type: 'holdings', rows, totals: [] };
  },
};

/** "Date downloaded Jul-05-2024 10:21 a.m. ET" stands below the table. */
function downloadedOn(rows: readonly (readonly string[])[]): string | null {
  const text = rows.findLast((cells) => /^date downloaded\b/i.test(cells[0] ?? ''))?.join(' ') ?? '';
  const [, word = ''] = /^date downloaded\s+([A-Za-z]{3}-\d{1,2}-\d{4}|[\d/-]{8,10})/i.exec(text) ?? [];
  const [, month, date, year] = /^([A-Za-z]{3})-(\d{1,2})-(\d{4})$/.exec(word) ?? [];
  const parsed = parseDate(month === undefined ? word : `${date}-${month}-${year}`, 'mdy');
  return 'problem' in parsed ? null : parsed.value;
}

function reasonOf(symbol: string, name: string, quantity: string): string | null {
  const plain = usSymbol(symbol);
  if (/^pending activity$/i.test(symbol) || isFidelityCash(plain, name)) return LEFT_OUT.cashHeld(symbol);
  if (isOption(plain, name)) return LEFT_OUT.option;
  return symbol === '' && amountIn(quantity) === null ? LEFT_OUT.noEntry : null;
}
