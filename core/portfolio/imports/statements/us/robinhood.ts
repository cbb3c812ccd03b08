import type { Cell } from '../../importers/index.ts';
import { LEFT_OUT } from '../left-out.ts';
import { feeWithin } from './priced.ts';
import type { StatementFormatOf } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank, rowCutShort } from '../table.ts';
import { UsEntries, type UsRecord } from './entries.ts';
import { isOption, usSymbol } from '../us-security.ts';

const WORDS = {
  date: 'activitydate',
  processed: 'processdate',
  settled: 'settledate',
  symbol: 'instrument',
  description: 'description',
  code: 'transcode',
  quantity: 'quantity',
  price: 'price',
  amount: 'amount',
};
const REQUIRED = ['date', 'symbol', 'code', 'quantity', 'price', 'amount'];

const CASH = new Set(
  (
    'INT ACH RTP WIRE ITRF DFEE AFEE GOLD SLIP XENT_CC XENT MISC GMPC GDBP MINT DCF FUTSWP BCXFR CFIR JNLC ABIP UBS MTCH ' +
    'ACATI_CASH T/A SCXL CONV'
  ).split(' '),
);
const OPTIONS = new Set('BTO STO BTC STC OEXP OASGN OEXCS OEXER OCA'.split(' '));
const ACTIONS = new Set('SPR SXCH SOFF CRRS NRAT MRGC EXCH LIQ'.split(' '));
const DIVIDENDS = new Set(['CDIV', 'MDIV']);

/**
 * Robinhood's account activity. Its amounts are what moved after fees, which have no column of their own; a split names the
 * shares that it adds.
 */
export const robinhood: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'robinhood',
  title: 'Robinhood account activity',
  broker: 'Robinhood',
  notation: { date_order: 'mdy', decimal_mark: '.' },
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
      const [symbol, day, name] = [cell('symbol'), cell('date'), cell('description').split('\n')[0] ?? ''];
      take(entries, { row: at + 1, day, symbol, name: name.trim() }, cell);
    }
    return entries.reading();
  },
};

function take(entries: UsEntries, record: UsRecord, cell: Cell): void {
  const code = cell('code').toUpperCase();
  const [price, amount] = [cell('price'), cell('amount')];
  // Shares that leave have an S behind their number.
  const isOut = /s$/i.test(cell('quantity'));
  const quantity = cell('quantity').replace(/s$/i, '');
  if (code === 'TRANS CODE') return entries.leaveOut(record, LEFT_OUT.noEntry);
  if (code === '') return entries.withoutKind(record, { quantity, price, amount });
  if (OPTIONS.has(code) || isOption(usSymbol(record.symbol), record.name))
    return entries.leaveOut(record, LEFT_OUT.option);
  if (code === 'BUY' || code === 'SELL') {
    const charges = [feeWithin(code, { quantity, price, amount })];
    entries.trade(record, { side: code, quantity, price, amount, charges });
    return;
  }
  if (DIVIDENDS.has(code)) return entries.dividend(record, amount);
  if (code === 'DTAX') return entries.tax(record, amount, code);
  if (code === 'CIL') return entries.leaveOut(record, LEFT_OUT.cashInLieu);
  if (CASH.has(code) && quantity === '') return entries.leaveOut(record, LEFT_OUT.cash(code));
  if (code === 'SPL' && !isOut) return entries.split(record, quantity);
  if (code === 'REC' || code === 'ACATI' || code === 'ITRF')
    return isOut || amountIn(quantity)?.isNegative() === true
      ? entries.movedOut(record, quantity, code)
      : entries.movedIn(record, quantity);
  if (code === 'MRGS' && !isOut && quantity !== '')
    return entries.costUnknown(
      record,
      quantity,
      'is not known: the shares come from a merger. Enter what each of them costs; the company says it in Form 8937.',
    );
  if (ACTIONS.has(code) || code === 'MRGS' || code === 'SPL')
    return entries.leaveOut(record, LEFT_OUT.action(code));
  entries.unknown(record, cell('code'), { quantity, price, amount });
}
