import { dayInWords, Decimal, parseDate } from '../../../../platform/index.ts';
import {
  type NumberedRow,
  notUnderstood,
  type RawFields,
  type RawRow,
  type StatedTotal,
} from '../../rows/index.ts';
import { type Held, ratioOfAddedShares, type WorkedOut } from '../added-shares.ts';
import { LEFT_OUT } from '../left-out.ts';
import { priced } from './priced.ts';
import type { StatementReading } from '../statement.ts';
import { amountIn, CUT_SHORT, pushTo } from '../table.ts';
import { isUsSymbol, usAssetClass, usSymbol } from '../us-security.ts';
import { type Payment, settleTax } from '../withheld-tax.ts';

/** What is common to every record of an American broker's history; all text as found. */
export interface UsRecord {
  row: number;
  day: string;
  symbol: string;
  /** The name of the security. */
  name: string;
  note?: string;
}

/** The cells of a trade; a quantity or amount may have any sign, since the side says which way it went. */
interface UsTrade {
  side: 'BUY' | 'SELL';
  quantity: string;
  price: string;
  amount: string;
  charges: readonly string[];
}

interface Move extends UsRecord {
  units: Decimal | null;
  raw: RawRow;
}

/**
 * Collects what the records of an American broker's history mean. Money is in dollars and dates are month first. Tax goes
 * to its dividend and added shares become ratios at the end, when all records are known.
 */
export class UsEntries {
  readonly #rows: NumberedRow[] = [];
  readonly #cutRow: number | null;
  #held: Held[] = [];
  readonly #dividends: Payment[] = [];
  readonly #taxes: Payment[] = [];
  readonly #handedOut: Held[] = [];
  readonly #moves: Move[] = [];

  /** `cutRow` is the row within which the file ends. */
  constructor(cutRow: number | null = null) {
    this.#cutRow = cutRow;
  }

  leaveOut({ row }: Pick<UsRecord, 'row'>, reason: string): void {
    this.#rows.push({ row, raw: { fields: {}, excluded: reason } });
  }

  trade(record: UsRecord, trade: UsTrade): RawRow {
    const units = amountIn(trade.quantity)?.abs() ?? null;
    const symbol = usSymbol(record.symbol);
    const mayBeBond = symbol === '' || usAssetClass(symbol, record.name) === 'Bond';
    const charges = trade.charges.reduce((sum, text) => sum.plus(amountIn(text)?.abs() ?? 0), new Decimal(0));
    const read: Pick<RawRow, 'fields' | 'totals' | 'stated'> =
      units === null || units.isZero()
        ? { fields: { type: trade.side, quantity: trade.quantity, price: trade.price } }
        : priced({ ...trade, units, charges, mayBeBond });
    const raw = this.#add(record, read);
    // The last cells of a file that was cut short: without the money nothing proves the price.
    if (trade.amount === '' && amountIn(trade.price)?.isZero() === false)
      raw.undecided ??= { field: 'price', message: UNPROVED };
    const unread = trade.charges.find((text) => /\d/.test(text) && amountIn(text) === null);
    if (unread !== undefined) raw.fields.fee_tax = unread;
    if (units !== null) this.#hold(record, trade.side === 'BUY' ? units : units.negated(), false, raw);
    return raw;
  }

