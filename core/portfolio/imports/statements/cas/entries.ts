import { dayInWords, Decimal } from '../../../../platform/index.ts';
import type { CasRow, CasScheme } from './blocks.ts';
import { isRefusal, type Kind, kindOf, kindWithoutUnits } from './kinds.ts';

/** What a row does to the holding. */
export interface Entry {
  row: CasRow;
  type: 'BUY' | 'SELL' | 'DIVIDEND' | 'TRANSFER_IN';
  /** Units that come (+) or go (−), as the balance says; null for money alone. */
  units: Decimal | null;
  /** The balance after it. */
  balance: Decimal | null;
  /** Money without sign, before charges are looked at; null where the statement gives none. */
  amount: Decimal | null;
  /** Stamp duty, transaction tax and tax withheld. */
  charges: Decimal;
  kind: Kind['is'];
  /** The entry that this one takes back. */
  undoes: Entry | null;
}

/** A row that is no entry, with the reason. */
interface Excluded {
  row: CasRow;
  reason: string;
  /** Set where the words do not say why: a person has to enter what it is. */
  isUnknown?: boolean;
}

interface SchemeEntries {
  entries: Entry[];
  excluded: Excluded[];
  /** Where the units of the scheme stop adding up, in words; null where they add up from the first to the last row. */
  broken: string | null;
}

/** Balances have three or four decimals. */
const CLOSE = new Decimal('0.001');
/** A charge stands close below what it belongs to. */
const ROWS_ABOVE = 20;
const ZERO = new Decimal(0);

/**
 * The entries of a scheme. Each row must lead from the balance before it to its own, so the balances tell whether units come or
 * go: some registrars print brackets around units that come back.
 */
export function entriesOf(scheme: CasScheme): SchemeEntries {
  const found: SchemeEntries = { entries: [], excluded: [], broken: null };
  const standing: Standing = new Map();
  let balance = scheme.opening;
  if (balance === null) found.broken = 'the opening balance is missing';
  for (const row of scheme.rows) {
    if (row.units === null || row.units.isZero()) {
      readWithoutUnits(row, balance, found);
      continue;
    }
    const before = balance ?? ZERO;
    const units = movedUnits(row, before);
    if (units === null) {
      found.broken ??=
        `on ${dayInWords(row.date)} a balance of ${before.toFixed()} and ${row.units.toFixed()} units do not come to ` +
        `${row.balance?.toFixed() ?? 'nothing'}`;
      balance = row.balance;
      readWithUnits(row, row.units, balance, found.entries, standing);
      continue;
    }
    balance = row.balance ?? before.plus(units);
    readWithUnits(row, units, balance, found.entries, standing);
  }
  const closing = scheme.closing?.units ?? null;
  if (closing === null) found.broken ??= 'the closing balance is missing';
  else if (balance !== null && balance.minus(closing).abs().gt(CLOSE))
    found.broken ??= `the last row leaves ${balance.toFixed()} units, but the closing balance is ${closing.toFixed()}`;
  return found;
}

function movedUnits({ units, balance }: CasRow, before: Decimal): Decimal | null {
  if (units === null || balance === null) return units;
  for (const moved of [units, units.negated()])
    if (before.plus(moved).minus(balance).abs().lte(CLOSE)) return moved;
  return null;
}

/** Rows that have not been taken back, by the units that they moved. */
type Standing = Map<string, Entry[]>;

function readWithUnits(
  row: CasRow,
  units: Decimal,
  balance: Decimal | null,
  entries: Entry[],
  standing: Standing,
): void {
  const kind = kindOf(row.words);
  const comes = units.gt(0);
  const hasMoney = row.amount !== null && !row.amount.isZero();
  const entry: Entry = {
    row,
    type: comes ? 'BUY' : 'SELL',
    units,
    balance,
    amount: row.amount === null ? null : row.amount.abs(),
    charges: ZERO,
    kind: kind.is,
    undoes: null,
  };
  // Against what its words say, units come back or go back: it takes an earlier row back.
  const isAgainst = kind.direction !== null && (kind.direction === 'in') !== comes;
  if (kind.is === 'reversal' || isAgainst) {
    entry.undoes = takenBack(entry, standing.get(units.negated().toFixed()) ?? []);
    if (
      kind.is === 'reversal' ||
      entry.undoes !== null ||
      kind.is === 'trade' ||
      kind.is === 'reinvestment'
    ) {
      entry.kind = 'reversal';
      entry.type = comes ? 'SELL' : 'BUY';
    }
  } else if (comes && !hasMoney && kind.is !== 'bonus') entry.type = 'TRANSFER_IN';
  entries.push(entry);
  if (entry.kind === 'reversal') return;
  const same = standing.get(units.toFixed());
  if (same === undefined) standing.set(units.toFixed(), [entry]);
  else same.push(entry);
}

/** The last of the rows that moved as many units the other way: one of the same amount, where there is one. It stands no more. */
function takenBack({ amount }: Entry, same: Entry[]): Entry | null {
  const equal = same.findLastIndex((one) => amount !== null && one.amount?.eq(amount) === true);
  return same.splice(equal < 0 ? same.length - 1 : equal, 1)[0] ?? null;
}

function readWithoutUnits(row: CasRow, balance: Decimal | null, { entries, excluded }: SchemeEntries): void {
  if (row.amount === null || row.amount.isZero()) {
    excluded.push({ row, reason: 'A notice of the registrar, without units or money.' });
    return;
  }
  const amount = row.amount.abs();
  const { is } = kindWithoutUnits(row.words);
  if (is === 'stamp duty' || is === 'transaction tax' || is === 'tax withheld') {
    const bearer = bearerOf(is, row, entries);
    if (bearer !== null) bearer.charges = bearer.charges.plus(amount);
    else excluded.push({ row, reason: 'A charge that belongs to no transaction above it.' });
    return;
  }
  if (is !== 'dividend' && is !== 'reversal') {
    const reason = 'An amount without units, such as a payment that was refused.';
    excluded.push({ row, reason, isUnknown: !isRefusal(row.words) });
    return;
  }
  const isTakenBack = is === 'reversal' || row.amount.isNegative();
  entries.push({
    row,
    type: 'DIVIDEND',
    units: null,
    balance,
    amount,
    charges: ZERO,
    kind: isTakenBack ? 'reversal' : 'dividend',
    undoes: null,
  });
}

const BEARERS: Readonly<Record<'stamp duty' | 'transaction tax' | 'tax withheld', readonly Entry['type'][]>> =
  {
    'stamp duty': ['BUY', 'TRANSFER_IN'],
    'transaction tax': ['SELL'],
    'tax withheld': ['SELL', 'DIVIDEND', 'BUY'],
  };

/** The nearest row above of the same day that can bear such a charge. */
function bearerOf(is: keyof typeof BEARERS, row: CasRow, entries: readonly Entry[]): Entry | null {
  const ofDay = entries
    .slice(-ROWS_ABOVE)
    .filter((one) => one.row.date === row.date && BEARERS[is].includes(one.type));
  // Tax is withheld from money that is paid, and of purchases only from a dividend that is put in again.
  const fit = ofDay.filter(
    (one) => is !== 'tax withheld' || one.type !== 'BUY' || one.kind === 'reinvestment',
  );
  return fit.at(-1) ?? null;
}
