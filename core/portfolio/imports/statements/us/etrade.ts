import { Decimal } from '../../../../platform/index.ts';
import type { Cell } from '../../importers/index.ts';
import type { StatedTotal } from '../../rows/index.ts';
import { LEFT_OUT } from '../left-out.ts';
import { feeWithin } from './priced.ts';
import type { Sheet, StatementFormatOf } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank, rowCutShort, type Table } from '../table.ts';
import { UsEntries, type UsRecord } from './entries.ts';
import { isOption, usSymbol } from '../us-security.ts';

const WORDS = {
  date: 'activitytradedate',
  type: 'activitytype',
  description: 'description',
  symbol: 'symbol',
  cusip: 'cusip',
  quantity: 'quantity',
  price: 'price',
  amount: 'amount',
  commission: 'commission',
};
/** Marks of neither form. */
const OPTIONAL = new Set(['cusip', 'commission', 'description']);
const OLD_WORDS = {
  date: 'transactiondate',
  type: 'transactiontype',
  security: 'securitytype',
  symbol: 'symbol',
  quantity: 'quantity',
  amount: 'amount',
  price: 'price',
  commission: 'commission',
  description: 'description',
};
const CASH =
  /^(?:interest|margin interest|service fee|fee|misc|wire|online transfer|direct (?:debit|deposit)|adjustment|cash (?:transfer|credit|debit)|contribution|distribution|withdrawal|deposit|bill payment|ach|check|transfer)/i;

const WHICH =
  'is not clear: it is a dividend, or the purchase that one paid for. Enter DIVIDEND or BUY, with quantity and price.';

/** E*TRADE's transactions since 2025: three titles above, two dashes where there is nothing. */
export const etrade: StatementFormatOf<'tables'> = formatOf('etrade', 'E*TRADE transactions', WORDS);

/** E*TRADE's transactions until 2024: a dividend that was reinvested is a dividend with a quantity. */
export const etradeOld: StatementFormatOf<'tables'> = formatOf(
  'etrade-old',
  'E*TRADE transactions (until 2024)',
  OLD_WORDS,
);

function formatOf(
  format: string,
  title: string,
  words: Readonly<Record<string, string>>,
): StatementFormatOf<'tables'> {
  const required = Object.keys(words).filter((word) => !OPTIONAL.has(word));
  return {
    kind: 'tables',
    format,
    title,
    broker: 'E*TRADE',
    notation: { date_order: 'mdy', decimal_mark: '.' },
    currency: 'USD',
    detect: ({ sheets: [sheet] }) => sheet !== undefined && findTable(sheet, words, required) !== null,
    read: ({ sheets: [sheet] }) => {
      const table = sheet === undefined ? null : findTable(sheet, words, required);
      const entries = new UsEntries(
        sheet === undefined || table === null ? null : rowCutShort(sheet, sheet.rows[table.header] ?? []),
      );
      let sum = new Decimal(0);
      const turned = turnedSigns(sheet, table);
      for (const [at, cells] of (sheet?.rows ?? []).entries()) {
        if (table === null || at <= table.header || isBlank(cells)) continue;
        const cell = cellOf(cells, table, turned);
        sum = sum.plus(amountIn(cell('amount')) ?? 0);
        // A bond has a number in place of a symbol.
        const symbol = cell('symbol') || cell('cusip');
        const record = { row: at + 1, day: cell('date'), symbol, name: cell('description') };
        take(entries, record, cell);
      }
      return entries.reading(sheet === undefined ? [] : totalOf(sheet, table?.header ?? 0, sum));
    },
  };
}

/** The text of a record; two dashes stand where there is nothing. */
function cellOf(cells: readonly string[], { columns }: Table, turned: ReadonlySet<string>): Cell {
  const found = cellIn(cells, columns);
  return (word) => {
    const text = found(word);
    if (/^-+$/.test(text)) return '';
    return turned.has(word) ? (amountIn(text)?.negated().toFixed() ?? text) : text;
  };
}

