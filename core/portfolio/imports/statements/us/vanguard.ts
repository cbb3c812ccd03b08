import { Decimal } from '../../../../platform/index.ts';
import type { Cell } from '../../importers/index.ts';
import type { NumberedRow, RawRow, StatedTotal } from '../../rows/index.ts';
import { LEFT_OUT } from '../left-out.ts';
import type { Sheet, StatementFormatOf, StatementReading } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank, rowCutShort, type Table } from '../table.ts';
import { UsEntries, type UsRecord } from './entries.ts';
import { usHolding } from './positions.ts';
import { usSymbol } from '../us-security.ts';

const POSITIONS = {
  account: 'accountnumber fundaccountnumber',
  name: 'investmentname fundname',
  symbol: 'symbol',
  quantity: 'shares',
  price: 'shareprice price',
  value: 'totalvalue',
};
const TRADES = {
  account: 'accountnumber',
  date: 'tradedate',
  type: 'transactiontype',
  description: 'transactiondescription',
  name: 'investmentname',
  symbol: 'symbol',
  quantity: 'shares',
  price: 'shareprice',
  principal: 'principalamount',
  fees: 'commissionsandfees commissionfees',
  net: 'netamount',
};
const POSITION_WORDS = ['account', 'name', 'quantity', 'price', 'value'];
const TRADE_WORDS = ['account', 'date', 'type', 'symbol', 'quantity', 'price', 'principal', 'net'];
/** The fund in which Vanguard keeps the cash of an account. */
const SETTLEMENT = new Set(['VMFXX', 'VMMXX', 'VMRXX']);

/** What moves the cash that such a fund is. */
const SETTLES =
  /^(?:buy|sell|sweep|reinvestment|dividend|capital gain|transfer|interest|funds|withdrawal|conversion|exchange)/i;
const CASH =
  /^(?:interest|fee|funds received|withdrawal|contribution|distribution|wire (?:in|out)|recharacterization|rollover|account fee|bank|cash|direct deposit|exchange (?:in|out)|managed fee|advisory fee)/i;

/** Vanguard's download: what is held in one table, what happened in the second. Signs differ, so the type decides. */
export const vanguard: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'vanguard',
  title: 'Vanguard download (OfxDownload.csv)',
  broker: 'Vanguard',
  notation: { date_order: 'mdy', decimal_mark: '.' },
  currency: 'USD',
  detect: ({ sheets: [sheet] }) =>
    sheet !== undefined &&
    (findTable(sheet, POSITIONS, POSITION_WORDS) ?? findTable(sheet, TRADES, TRADE_WORDS)) !== null,
  read({ sheets: [sheet] }, wanted) {
    if (sheet === undefined) return { type: 'transactions', rows: [], totals: [] };
    const { history, holdings, units } = readTables(sheet);
    const type = wanted ?? (history.rows.length > 0 ? 'transactions' : 'holdings');
    if (type === 'holdings' && holdings.length > 0) return { type, rows: holdings, totals: [] };
    return history.rows.length > 0
      ? { ...history, totals: closingUnits(holdings, units) }
      : { type: 'holdings', rows: holdings, totals: [] };
  },
};

/** All records of both tables; a download of several accounts repeats them. */
function readTables(sheet: Sheet): {
  history: StatementReading;
  holdings: NumberedRow[];
  units: Map<string, Decimal>;
} {
  const header = findTable(sheet, TRADES, TRADE_WORDS)?.header;
  const entries = new UsEntries(header === undefined ? null : rowCutShort(sheet, sheet.rows[header] ?? []));
  const reinvested = new Reinvested();
  const isUnsigned = buysAreUnsigned(sheet);
  const holdings: NumberedRow[] = [];
  let table: (Table & { holds: 'positions' | 'trades' }) | null = null;
  for (const [at, cells] of sheet.rows.entries()) {
    if (isBlank(cells)) continue;
    const one = { name: '', rows: [cells] };
    const trades = findTable(one, TRADES, TRADE_WORDS);
    const positions = trades === null ? findTable(one, POSITIONS, POSITION_WORDS) : null;
    if (trades !== null) table = { ...trades, holds: 'trades' };
    else if (positions !== null) table = { ...positions, holds: 'positions' };
    else if (table !== null) {
      const cell = cellIn(cells, table.columns);
      if (table.holds === 'positions') holdings.push(holding(at + 1, cell));
      else {
        const record = { row: at + 1, day: cell('date'), symbol: cell('symbol'), name: cell('name') };
        const raw = take(entries, record, cell, isUnsigned);
        reinvested.add(record, cell('type'), raw);
      }
    }
  }
  reinvested.note();
  return { history: entries.reading(), holdings, units: entries.units() };
}

function holding(row: number, cell: Cell): NumberedRow {
  const symbol = usSymbol(cell('symbol'));
  if (SETTLEMENT.has(symbol))
    return { row, raw: { fields: {}, excluded: LEFT_OUT.cashHeld(cell('name') || symbol) } };
  if (amountIn(cell('quantity')) === null) return { row, raw: { fields: {}, excluded: LEFT_OUT.noEntry } };
  const [quantity, price, value] = [cell('quantity'), cell('price'), cell('value')];
  return usHolding({
    row,
    symbol: cell('symbol'),
    name: cell('name'),
    kind: '',
    quantity,
    price,
    value,
    cost: '',
    day: null,
  });
}

