import type { LedgerTransaction } from '../ledger/index.ts';
import type { AppliedAction } from './applied-action.ts';
import { type Fixed, FixedPointError, FIXED_ONE, parseFixed, daysApart } from '../../platform/index.ts';

/** A broker books a split within days. */
const SPLIT_DAYS = 15;
/** Bonus shares may be credited weeks after the ex-date. */
const BONUS_DAYS = 60;
/** Shares of another company come when it is listed, which may take months. */
const TRANSFER_DAYS = 120;

/** A split, consolidation or bonus. */
type RatioAction = Pick<AppliedAction, 'kind' | 'ex_date' | 'new_shares' | 'old_shares'>;

/** Recorded rows that have the effect of one action. */
interface RecordedEffect {
  rows: readonly LedgerTransaction[];
  /** Units of a bonus that the rows lack, because they count it on the units before the split of the same morning. */
  missing: Fixed;
}

/** Effects of the splits, consolidations and bonuses of one morning that recorded rows already have. */
export interface MorningRecord<T> {
  effects: Map<T, RecordedEffect>;
  /** Free shares recorded in the place of the split: a bonus of the morning is given on them too. */
  credited: Fixed;
  /** Actions whose free shares fit both the split and the bonus. */
  ambiguous: Set<T>;
}

/**
 * Finds the recorded rows with the effect of the actions of one morning on one share, so that none counts twice: a SPLIT of
 * its ratio for a split, free shares of its number for a bonus, else the one for the other, as brokers book them. Free shares
 * near a split of the same ratio are told from it by the SPLIT row of that split; without one, the units that fit decide.
 * Whole shares count as the same number where the action gives a fraction.
 * @param rows recorded rows of the share that explain no other action, in replay order.
 * @param actions in the order of their morning. @param held units before it, after the splits recorded for the ex-date.
 * @param known what was found for some of them before. @param isOwnKind looks for no free shares of a split, and no SPLIT of a bonus.
 */
export function recordedOfMorning<T extends RatioAction>(
  rows: readonly LedgerTransaction[],
  actions: readonly T[],
  held: Fixed,
  {
    known = new Map(),
    isOwnKind = false,
  }: { known?: ReadonlyMap<T, RecordedEffect> | undefined; isOwnKind?: boolean } = {},
): MorningRecord<T> {
  const reader = new MorningReader(rows, actions, held, known);
  if (held > 0n) reader.read(isOwnKind);
  return reader.found;
}

interface Sized<T> {
  action: T;
  to: Fixed;
  from: Fixed;
}

class MorningReader<T extends RatioAction> {
  readonly found: MorningRecord<T>;
  readonly #actions: readonly Sized<T>[];
  readonly #held: Fixed;
  readonly #splits: readonly LedgerTransaction[];
  readonly #free: readonly LedgerTransaction[];
  readonly #used: Set<LedgerTransaction>;