  /** Units that came without a price: from another account, by a merger, from an employer. */
  movedIn(record: UsRecord, quantity: string): void {
    const units = amountIn(quantity);
    const raw = this.#add(record, {
      fields: { type: 'TRANSFER_IN', quantity: units?.toFixed() ?? quantity },
    });
    if (units !== null) this.#hold(record, units, false, raw);
    this.#moves.push({ ...record, symbol: usSymbol(record.symbol), units, raw });
  }

  /** Units that left without a price. `word` is what the file calls it; the sign of the quantity says nothing. */
  movedOut(record: UsRecord, quantity: string, word: string): void {
    const units = amountIn(quantity)?.abs().negated() ?? null;
    const raw: RawRow = {
      fields: {},
      excluded: LEFT_OUT.movedOut(word, units?.abs().toFixed() ?? quantity),
    };
    this.#rows.push({ row: record.row, raw });
    if (units !== null) this.#hold(record, units, false, raw);
    this.#moves.push({ ...record, symbol: usSymbol(record.symbol), units, raw });
  }

  /** Units that came and whose cost a person has to tell. */
  costUnknown(record: UsRecord, quantity: string, why: string): void {
    const units = amountIn(quantity);
    const raw = this.#add(record, { fields: { type: 'BUY', quantity: units?.toFixed() ?? quantity } });
    raw.undecided = { field: 'price', message: why };
    if (units !== null) this.#hold(record, units, false, raw);
  }

  dividend(record: UsRecord, amount: string): void {
    const money = amountIn(amount);
    const raw = this.#add(record, {
      fields: { type: 'DIVIDEND', quantity: '0', price: money?.toFixed() ?? amount },
    });
    const date = dayOf(record.day);
    if (money !== null && date !== null)
      this.#dividends.push({ ...this.#payment(record, date, raw), amount: money });
  }

  /** Tax withheld from a dividend: a charge as the file writes one, with a minus. */
  tax(record: UsRecord, amount: string, what: string): void {
    const money = amountIn(amount);
    const raw = this.#add(record, { fields: {} });
    const date = dayOf(record.day);
    raw.excluded = `"${what.slice(0, 40)}" is a cash movement. Only trades, dividends and splits are imported.`;
    if (money !== null && date !== null && usSymbol(record.symbol) !== '')
      this.#taxes.push({ ...this.#payment(record, date, raw), amount: money.negated() });
  }

  /** A split by the shares that it adds. */
  split(record: UsRecord, added: string): void {
    const units = amountIn(added);
    const raw = this.#add(record, { fields: { type: 'SPLIT', quantity: added } });
    if (units !== null) this.#hold(record, units, true, raw);
    else raw.undecided = { field: 'quantity', message: RATIO_MISSING };
  }

  /**
   * Shares that a file hands out without a word why: a split of what is held, or else the shares of another company. Which
   * of them shows when all records are known; where none were held the person has to tell.
   */
  splitIfHeld(record: UsRecord, added: string): void {
    const before = this.#held.length;
    this.split(record, added);
    const held = this.#held[before];
    if (held !== undefined) this.#handedOut.push(held);
  }

  /** A split whose ratio the file tells, and the units by which it changes the holding. */
  splitBy(record: UsRecord, ratio: Decimal | null, change: Decimal, why: string): void {
    const raw = this.#add(record, { fields: { type: 'SPLIT', quantity: ratio?.toFixed() ?? '' } });
    if (ratio === null) raw.undecided = { field: 'quantity', message: why };
    this.#hold(record, change, false, raw);
  }

  /** A record of which one field waits for a person. */
  undecided(record: UsRecord, quantity: string, field: 'type' | 'price', message: string): void {
    this.#add(record, { fields: { quantity } }).undecided = { field, message };
  }

  /** A record whose kind is not known: a person has to enter what it is. Money that moved no units is its price. */
  unknown(record: UsRecord, word: string, cells: { quantity: string; price: string; amount: string }): void {
    const units = amountIn(cells.quantity)?.abs() ?? null;
    const isMoney = units === null || units.isZero();
    const amount = amountIn(cells.amount)?.abs().toFixed() ?? '';
    const quantity = units?.toFixed() ?? (cells.quantity || '0');
    const read = notUnderstood(word, { quantity, price: isMoney ? amount : cells.price });
    const raw = this.#add(record, read);
    raw.undecided = read.undecided;
    this.#hold(record, new Decimal(0), false, raw, true);
  }

  /** A record without a kind: a title or footnote, unless it moves something. */
  withoutKind(record: UsRecord, cells: { quantity: string; price: string; amount: string }): void {
    const isTotal = /^(?:grand |sub)?-?totals?\b/i.test(record.day.trim());
    const moves =
      !isTotal && [cells.quantity, cells.amount].some((text) => amountIn(text)?.isZero() === false);
    if (moves) this.unknown(record, '', cells);
    else this.leaveOut(record, LEFT_OUT.noEntry);
  }

  reading(totals: StatedTotal[] = []): StatementReading {
    this.#joinSplits();
    this.#pairMoves();
    const notes = ratioOfAddedShares(this.#held).map(workedOut);
    const since = this.#heldSince();
    for (const { symbol, date, units, raw } of this.#handedOut)
      if ((since.get(symbol) ?? '9999') > date) raw.undecided = { field: 'type', message: handedOut(units) };
    settleTax(this.#dividends, this.#taxes);
    const rows = this.#rows.toSorted((one, other) => one.row - other.row);
    return { type: 'transactions', rows, totals, ...(notes.length === 0 ? {} : { notes }) };
  }

  /** Units of each symbol that the records come to. */
  units(): Map<string, Decimal> {
    const units = new Map<string, Decimal>();
    for (const { symbol, units: change, raw } of this.#held)
      if (typeof raw.excluded !== 'string')
        units.set(symbol, (units.get(symbol) ?? new Decimal(0)).plus(change));
    return units;
  }

  /** One split is told once for each account of a file: together they tell the ratio. */
  #joinSplits(): void {
    const first = new Map<string, Held>();
    const rowOf = new Map(this.#rows.map(({ row, raw }) => [raw, row]));
    this.#held = this.#held.filter((held) => {
      const key = `${held.symbol}\n${held.date}`;
      const counts = held.isSplit ? first.get(key) : undefined;
      if (counts === undefined) {
        if (held.isSplit) first.set(key, held);
        return true;
      }
      held.raw.excluded = `The same split in another account; it counts with row ${rowOf.get(counts.raw)}.`;
      counts.units = counts.units.plus(held.units);
      return false;
    });
  }

  /** The first day on which the records tell of units of a symbol, other than by a split. */
  #heldSince(): Map<string, string> {
    const since = new Map<string, string>();
    for (const { symbol, date, isSplit, isUnknown } of this.#held)
      if (!isSplit && isUnknown !== true && date < (since.get(symbol) ?? '9999')) since.set(symbol, date);
    return since;
  }

  /** What left one account of the file for another of it stays where it is. */
  #pairMoves(): void {
    const left = new Map<string, Move[]>();
    const keyOf = ({ symbol, day, units }: Move) => `${symbol}\n${day}\n${units?.abs().toFixed()}`;
    for (const move of this.#moves) if (move.units?.isNegative() === true) pushTo(left, keyOf(move), move);
    for (const come of this.#moves) {
      const from = come.units?.gt(0) === true ? left.get(keyOf(come))?.pop() : undefined;
      if (from === undefined) continue;
      come.raw.excluded = LEFT_OUT.movedWithin(from.row);
      from.raw.excluded = LEFT_OUT.movedWithin(come.row);
    }
  }

  #add(record: UsRecord, read: Pick<RawRow, 'fields' | 'totals' | 'stated'>): RawRow {
    const symbol = usSymbol(record.symbol);
    const fields: RawFields = {
      symbol,
      date: dayOf(record.day) ?? record.day,
      currency: 'USD',
      asset_class: usAssetClass(symbol, record.name),
      ...read.fields,
      note: [record.note, read.fields.note].filter(Boolean).join(' '),
    };
    for (const [field, text] of Object.entries(fields))
      if (text === '') delete fields[field as keyof RawFields];
    const raw: RawRow = { ...read, fields, ...(record.row === this.#cutRow ? { malformed: CUT_SHORT } : {}) };
    if (symbol !== '' && !isUsSymbol(symbol))
      raw.undecided = {
        field: 'symbol',
        message: `"${symbol.slice(0, 40)}" is not a symbol. Enter the right one.`,
      };
    this.#rows.push({ row: record.row, raw });
    return raw;
  }

  #hold(record: UsRecord, units: Decimal, isSplit: boolean, raw: RawRow, isUnknown = false): void {
    const date = dayOf(record.day);
    if (date !== null)
      this.#held.push({ symbol: usSymbol(record.symbol), date, units, isSplit, raw, isUnknown });
  }

  #payment({ symbol }: UsRecord, date: string, raw: RawRow): Omit<Payment, 'amount'> {
    return { raw, symbol: usSymbol(symbol), date, currency: 'USD', stem: '' };
  }
}

const workedOut = ({ symbol, date, before, ratio }: WorkedOut): string =>
  `The split of ${symbol} on ${dayInWords(date)} is read as ${ratio} for 1, because this file shows ${before.toFixed()} shares before it. ` +
  'If you held more, correct that row.';

const UNPROVED = 'is not proved: the row does not say how much money moved. Enter the right price.';

const RATIO_MISSING = 'is not known. Enter the new shares per old share, like 2 for a 2-for-1 split.';

const handedOut = (units: Decimal): string =>
  `is not known: ${units.toFixed()} shares were handed out. Enter SPLIT and the new shares per old share, or BUY with the ` +
  'number of shares and what each of them costs.';

/** The day of a cell, month first; of "02/15/2024 as of 02/14/2024" the second. Two digits of a year are of this century. */
export function dayOf(text: string): string | null {
  const found = parseDate(text.trim().replace(/^(\d{1,2}\/\d{1,2}\/)(\d{2})$/, '$120$2'), 'mdy');
  return 'problem' in found ? null : found.value;
}
