import { createHash } from 'node:crypto';
import { dayBefore, Decimal } from '../../../../platform/index.ts';
import { isIsin } from '../../../../market/instruments/index.ts';
import { type RawFields, type RawRow, unknownKind } from '../../rows/index.ts';
import type { CasScheme } from './blocks.ts';
import type { Entry } from './entries.ts';

/** A row of the ledger that an entry of a statement comes to, with the units and the cost that it adds. */
interface LedgerRow {
  page: number;
  raw: RawRow<'transactions'>;
}

/** Loads on the way in and out were at most this part of the money; more is a figure that was misread. */
const MOST_LOAD = '0.04';
const ZERO = new Decimal(0);
const ONE = new Decimal(1);
/** Where the rate of a dividend stands: "@ Rs.0.50 per unit". */
const RATE = /@\s*(?:Rs\.?|INR|₹)?\s*(\d*\.?\d+)/i;

/**
 * The rows of a scheme for the ledger.
 * @param from the first day of the statement; null where it names none.
 */
export function ledgerRowsOf(
  scheme: CasScheme,
  entries: readonly Entry[],
  from: string | null,
  ids: Identities,
): LedgerRow[] {
  const rows: LedgerRow[] = [];
  const { opening } = scheme;
  if (opening !== null && opening.gt(0))
    rows.push({ page: scheme.page, raw: openingRow(scheme, opening, from, ids) });
  for (const entry of entries)
    for (const raw of rowsOf(scheme, entry, ids)) {
      // The balance tells which way units went, not what it was.
      if (entry.kind === 'other') raw.undecided = { field: 'type', message: unknownKind(entry.row.words) };
      rows.push({ page: entry.row.page, raw });
    }
  return rows;
}

/** Units that were bought before the statement begins; it does not tell what they cost. */
function openingRow(
  scheme: CasScheme,
  opening: Decimal,
  from: string | null,
  ids: Identities,
): RawRow<'transactions'> {
  const fields: RawFields<'transactions'> = {
    ...fieldsOf(scheme, `Folio ${scheme.folio}: opening balance`),
    type: 'TRANSFER_IN',
    quantity: opening.toFixed(),
    execution_id: ids.ofOpening(scheme, from ?? ''),
  };
  if (from !== null) fields.date = dayBefore(from);
  return { fields };
}

function rowsOf(scheme: CasScheme, entry: Entry, ids: Identities): RawRow<'transactions'>[] {
  const { row, type, units, amount } = entry;
  const base = (as: Entry['type'], quantity: Decimal): RawFields<'transactions'> => ({
    ...fieldsOf(scheme, `Folio ${scheme.folio}: ${row.words}`),
    date: row.date,
    type: as,
    quantity: quantity.toFixed(),
    execution_id: ids.of(scheme, [
      row.date,
      as,
      amount?.toFixed() ?? '',
      units?.toFixed() ?? '',
      entry.balance?.toFixed() ?? '',
    ]),
  });
  if (units === null || type === 'DIVIDEND')
    return [dividendRow(entry, base('DIVIDEND', entry.kind === 'reversal' ? ONE.negated() : ZERO))];
  if (type === 'TRANSFER_IN') return [{ fields: base(type, units) }];
  if (entry.kind === 'reversal') return [reversalRow(entry, base(type, units.abs().negated()))];
  const fields = base(type, units.abs());
  if (amount === null || amount.isZero()) {
    if (type === 'BUY') return [{ fields: { ...fields, price: '0' } }];
    return [
      {
        fields: { ...fields, price: '0' },
        undecided: {
          field: 'price',
          message:
            'is not known: these units left the folio without an amount, as after a transfer, or a conversion to demat. ' +
            'Enter what was received for one unit, or leave the row out if you still own them elsewhere.',
        },
      },
    ];
  }
  if (type === 'SELL') return [saleRow(entry, fields, amount)];
  const purchase = priced(entry, { ...fields, ...chargesOf(entry.charges) }, amount, amount);
  if (entry.kind !== 'reinvestment') return [purchase];
  return [reinvestedDividend(entry, base('DIVIDEND', ZERO), amount), purchase];
}

/** The money of a sale is what was paid out, or what came before its charges: the price tells which. */
function saleRow(entry: Entry, fields: RawFields<'transactions'>, amount: Decimal): RawRow<'transactions'> {
  const { charges, units, row } = entry;
  const worth = units === null || row.price === null ? amount : units.times(row.price).abs();
  const saysNet = /less (?:tds|stt|tax)/i.test(row.words);
  const isNet = saysNet || worth.minus(charges).minus(amount).abs().lt(worth.minus(amount).abs());
  const gross = isNet ? amount.plus(charges) : amount;
  const sale = priced(entry, { ...fields, ...chargesOf(charges) }, gross, amount);
  return isNet
    ? { ...sale, stated: { amount: amount.toFixed(), charges: 'included', within: MOST_LOAD } }
    : sale;
}