  constructor(
    rows: readonly LedgerTransaction[],
    actions: readonly T[],
    held: Fixed,
    known: ReadonlyMap<T, RecordedEffect>,
  ) {
    this.found = { effects: new Map(known), credited: 0n, ambiguous: new Set() };
    this.#held = held;
    this.#actions = actions.flatMap((action) => {
      const [to, from] = [fixed(action.new_shares), fixed(action.old_shares)];
      return to === null || from === null ? [] : [{ action, to, from }];
    });
    const day = actions[0]?.ex_date ?? '';
    const near = (row: LedgerTransaction, days: number) => !row.action_id && daysApart(row.date, day) <= days;
    this.#splits = rows.filter((row) => row.type === 'SPLIT' && near(row, SPLIT_DAYS));
    // Trades between the ex-date and the credit do not matter: the units of the ex-date decide.
    this.#free = rows.filter(
      (row) => row.type === 'BUY' && fixed(row.price) === 0n && row.date >= day && near(row, BONUS_DAYS),
    );
    this.#used = new Set([...known.values()].flatMap((effect) => effect.rows));
  }

  read(isOwnKind: boolean): void {
    const [bonuses, splits] = [this.#ofKind(true), this.#ofKind(false)];
    for (const split of splits) this.#claimSplit([split]);
    if (!isOwnKind && this.#actions.length > 1) this.#claimSplit(this.#actions);
    for (const bonus of this.#open(bonuses)) {
      const rows = this.#freeShares(this.#due(bonus));
      this.#claim([bonus], rows);
      this.#doubt(bonus, this.#open(splits), rows, (split) => this.#due(split));
    }
    if (isOwnKind) return;
    const open = this.#open(this.#actions).filter(givesMore);
    if (open.length > 1)
      this.#claim(open, this.#freeShares(open.reduce((sum, one) => sum + this.#due(one), 0n)));
    for (const split of this.#open(splits).filter(givesMore)) {
      const rows = this.#freeShares(this.#due(split));
      this.#claim([split], rows);
      this.found.credited += rows.reduce((sum, row) => sum + unitsOf(row), 0n);
      this.#doubt(split, this.#open(bonuses), rows, (bonus) => this.#dueBefore(bonus));
    }
    for (const bonus of this.#open(bonuses)) {
      const due = this.#due(bonus);
      const before = this.#dueBefore(bonus);
      const rows = before < due && this.found.credited === 0n ? this.#freeShares(before) : [];
      this.#claim([bonus], rows, due - rows.reduce((sum, row) => sum + this.#counted(row), 0n));
      this.#claimSplit([bonus]);
    }
  }

  #ofKind(isBonus: boolean): Sized<T>[] {
    return this.#actions.filter(({ action }) => (action.kind === 'BONUS') === isBonus);
  }

  #open(of: readonly Sized<T>[]): Sized<T>[] {
    return of.filter(({ action }) => !this.found.effects.has(action));
  }

  #claim(of: readonly Sized<T>[], rows: readonly LedgerTransaction[], missing: Fixed = 0n): void {
    if (rows.length === 0) return;
    for (const { action } of of) this.found.effects.set(action, { rows, missing });
    for (const row of rows) this.#used.add(row);
  }

  /** Takes a SPLIT row of the ratio that actions have together, where none of them has rows. */
  #claimSplit(of: readonly Sized<T>[]): void {
    if (this.#open(of).length < of.length) return;
    const [to, from] = ratioOf(of);
    const row = this.#splits.find((one) => !this.#used.has(one) && isRatio(fixed(one.quantity), to, from));
    this.#claim(of, row === undefined ? [] : [row]);
  }

  /** Free shares of a number, in one row or in all of them. */
  #freeShares(due: Fixed): LedgerTransaction[] {
    const free = this.#free.filter((row) => !this.#used.has(row));
    const single = free.find((row) => isSameUnits(this.#counted(row), due));
    if (single !== undefined) return [single];
    const sum = free.reduce((total, row) => total + this.#counted(row), 0n);
    return free.length > 1 && isSameUnits(sum, due) ? free : [];
  }

  /** Units of free shares as they are after a split of the morning that was recorded later than they were. */
  #counted(row: LedgerTransaction): Fixed {
    let units = unitsOf(row);
    for (const { to, from, recorded } of this.#recordedSplits())
      if (row.date < recorded.date) units = (units * to) / from;
    return units;
  }

  #recordedSplits(): (Sized<T> & { recorded: LedgerTransaction })[] {
    return this.#ofKind(false).flatMap((one) => {
      const recorded = this.found.effects.get(one.action)?.rows[0];
      return recorded?.type === 'SPLIT' ? [{ ...one, recorded }] : [];
    });
  }

  /** True for an action whose effect is among the units held: its SPLIT is recorded for the ex-date or before it. */
  #isHeld({ action }: Sized<T>): boolean {
    const row = this.found.effects.get(action)?.rows[0];
    return row?.type === 'SPLIT' && row.date <= action.ex_date;
  }

  /** Units that an action gives on what the ones before it made. */
  #due(of: Sized<T>): Fixed {
    const before = this.#actions.slice(0, this.#actions.indexOf(of)).filter((one) => !this.#isHeld(one));
    const [to, from] = ratioOf(before);
    return (this.#held * (of.to - of.from) * to) / (of.from * from);
  }

  /** Units that a bonus gives on those before the splits of its morning. */
  #dueBefore(of: Sized<T>): Fixed {
    const [to, from] = ratioOf(this.#ofKind(false).filter((one) => this.#isHeld(one)));
    return (this.#held * (of.to - of.from) * from) / (of.from * to);
  }

  #doubt(
    one: Sized<T>,
    others: readonly Sized<T>[],
    rows: readonly LedgerTransaction[],
    due: (other: Sized<T>) => Fixed,
  ): void {
    if (rows.length === 0) return;
    const sum = rows.reduce((total, row) => total + this.#counted(row), 0n);
    for (const other of others)
      if (isSameUnits(sum, due(other))) this.found.ambiguous.add(one.action).add(other.action);
  }
}

/** The ratio of actions one after the other. */
const ratioOf = <T>(of: readonly Sized<T>[]): [to: bigint, from: bigint] =>
  of.reduce<[bigint, bigint]>(([to, from], one) => [to * one.to, from * one.from], [1n, 1n]);

const givesMore = ({ to, from }: { to: Fixed; from: Fixed }): boolean => to > from;

const unitsOf = (row: LedgerTransaction): Fixed => fixed(row.quantity) ?? 0n;

/**
 * Recorded free shares of the other company after a merger or demerger: the broker has booked it already.
 * @param rows recorded rows of the share that comes.
 * @param due units that the action gives.
 */
export function deliveredAlready(
  rows: readonly LedgerTransaction[],
  action: Pick<AppliedAction, 'ex_date'>,
  due: Fixed,
): LedgerTransaction[] {
  return rows
    .filter(
      (row) =>
        !row.action_id &&
        row.date >= action.ex_date &&
        daysApart(row.date, action.ex_date) <= TRANSFER_DAYS &&
        ((row.type === 'BUY' && fixed(row.price) === 0n) || row.type === 'TRANSFER_IN') &&
        isSameUnits(fixed(row.quantity), due),
    )
    .slice(0, 1);
}

/** Ratios are written with few decimals: within a thousandth they are one. */
function isRatio(ratio: Fixed | null, to: Fixed, from: Fixed): boolean {
  if (ratio === null || ratio <= 0n) return false;
  const difference = ratio * from - to * FIXED_ONE;
  return 1000n * (difference < 0n ? -difference : difference) < to * FIXED_ONE;
}

function isSameUnits(units: Fixed | null, due: Fixed): boolean {
  if (units === null || due <= 0n) return false;
  const difference = units > due ? units - due : due - units;
  return difference < FIXED_ONE && units > 0n;
}

function fixed(value: LedgerTransaction['quantity'] | null): Fixed | null {
  if (value === null) return null;
  try {
    return parseFixed(value);
  } catch (error) {
    if (error instanceof FixedPointError) return null;
    throw error;
  }
}
