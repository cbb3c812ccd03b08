import { Decimal } from '../../../../platform/index.ts';
import { type RawFields, type RawRow, shown } from '../../rows/index.ts';
import { type FundEntry, fundEntryOf } from './fund-words.ts';
import { amountIn } from '../table.ts';

/** A line of a registrar's table: what the fund house says, and its figures as found. */
interface FundLine {
  words: string;
  /** What all rows of the line share: symbol, date, ISIN. */
  fields: RawFields<'transactions'>;
  amount: string;
  units: string;
  nav: string;
  folio: string;
}

const CHARGE = 'Stamp duty or tax of the line above. The amount of that line is what counts.';
const NOTICE = 'A notice without units or an amount, such as a new address.';

/**
 * The rows of one line; a reinvested dividend gives two, what was paid and what it bought. The words decide what a line
 * is, since some registrars print the units of redemptions without a sign.
 */
export function fundRows(line: FundLine): RawRow<'transactions'>[] {
  const units = figureOf(line.units);
  const amount = figureOf(line.amount);
  const raw = rowOf(line);
  const entry = fundEntryOf(line.words);
  if (units === 'not a number' || amount === 'not a number') return [unreadable(line, entry)];
  if (units === null && amount === null) return [{ ...raw, excluded: NOTICE }];
  switch (entry) {
    case 'charge':
      return [{ ...raw, excluded: CHARGE }];
    case 'dividend_paid':
      return [dividend(line, amount)];
    case 'dividend_reinvested':
      return [dividend(line, amount), trade(line, 'BUY', units?.abs() ?? null, amount)];
    case 'purchase':
      // A purchase that takes units away takes back an earlier one.
      return [trade(line, 'BUY', units, amount)];
    case 'redemption':
      return [trade(line, 'SELL', units?.abs() ?? null, amount)];
    case 'purchase_undone':
      return [trade(line, 'BUY', units?.abs().negated() ?? null, amount)];
    case 'redemption_undone':
      return [trade(line, 'SELL', units?.abs().negated() ?? null, amount)];
    case 'bonus':
      return [withUnits(raw, { type: 'BUY', price: '0' }, units)];
    case 'units_in':
      return amount === null
        ? [withUnits(raw, { type: 'TRANSFER_IN' }, units)]
        : [trade(line, 'BUY', units, amount)];
    case 'units_out':
      return [unitsOut(line, units, amount)];
    case null:
      return [
        {
          ...trade(line, 'BUY', units, amount),
          undecided: {
            field: 'type',
            message: `is not known: the file says ${shown(line.words)}. Enter BUY, SELL, DIVIDEND or TRANSFER_IN.`,
          },
        },
      ];
    default:
      return entry satisfies never;
  }
}

function rowOf({ fields, words, folio }: FundLine): RawRow<'transactions'> {
  const said = words.replace(/\s+/g, ' ').replace(/^\W+|[\s*]+$/g, '');
  const note = [said, folio === '' ? '' : `folio ${folio}`].filter((part) => part !== '').join(', ');
  return {
    fields: {
      ...fields,
      currency: 'INR',
      asset_class: 'Mutual Fund',
      ...(note === '' ? {} : { note: note.slice(0, 1000) }),
    },
  };
}

/** With its figures as found, so that the one that is no number is named. */
function unreadable(line: FundLine, entry: FundEntry | null): RawRow<'transactions'> {
  const raw = rowOf(line);
  const isSale = entry === 'redemption' || entry === 'redemption_undone' || entry === 'units_out';
  const fields = { ...raw.fields, type: isSale ? 'SELL' : 'BUY', quantity: line.units, price: line.nav };
  return { ...raw, fields, totals: { price: line.amount } };
}

function withUnits(
  raw: RawRow<'transactions'>,
  fields: RawFields<'transactions'>,
  units: Decimal | null,
): RawRow<'transactions'> {
  const quantity = units === null ? {} : { quantity: units.toFixed() };
  return { ...raw, fields: { ...raw.fields, ...fields, ...quantity } };
}

/** What was paid, or received, over the units; the NAV where no amount is given. */
function trade(
  line: FundLine,
  type: 'BUY' | 'SELL',
  units: Decimal | null,
  amount: Decimal | null,
): RawRow<'transactions'> {
  const raw = withUnits(rowOf(line), { type, price: line.nav.trim() }, units);
  if (amount === null) return raw;
  const text = amount.abs().toFixed();
  return { ...raw, totals: { price: text }, stated: { amount: text, charges: 'apart' } };
}

/** Paid out in cash: quantity 0 says that the price is all of it. */
function dividend(line: FundLine, amount: Decimal | null): RawRow<'transactions'> {
  const raw = rowOf(line);
  const fields = { ...raw.fields, type: 'DIVIDEND', quantity: '0' };
  if (amount === null) return { ...raw, fields };
  // A dividend that is taken back is for a person to see.
  return {
    ...raw,
    fields: { ...fields, price: amount.toFixed() },
    stated: { amount: amount.toFixed(), charges: 'apart' },
  };
}

function unitsOut(line: FundLine, units: Decimal | null, amount: Decimal | null): RawRow<'transactions'> {
  const raw = trade(line, 'SELL', units?.abs() ?? null, amount);
  if (amount !== null) return raw;
  return {
    ...raw,
    undecided: {
      field: 'price',
      message:
        'is not known: these units left without money, for example as a gift. Enter what one was worth on that day, or 0.',
    },
  };
}

/** A number; null where there is none, or zero, which registrars print for none. */
function figureOf(text: string): Decimal | null | 'not a number' {
  const written = text.trim();
  if (written === '' || /^(?:-+|n\.?\/?a\.?)$/i.test(written)) return null;
  const number = amountIn(written);
  if (number === null) return 'not a number';
  return number.isZero() ? null : number;
}
