import { parseDate } from '../../../../platform/index.ts';
import type { Cell } from '../../importers/index.ts';
import { LEFT_OUT } from '../left-out.ts';
import { feeWithin } from './priced.ts';
import type { StatementFormatOf } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank, rowCutShort } from '../table.ts';
import { UsEntries, type UsRecord } from './entries.ts';
import { isOption, usSymbol } from '../us-security.ts';

const WORDS = {
  type: 'type',
  date: 'tradedate',
  settled: 'settledate',
  symbol: 'symbol',
  description: 'description',
  action: 'tradeaction',
  quantity: 'qty',
  price: 'price',
  amount: 'netamount',
};
/** Money of a share that is no dividend of it. */
const CASH = /\b(?:FEE|INTEREST|ADR|SWEEP)\b/i;
const REQUIRED = Object.keys(WORDS);

/** Robinhood's statement of 2016 and 2017, when Apex cleared its trades: day first, dividends among the movements of money. */
export const robinhoodApex: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'robinhood-2016',
  title: 'Robinhood statement (2016 and 2017)',
  broker: 'Robinhood',
  notation: { date_order: 'dmy', decimal_mark: '.' },
  currency: 'USD',
  detect: ({ sheets: [sheet] }) => sheet !== undefined && findTable(sheet, WORDS, REQUIRED) !== null,
  read({ sheets: [sheet] }) {
    const table = sheet === undefined ? null : findTable(sheet, WORDS, REQUIRED);
    const entries = new UsEntries(
      sheet === undefined || table === null ? null : rowCutShort(sheet, sheet.rows[table.header] ?? []),
    );
    for (const [at, cells] of (sheet?.rows ?? []).entries()) {
      if (table === null || at <= table.header || isBlank(cells)) continue;
      const cell = cellIn(cells, table.columns);
      const day = parseDate(cell('date'), 'dmy');
      const record: UsRecord = {
        row: at + 1,
        day: 'problem' in day ? cell('date') : day.value,
        symbol: cell('symbol'),
        name: cell('description').split('---')[0]?.trim() ?? '',
      };
      take(entries, record, cell);
    }
    return entries.reading();
  },
};

function take(entries: UsEntries, record: UsRecord, cell: Cell): void {
  const [type, action, description] = [
    cell('type').toUpperCase(),
    cell('action'),
    cell('description').slice(0, 300),
  ];
  const [quantity, price, amount] = [cell('quantity'), cell('price'), cell('amount')];
  const cells = { quantity, price, amount };
  if (isOption(usSymbol(record.symbol), record.name)) return entries.leaveOut(record, LEFT_OUT.option);
  if (type === 'TRADES' && /^(?:buy|sell)$/i.test(action)) {
    const side = /^buy$/i.test(action) ? 'BUY' : 'SELL';
    const charges = [feeWithin(side, { quantity, price, amount })];
    entries.trade(record, { side, quantity, price, amount, charges });
    return;
  }
  if (type === 'TRADES') return entries.unknown(record, action, cells);
  if (record.symbol !== '' && /\bCASH DIV\b/i.test(description)) return entries.dividend(record, amount);
  if (record.symbol !== '' && /\b(?:NRA|FOREIGN|WITHH)[A-Z]* ?(?:TAX|WITHH)/i.test(description))
    return entries.tax(record, amount, type);
  if (type === '') return entries.withoutKind(record, cells);
  const isMoney = amountIn(quantity)?.isZero() !== false;
  if (type === 'MONEY_MOVEMENTS' && isMoney && (record.symbol === '' || CASH.test(description)))
    return entries.leaveOut(record, LEFT_OUT.cash(record.name || type));
  entries.unknown(record, type, cells);
}
