import { Decimal } from '../../../../platform/index.ts';
import {
  type NumberedRow,
  notUnderstood,
  type RawRow,
  type StatedPrice,
  type StatedTotal,
} from '../../rows/index.ts';
import { npsTables, type NpsLine } from './nps-tables.ts';
import type { Sheet, StatementFormatOf, StatementReading } from '../statement.ts';
import { amountIn } from '../table.ts';

const TITLE = /nps transaction statement for tier/i;
/** What moves units by a contribution, a charge, a change of schemes, or a withdrawal. */
const KNOWN =
  /contribution|billing|charges|\bfees?\b|switch|rebalanc|scheme|preference|withdraw|redempt|units|\bnav\b|revers|rectif|correct|transfer|annuit|exit|opening|closing|\bfor\b.*\d{4}|refund|tier/i;
const CONTRIBUTION = /contribution/i;

/**
 * The transaction statement of the National Pension System, one tier and year. Each scheme is held like a fund. What the
 * intermediaries take is paid in units: these are sold for the amount that was taken, and the note says for what.
 */
export const nps: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'nps-statement',
  title: 'NPS transaction statement',
  broker: 'NPS',
  notation: { date_order: 'dmy', decimal_mark: '.' },
  currency: 'INR',
  detect: ({ sheets }) =>
    sheets.some(({ rows }) => rows.some((record) => record.some((cell) => TITLE.test(cell)))),
  read: ({ sheets }) => read(sheets),
};

/** What the lines of a scheme come to. */
interface SchemeSum {
  units: Decimal;
  closing: string | null;
  opening: Decimal;
}

function read(sheets: readonly Sheet[]): StatementReading {
  const rows: NumberedRow[] = [];
  const schemes = new Map<string, SchemeSum>();
  let contributions = new Decimal(0);
  let charges = new Decimal(0);
  const tables = sheets.map(npsTables);
  for (const { lines, empty } of tables) {
    for (const { at, words } of empty)
      rows.push({
        row: at + 1,
        raw: { fields: { note: words }, excluded: 'A line without units or an amount.' },
      });
    for (const line of lines) {
      const sum = schemes.get(line.scheme) ?? {
        units: new Decimal(0),
        closing: null,
        opening: new Decimal(0),
      };
      schemes.set(line.scheme, sum);
      if (/closing balance/i.test(line.words)) {
        sum.closing = line.units;
        continue;
      }
      const units = amountIn(line.units) ?? new Decimal(0);
      const amount = amountIn(line.amount) ?? new Decimal(0);
      sum.units = sum.units.plus(units);
      if (isOpening(line)) sum.opening = sum.opening.plus(units);
      if (CONTRIBUTION.test(line.words)) contributions = contributions.plus(amount);
      if (isBilling(line)) charges = charges.plus(amount.abs());
      const raw = rowOf(line);
      if (raw !== null) rows.push({ row: line.at + 1, raw });
    }
  }
  const totals = [
    ...closings(schemes),
    ...sumNamed(
      'Contributions',
      tables.flatMap(({ contributed }) => contributed),
      contributions,
    ),
    ...sumNamed(
      'Charges paid in units',
      tables.flatMap((one) => one.charges),
      charges,
    ),
  ];
  return {
    type: 'transactions',
    rows: rows.toSorted((one, other) => one.row - other.row),
    totals,
    prices: tables
      .flatMap(({ navs }) => navs)
      .flatMap(({ scheme, day, nav }): StatedPrice[] => {
        const price = amountIn(nav);
        return price?.gt(0) === true
          ? [{ symbol: scheme, isin: null, currency: 'INR', day, price: price.toFixed() }]
          : [];
      }),
    notes: openingNotes(schemes),
  };
}

const isOpening = ({ words }: NpsLine): boolean => /opening balance/i.test(words);
const isBilling = ({ words }: NpsLine): boolean => /billing|charges|\bfees?\b/i.test(words);

function rowOf(line: NpsLine): RawRow<'transactions'> | null {
  const fields = {
    symbol: line.scheme,
    date: line.date,
    currency: 'INR',
    asset_class: 'Mutual Fund',
    ...(line.words === '' ? {} : { note: line.words.slice(0, 1000) }),
  };
  const units = amountIn(line.units);
  const amount = amountIn(line.amount);
  // Figures that are no numbers stay as they are, so that the field is named.
  if ((units === null && /\w/.test(line.units)) || (amount === null && /\w/.test(line.amount)))
    return {
      fields: { ...fields, type: 'BUY', quantity: line.units, price: line.nav },
      totals: { price: line.amount },
    };
  if (units === null || units.isZero()) {
    if (isOpening(line) || amount === null || amount.isZero()) return null;
    return { fields, excluded: 'An amount that moved no units.' };
  }
  const quantity = units.abs().toFixed();
  if (isOpening(line)) return { fields: { ...fields, type: 'TRANSFER_IN', quantity } };
  const type = units.isNegative() ? 'SELL' : 'BUY';
  if (!KNOWN.test(line.words))
    return notUnderstood(line.words, { ...fields, quantity, price: line.nav || '0' });
  // Units that correct a wrong NAV come, or go, for nothing.
  if (amount === null || amount.isZero()) return { fields: { ...fields, type, quantity, price: '0' } };
  const text = amount.abs().toFixed();
  return {
    fields: { ...fields, type, quantity, price: line.nav },
    totals: { price: text },
    stated: { amount: text, charges: 'apart' },
  };
}

function closings(schemes: ReadonlyMap<string, SchemeSum>): StatedTotal[] {
  return [...schemes].flatMap(([scheme, { units, closing }]) => {
    const stated = closing === null ? null : amountIn(closing);
    if (stated === null) return [];
    const agrees = stated.equals(units);
    return [
      {
        what: `Units of ${scheme} at the end`,
        stated: stated.toFixed(),
        read: units.toFixed(),
        agrees,
        ...(agrees ? {} : { reason: 'Some lines of this scheme were not read, or are not in the file.' }),
      },
    ];
  });
}

function sumNamed(what: string, texts: readonly string[], read: Decimal): StatedTotal[] {
  const amounts = texts.flatMap((text) => amountIn(text) ?? []);
  if (amounts.length === 0) return [];
  const stated = amounts.reduce((sum, one) => sum.plus(one.abs()), new Decimal(0));
  return [{ what, stated: stated.toFixed(), read: read.toFixed(), agrees: stated.equals(read) }];
}

function openingNotes(schemes: ReadonlyMap<string, SchemeSum>): string[] {
  const held = [...schemes].filter(([, { opening }]) => opening.gt(0)).map(([scheme]) => scheme);
  if (held.length === 0) return [];
  return [
    `The statement begins with units of ${held.join(', ')}, whose cost it does not give. Leave these opening rows out if you also import the statements of earlier years.`,
  ];
}