/** Some files write no minus before what was paid: then tax is no refund. */
function buysAreUnsigned({ rows }: Sheet): boolean {
  let columns: Table['columns'] | null = null;
  for (const cells of rows) {
    columns = findTable({ name: '', rows: [cells] }, TRADES, TRADE_WORDS)?.columns ?? columns;
    if (columns === null) continue;
    const cell = cellIn(cells, columns);
    if (/^buy/i.test(cell('type')) && amountIn(cell('net'))?.gt(0) === true) return true;
  }
  return false;
}

/** In old files a reinvestment stands alone, and its dividend nowhere. */
class Reinvested {
  readonly #paid = new Set<string>();
  readonly #bought: { key: string; raw: RawRow }[] = [];

  add({ symbol, day }: UsRecord, type: string, raw: RawRow | undefined): void {
    const key = `${usSymbol(symbol)}\n${day}`;
    if (/^(?:dividend|capital gain)/i.test(type)) this.#paid.add(key);
    else if (/^reinvestment/i.test(type) && raw !== undefined) this.#bought.push({ key, raw });
  }

  note(): void {
    for (const { key, raw } of this.#bought)
      if (!this.#paid.has(key)) raw.fields.note = 'Bought with a dividend that this file does not list.';
  }
}

/** Answers the row of a purchase or sale. */
function take(entries: UsEntries, record: UsRecord, cell: Cell, isUnsigned: boolean): RawRow | undefined {
  const type = cell('type');
  if (!SETTLEMENT.has(usSymbol(record.symbol)) && /^(?:buy$|buy \(|reinvestment)/i.test(type))
    return tradeOf(entries, record, cell, 'BUY');
  if (!SETTLEMENT.has(usSymbol(record.symbol)) && /^(?:sell$|sell \(|corp action \(redemption\))/i.test(type))
    return tradeOf(entries, record, cell, 'SELL');
  other(entries, record, cell, isUnsigned);
  return undefined;
}

/** What moved: after charges, or before them where the file does not say it. */
function netOf(cell: Cell): string {
  return amountIn(cell('net'))?.isZero() === false ? cell('net') : cell('principal');
}

function tradeOf(entries: UsEntries, record: UsRecord, cell: Cell, side: 'BUY' | 'SELL'): RawRow {
  const [quantity, price] = [cell('quantity'), cell('price')];
  return entries.trade(record, { side, quantity, price, amount: netOf(cell), charges: [cell('fees')] });
}

function other(entries: UsEntries, record: UsRecord, cell: Cell, isUnsigned: boolean): void {
  const type = cell('type');
  const units = amountIn(cell('quantity'));
  const moves = units !== null && !units.isZero();
  const net = netOf(cell);
  const cells = { quantity: cell('quantity'), price: cell('price'), amount: net };
  if (type === '') return entries.withoutKind(record, cells);
  if (/^sweep/i.test(type)) return entries.leaveOut(record, LEFT_OUT.sweep);
  if (SETTLEMENT.has(usSymbol(record.symbol)) && SETTLES.test(type))
    return entries.leaveOut(record, /^dividend/i.test(type) ? LEFT_OUT.cash(type) : LEFT_OUT.sweep);
  if (/^buy to cover|^sell short/i.test(type)) return entries.leaveOut(record, LEFT_OUT.short);
  if (/^(?:buy|sell) to|^(?:expired|assigned|exercise)/i.test(type))
    return entries.leaveOut(record, LEFT_OUT.option);
  if (/^dividend/i.test(type)) return entries.dividend(record, net);
  if (/^capital gain/i.test(type))
    return entries.dividend({ ...record, note: 'Distribution of a capital gain.' }, net);
  if (/^withholding/i.test(type))
    return entries.tax(record, isUnsigned ? (amountIn(net)?.abs().negated().toFixed() ?? net) : net, type);
  if (/^stock split/i.test(type)) return entries.split(record, cell('quantity'));
  if (/cash in lieu/i.test(type)) return entries.leaveOut(record, LEFT_OUT.cashInLieu);
  if (/^(?:transfer|conversion|rollover)/i.test(type) && moves) {
    if (!units.isNegative() && !/outgoing/i.test(type)) return entries.movedIn(record, cell('quantity'));
    return entries.movedOut(record, cell('quantity'), type);
  }
  if (/^corp action/i.test(type)) return entries.leaveOut(record, LEFT_OUT.action(type));
  if (!moves && (CASH.test(type) || /^(?:transfer|conversion)/i.test(type)))
    return entries.leaveOut(record, LEFT_OUT.cash(type));
  entries.unknown(record, type, cells);
}

/** The units that the first table has, beside those that the second one comes to. */
function closingUnits(holdings: readonly NumberedRow[], units: ReadonlyMap<string, Decimal>): StatedTotal[] {
  const held = new Map<string, Decimal>();
  for (const { raw } of holdings) {
    const { symbol, quantity } = raw.fields;
    if (symbol !== undefined && quantity !== undefined)
      held.set(symbol, (held.get(symbol) ?? new Decimal(0)).plus(amountIn(quantity) ?? 0));
  }
  return [...held].map(([symbol, stated]) => {
    const read = units.get(symbol) ?? new Decimal(0);
    const agrees = stated.eq(read);
    return {
      what: `Units of ${symbol} at the end`,
      stated: stated.toFixed(),
      read: read.toFixed(),
      agrees,
      ...(agrees
        ? {}
        : { reason: 'The download holds 18 months at most and may begin after the first purchase.' }),
    };
  });
}
