import type { AppliedAction } from '../../core/portfolio/positions/applied-action.ts';
import type { LedgerTransaction } from '../../core/portfolio/ledger/transaction.ts';
import { DAY_MS } from '../../core/platform/index.ts';
import { Rational, sumOf } from './rational.ts';

const ZERO = Rational.ZERO;
const ONE = Rational.of('1');
/** Most days between a recorded split and its ex-date. */
const SPLIT_DAYS = 15;
/** Most days from the ex-date to the credit of free shares. */
const BONUS_DAYS = 60;
/** Most days from the ex-date to the credit of another company’s shares. */
const OTHER_SHARE_DAYS = 120;

const daysAfter = (row: LedgerTransaction, { ex_date }: AppliedAction) =>
  (Date.parse(row.date) - Date.parse(ex_date)) / DAY_MS;
const unitsOf = (row: LedgerTransaction) => Rational.of(String(row.quantity));
const ratioOf = ({ new_shares, old_shares }: AppliedAction) =>
  Rational.of(new_shares ?? '1').over(Rational.of(old_shares ?? '1'));
const product = (ratios: readonly Rational[]) => ratios.reduce((all, one) => all.times(one), ONE);

/** Units that are due have the decimals of units. */
function isSame(one: Rational, exactly: Rational): boolean {
  const due = exactly.toPlaces(10, 'down');
  return one.sign > 0 && due.sign > 0 && one.minus(due).size().isBelow(ONE);
}

function isFree(row: LedgerTransaction, of: AppliedAction, days: number): boolean {
  const after = daysAfter(row, of);
  return row.type === 'BUY' && Rational.of(String(row.price)).sign === 0 && after >= 0 && after <= days;
}

const inTurn = (rows: readonly LedgerTransaction[]): LedgerTransaction[] =>
  rows.toSorted(
    (a, b) => Date.parse(a.date) - Date.parse(b.date) || byStep(a) - byStep(b) || byExecution(a, b),
  );

/** The row by which a broker has booked the other share of a merger or demerger. */
export function arrivalOf(
  action: AppliedAction,
  due: Rational,
  rows: readonly LedgerTransaction[],
): LedgerTransaction | undefined {
  const isIn = (row: LedgerTransaction) => {
    const after = daysAfter(row, action);
    return row.type === 'TRANSFER_IN' && after >= 0 && after <= OTHER_SHARE_DAYS;
  };
  return inTurn(rows).find(
    (row) =>
      row.symbol === action.into_symbol &&
      (isFree(row, action, OTHER_SHARE_DAYS) || isIn(row)) &&
      isSame(unitsOf(row), due),
  );
}

/** The recorded rows by which actions of a morning are booked already, with the units that they lack. */
export interface Recorded {
  by: Map<AppliedAction, { rows: readonly LedgerTransaction[]; missing: Rational }>;
  /** Units that free shares gave in the place of a split. */
  credited: Rational;
}

/**
 * Goes through what a row may be, the surest first: a split of its ratio; a split of all together; free shares as a bonus on
 * what the split made; as both; as the split; as a bonus on what there was before the split; a split as the bonus.
 */
export function recordedOf(
  actions: readonly AppliedAction[],
  held: Rational,
  rows: readonly LedgerTransaction[],
): Recorded {
  const by: Recorded['by'] = new Map();
  let credited = ZERO;
  const taken = new Set<LedgerTransaction>();
  const open = (of: readonly AppliedAction[]) => of.filter((one) => !by.has(one));
  const take = (of: readonly AppliedAction[], found: readonly LedgerTransaction[], missing = ZERO) => {
    if (found.length === 0) return;
    for (const one of of) by.set(one, { rows: found, missing });
    for (const row of found) taken.add(row);
  };
  const [one] = actions;
  if (one === undefined) return { by, credited };
  const ordered = inTurn(rows);
  const split = (ratio: Rational) =>
    ordered
      .filter(
        (row) =>
          row.type === 'SPLIT' &&
          !taken.has(row) &&
          Math.abs(daysAfter(row, one)) <= SPLIT_DAYS &&
          unitsOf(row).sign > 0 &&
          unitsOf(row).minus(ratio).size().times(Rational.of('1000')).isBelow(ratio),
      )
      .slice(0, 1);
  const bonuses = actions.filter(({ kind }) => kind === 'BONUS');
  const splits = actions.filter(({ kind }) => kind !== 'BONUS');
  for (const each of splits) take([each], split(ratioOf(each)));
  if (by.size === 0 && actions.length > 1) take(actions, split(product(actions.map(ratioOf))));
  const bookedAs = (of: AppliedAction) => by.get(of)?.rows.find(({ type }) => type === 'SPLIT');
  const isIn = (of: AppliedAction) => {
    const row = bookedAs(of);
    return row !== undefined && daysAfter(row, of) <= 0;
  };
  const gives = (of: AppliedAction) => ratioOf(of).minus(ONE);
  const due = (of: AppliedAction) => {
    const earlier = actions.slice(0, actions.indexOf(of)).filter((before) => !isIn(before));
    return held.times(product(earlier.map(ratioOf))).times(gives(of));
  };
  const dueBefore = (of: AppliedAction) =>
    held.over(product(splits.filter(isIn).map(ratioOf))).times(gives(of));
  /** In units after a split that was booked later. */
  const counted = (row: LedgerTransaction) =>
    splits
      .filter((of) => {
        const later = bookedAs(of);
        return later !== undefined && Date.parse(row.date) < Date.parse(later.date);
      })
      .reduce((units, of) => units.times(ratioOf(of)).toPlaces(10, 'down'), unitsOf(row));
  const free = (exactly: Rational) => {
    const left = ordered.filter((row) => !taken.has(row) && isFree(row, one, BONUS_DAYS));
    const single = left.find((row) => isSame(counted(row), exactly));
    if (single !== undefined) return [single];
    return left.length > 1 && isSame(sumOf(left.map(counted)), exactly) ? left : [];
  };
  for (const each of open(bonuses)) take([each], free(due(each)));
  const rising = open(actions).filter((of) => gives(of).sign > 0);
  if (rising.length > 1) take(rising, free(sumOf(rising.map((of) => due(of).toPlaces(10, 'down')))));
  for (const each of open(splits).filter((of) => gives(of).sign > 0)) {
    const found = free(due(each));
    take([each], found);
    credited = credited.plus(sumOf(found.map(unitsOf)));
  }
  for (const each of open(bonuses)) {
    const [now, early] = [due(each), dueBefore(each)].map((units) => units.toPlaces(10, 'down'));
    const found = now !== undefined && early?.isBelow(now) === true && credited.sign === 0 ? free(early) : [];
    take([each], found, now?.minus(sumOf(found.map(counted))));
    if (found.length === 0) take([each], split(ratioOf(each)));
  }
  return { by, credited };
}

/** Free shares that were credited count by the order in which they are replayed. */
function byStep({ quantity }: LedgerTransaction): number {
  return Number(String(quantity).startsWith('-'));
}

/** The time of execution, then the number of the trade, then the place in the file; what has no time comes last. */
export function byExecution(a: LedgerTransaction, b: LedgerTransaction): number {
  const [one, other] = [a.executed_at ?? '24', b.executed_at ?? '24'];
  if (one !== other) return one < other ? -1 : 1;
  const number = (row: LedgerTransaction) =>
    row.executed_at ? (row.execution_id ?? '').padStart(40, ' ') : '';
  if (number(a) !== number(b)) return number(a) < number(b) ? -1 : 1;
  return Number(a.id) - Number(b.id);
}