/** Some of its downloads write all signs the other way round: purchases show which. */
function turnedSigns(sheet: Sheet | undefined, table: Table | null): Set<string> {
  if (sheet === undefined || table === null) return new Set();
  const bought = sheet.rows
    .slice(table.header + 1)
    .map((cells) => cellOf(cells, table, new Set()))
    .filter((cell) => /^bought/i.test(cell('type')));
  const is = (word: string, sign: 1 | -1) =>
    bought.some((cell) => (amountIn(cell(word))?.times(sign) ?? new Decimal(0)).gt(0));
  const turned = new Set<string>();
  if (is('amount', 1) && !is('amount', -1)) turned.add('amount');
  if (is('quantity', -1) && !is('quantity', 1)) turned.add('quantity');
  return turned;
}

function totalOf(sheet: Sheet, header: number, sum: Decimal): StatedTotal[] {
  const line = sheet.rows.slice(0, header).find((cells) => /^total:?$/i.test(cells[0]?.trim() ?? ''));
  const stated = amountIn(line?.slice(1).find((text) => text.trim() !== '') ?? '');
  if (stated === null) return [];
  const [what, read] = ['Amounts of all rows', sum.toFixed()];
  return [{ what, stated: stated.toFixed(), read, agrees: stated.eq(sum) }];
}

function take(entries: UsEntries, record: UsRecord, cell: Cell): void {
  const type = cell('type');
  const [quantity, amount] = [cell('quantity'), cell('amount')];
  const units = amountIn(quantity);
  const moves = units !== null && !units.isZero();
  // 0 stands where the words below have the price.
  const isBlankPrice = amountIn(cell('price'))?.isZero() === true;
  const trade = (side: 'BUY' | 'SELL'): void => {
    const price = isBlankPrice ? '' : cell('price');
    const charges = [feeWithin(side, { quantity, price, amount, commission: cell('commission') })];
    entries.trade(record, { side, quantity, price, amount, charges });
  };
  const cells = { quantity, price: cell('price'), amount };
  if (type === '') return entries.withoutKind(record, cells);
  if (
    /^(?:bought|sold) to |^option/i.test(type) ||
    /^(?:optn|opt)$/i.test(cell('security')) ||
    isOption(usSymbol(record.symbol), record.name)
  )
    return entries.leaveOut(record, LEFT_OUT.option);
  if (/^sold short|^bought to cover|^buy to cover/i.test(type))
    return entries.leaveOut(record, LEFT_OUT.short);
  if (/^bought|^dividend reinvestment|^reinvest/i.test(type)) return trade('BUY');
  if (/^sold/i.test(type)) return trade('SELL');
  if (/^(?:qualified )?dividend|^capital gain/i.test(type)) {
    if (moves && amountIn(amount)?.isNegative() === true) return trade('BUY');
    // It came with shares and yet was not paid for them: files without a purchase do not show how signs are meant.
    if (moves) return entries.undecided(record, quantity, 'type', WHICH);
    return entries.dividend(
      /^capital gain/i.test(type) ? { ...record, note: 'Distribution of a capital gain.' } : record,
      amount,
    );
  }
  if (/withholding|foreign tax/i.test(type)) return entries.tax(record, amount, type);
  if (/^stock split/i.test(type)) return entries.split(record, quantity);
  if (/cash in lieu/i.test(type)) return entries.leaveOut(record, LEFT_OUT.cashInLieu);
  if (/^(?:reorganization|merger|spin|exchange|redemption|name change)/i.test(type))
    return entries.leaveOut(record, LEFT_OUT.action(type));
  if (/^(?:transfer|shares received|conversion)/i.test(type) && moves)
    return units.isNegative() ? entries.movedOut(record, quantity, type) : entries.movedIn(record, quantity);
  if (CASH.test(type) && !moves) return entries.leaveOut(record, LEFT_OUT.cash(type));
  entries.unknown(record, type, cells);
}