/** What is taken back leaves at the price it came at, with its charges. */
function reversalRow(entry: Entry, fields: RawFields<'transactions'>): RawRow<'transactions'> {
  const { undoes, charges } = entry;
  const amount = undoes?.amount ?? entry.amount;
  const given = charges.isZero() ? (undoes?.charges ?? ZERO) : charges;
  if (amount === null)
    return {
      fields: { ...fields, price: '0' },
      undecided: {
        field: 'price',
        message:
          'is not known: the row that this one takes back is in an earlier statement. Enter its price.',
      },
    };
  const own = entry.amount ?? amount;
  return {
    fields: { ...fields, ...priceOf(entry), ...chargesOf(given.negated()) },
    totals: { price: amount.toFixed() },
    stated: { amount: own.toFixed(), charges: 'apart', within: MOST_LOAD },
  };
}

/** Tax is in the amount or on top of it; the rate per unit tells, where the statement gives it. */
function dividendRow(entry: Entry, fields: RawFields<'transactions'>): RawRow<'transactions'> {
  const amount = entry.amount ?? ZERO;
  const { charges } = entry;
  const rate = RATE.exec(entry.row.words)?.[1];
  const announced = rate === undefined || entry.balance === null ? amount : entry.balance.times(rate);
  const isNet = announced.minus(amount).minus(charges).abs().lt(announced.minus(amount).abs());
  const gross = isNet ? amount.plus(charges) : amount;
  return {
    fields: { ...fields, ...chargesOf(charges) },
    totals: { price: gross.toFixed() },
    stated: { amount: amount.toFixed(), charges: isNet ? 'included' : 'apart' },
  };
}

/** All of the dividend but the tax withheld buys units: what they cost, and their stamp duty. */
function reinvestedDividend(
  { charges }: Entry,
  fields: RawFields<'transactions'>,
  amount: Decimal,
): RawRow<'transactions'> {
  return {
    fields,
    totals: { price: amount.plus(charges).toFixed() },
  };
}

/** A row with the price that its money comes to. */
function priced(
  entry: Entry,
  fields: RawFields<'transactions'>,
  gross: Decimal,
  printed: Decimal,
): RawRow<'transactions'> {
  return {
    fields: { ...fields, ...priceOf(entry) },
    totals: { price: gross.toFixed() },
    stated: { amount: printed.toFixed(), charges: 'apart', within: MOST_LOAD },
  };
}

function priceOf({ row: { price } }: Entry): { price?: string } {
  return price === null ? {} : { price: price.toFixed() };
}

function chargesOf(charges: Decimal): { fee_tax?: string } {
  return charges.isZero() ? {} : { fee_tax: charges.toFixed() };
}

function fieldsOf(scheme: CasScheme, note: string): RawFields<'transactions'> {
  const { name, isin } = scheme;
  return {
    symbol: name,
    currency: 'INR',
    asset_class: 'Mutual Fund',
    note: note.slice(0, 300),
    // One that is misprinted would stop every row of the fund; it is told beside them.
    ...(isin === null || !isIsin(isin) ? {} : { isin }),
  };
}

/**
 * Ids of entries: `cas:`, the folio with its scheme, and the entry. The balance after a row tells two equal ones of a day
 * apart; two that leave the balance alone are counted. The check digit of a folio is no part of it, since some statements leave
 * it out.
 */
export class Identities {
  private readonly seen = new Map<string, number>();
  private readonly owners = new Map<CasScheme, string>();

  of(scheme: CasScheme, parts: readonly string[]): string {
    const owner = this.owner(scheme);
    const key = JSON.stringify([owner, ...parts]);
    const count = this.seen.get(key) ?? 0;
    this.seen.set(key, count + 1);
    return `cas:${owner}:${digest(count === 0 ? key : `${key}#${count}`, 32)}`;
  }

  /** An opening balance is known as one: what is recorded before its day is taken off it when it is imported. */
  ofOpening(scheme: CasScheme, from: string): string {
    return `cas:${this.owner(scheme)}:opening:${from}`;
  }

  private owner(scheme: CasScheme): string {
    const owner = this.owners.get(scheme) ?? ownerOf(scheme);
    this.owners.set(scheme, owner);
    return owner;
  }
}

function ownerOf({ folio, isin, name }: CasScheme): string {
  const number = folio.replace(/\/.*$/, '').trim().toUpperCase();
  return digest(JSON.stringify([number, isin ?? name.toUpperCase()]), 20);
}

function digest(text: string, letters: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, letters);
}
