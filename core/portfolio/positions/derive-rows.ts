import {
  refusalOfUnits,
  PositionState,
  compareInReplay,
  type LedgerTransaction,
  type LotStep,
  type Rename,
} from '../ledger/index.ts';
import { type AppliedAction, inOrder, withoutDuplicates } from './applied-action.ts';
import { type ActionOutcome, type Derivation, deliveryStep, type DerivedRow } from './derivation.ts';
import { isWhole, movedLots, type MovedLot, newestCost, runningShares } from './moved-lots.ts';
import { Book } from './replayed-book.ts';
import { deliveredAlready, type MorningRecord, recordedOfMorning } from './recorded-already.ts';
import {
  type Amount,
  amountText,
  divideRounded,
  FIXED_ONE,
  type Fixed,
  fixedText,
  parseFixed,
} from '../../platform/index.ts';

/**
 * The rows that follow from applied corporate actions, for symbols of one portfolio that hang together through mergers and
 * demergers. What was held at the end of the day before the ex-date decides:
 *
 * - a split or consolidation multiplies units and keeps every lot's day and cost; a bonus is a lot of its own that cost
 *   nothing and counts from the ex-date, as income-tax law has it (section 55(2)(aa) of the Act of 1961);
 * - a merger moves lots with their days and costs by its ratio; a demerger moves the stated part of each lot's cost and
 *   keeps its day (section 49(2C), (2D)). In the queue of lots they stand by the day on which they came into the account,
 *   as circular 768 of 1998 has it for shares in a depository;
 * - units that were whole before stay whole: the fraction leaves for cash, at the stated price, else at its cost;
 * - an action whose effect the ledger records already (a SPLIT, or free shares, near the ex-date) does nothing; a recorded
 *   row counts for one action, the first that it fits, or for all of a morning together;
 * - a split that was recorded for the ex-date itself comes before the actions of that morning.
 *
 * Deriving is a function of recorded rows and actions alone, so doing it again changes nothing.
 * A lot that moves takes along the chain of shares that it was.
 * @param renames of these symbols, for the names in those chains.
 * @param recorded rows without an action, of all these symbols, in any order.
 */
export function deriveRows(
  recorded: readonly LedgerTransaction[],
  actions: readonly AppliedAction[],
  renames: readonly Rename[] = [],
): Derivation {
  const books = new Map<string, Book>();
  for (const one of recorded.toSorted(compareInReplay)) {
    // A chain that it was given by an earlier decision is given anew.
    const row = one.lot_chain && !one.action_id ? { ...one, lot_chain: null } : one;
    const book = books.get(row.symbol);
    if (book === undefined) books.set(row.symbol, new Book([row]));
    else book.rows.push(row);
  }
  const derivation: Derivation = { rows: [], outcomes: new Map() };
  const explained = new Set<LedgerTransaction>();
  const mornings = new Map<string, MorningRecord<AppliedAction>>();
  const ordered = withoutDuplicates(inOrder(actions));
  for (const action of ordered) {
    const book = books.get(action.symbol);
    if (book === undefined) continue;
    for (const other of books.values()) other.replayBefore(action.ex_date);
    const { state } = book;
    if (state === null || state.quantity === 0n || action.new_shares === null) continue;
    const outcome = { before: state.quantity, after: state.quantity, fraction: 0n };
    const open = (of: Book | undefined) => (of?.rows ?? []).filter((row) => !explained.has(row));
    const key = `${action.symbol}\0${action.ex_date}`;
    const due = (state.quantity * parseFixed(action.new_shares)) / parseFixed(action.old_shares ?? '1');
    let recorded_by: readonly LedgerTransaction[] = [];
    let [missing, credited] = [0n, 0n];
    if (action.into_symbol === null) {
      const morning =
        mornings.get(key) ??
        recordedOfMorning(open(book), ordered.filter(isOfMorning(action)), state.quantity);
      mornings.set(key, morning);
      ({ rows: recorded_by, missing } = morning.effects.get(action) ?? { rows: [], missing: 0n });
      credited = morning.credited;
    } else recorded_by = deliveredAlready(open(books.get(action.into_symbol)), action, due);
    for (const row of recorded_by) {
      explained.add(row);
      const delivery = deliveryStep(action, row);
      const delivered = delivery === null ? null : books.get(row.symbol)?.deliver(row, delivery);
      if (delivered) explained.add(delivered);
    }
    const step = new ActionStep(action, { books, renames, rows: derivation.rows });
    step.give(book, state, missing);
    const done = recorded_by.length > 0 ? outcome : step.apply(book, state, credited);
    derivation.outcomes.set(action.id, { action_id: action.id, recorded_by, ...done });
  }
  return derivation;
}

/** Splits, consolidations and bonuses of the share and morning of an action. */
const isOfMorning =
  ({ symbol, ex_date }: AppliedAction) =>
  (one: AppliedAction): boolean =>
    one.symbol === symbol && one.ex_date === ex_date && one.into_symbol === null && one.new_shares !== null;

/** One action at work: the rows that it makes, replayed as they come. */
class ActionStep {
  readonly #action: AppliedAction;
  readonly #books: Map<string, Book>;
  readonly #renames: readonly Rename[];
  readonly #rows: DerivedRow[];
  readonly #ratio: readonly [numerator: bigint, denominator: bigint];
  #made = 0;

  constructor(
    action: AppliedAction,
    { books, renames, rows }: { books: Map<string, Book>; renames: readonly Rename[]; rows: DerivedRow[] },
  ) {
    this.#action = action;
    this.#books = books;
    this.#renames = renames;
    this.#rows = rows;
    this.#ratio = [parseFixed(action.new_shares ?? '1'), parseFixed(action.old_shares ?? '1')];
  }

  /** @param credited units on which a bonus is given too, though they are recorded later. */
  apply(
    book: Book,
    state: PositionState,
    credited: Fixed = 0n,
  ): Pick<ActionOutcome, 'before' | 'after' | 'fraction'> {
    const before = state.quantity;
    const { kind, into_symbol } = this.#action;
    // Not even the last decimal would be left, or come, or more than can be kept: nothing happens.
    const scaled = this.#scaled(before);
    if (scaled === 0n || refusalOfUnits(scaled, this.#action.symbol) !== null) {
      return { before, after: into_symbol === null ? before : 0n, fraction: 0n };
    }
    switch (kind) {
      case 'SPLIT':
      case 'CONSOLIDATION':
        this.#add(book, state, { type: 'SPLIT', quantity: this.#ratioText() });
        return { before, ...this.#payFraction(book, before) };
      case 'BONUS': {
        const units = before + credited;
        this.give(book, state, this.#scaled(units) - units);
        return { before, ...this.#payFraction(book, before) };
      }
      case 'MERGER': {
        const lots = this.#movedLots(state);
        const average = state.cost;
        this.#add(book, state, { type: 'TRANSFER_OUT', quantity: fixedText(before) });
        return { before, ...this.#transferIn(state, lots, average) };
      }
      case 'DEMERGER':
        return { before, ...this.#demerge(book, state) };
      case 'RENAME':
        return { before, after: before, fraction: 0n };
    }
  }

  /** Free shares. */
  give(book: Book, state: PositionState, units: Fixed): void {
    if (units > 0n) this.#add(book, state, { type: 'BUY', quantity: fixedText(units) });
  }

  #demerge(book: Book, state: PositionState): Pick<ActionOutcome, 'after' | 'fraction'> {
    const { cost_pct } = this.#action;
    const before = this.#movedLots(state);
    if (cost_pct === null) {
      // How the cost divides is not stated: that of the new shares is unknown, and the old ones keep all of theirs. The row
      // still marks the day, since prices from before it are of the whole company.
      this.#add(book, state, { type: 'DEMERGER', quantity: '0' });
      const unknown = before.map((lot) => ({ ...lot, cost: null }));
      return this.#transferIn(state, unknown, 0n);
    }
    const average = state.cost;
    this.#add(book, state, {
      type: 'DEMERGER',
      quantity: fixedText(divideRounded(parseFixed(cost_pct), 100n)),
    });
    const left = this.#movedLots(state);
    const moved = before.map((lot, at) => ({
      ...lot,
      cost: lot.cost === null ? null : lot.cost - (left[at]?.cost ?? 0n),
    }));
    return this.#transferIn(state, moved, average - state.cost);
  }

  /**
   * Brings lots into the other share by the ratio. Rounding is done on running sums, so that units and costs add up; a lot
   * that comes to no unit hands its cost to its neighbour.
   * @param average the moving-average cost of all these lots.
   */
  #transferIn(
    from: PositionState,
    lots: readonly MovedLot[],
    average: Amount,
  ): Pick<ActionOutcome, 'after' | 'fraction'> {
    const symbol = this.#action.into_symbol ?? from.symbol;
    const book = this.#books.get(symbol) ?? new Book([]);
    this.#books.set(symbol, book);
    const owned = book.state?.quantity ?? 0n;
    const units = this.#runningUnits(lots);
    const averages = runningShares(lots, average);
    const arrived: (MovedLot & { average: Amount })[] = [];
    let waiting = { cost: 0n, average: 0n };
    for (const [at, lot] of lots.entries()) {
      const part = { ...lot, units: units[at] ?? 0n, average: averages[at] ?? 0n };
      if (part.units === 0n) {
        waiting = { cost: waiting.cost + (part.cost ?? 0n), average: waiting.average + part.average };
        continue;
      }
      if (part.cost !== null) {
        part.cost += waiting.cost;
        part.average += waiting.average;
        waiting = { cost: 0n, average: 0n };
      }
      arrived.push(part);
    }
    const last = arrived.findLast(({ cost }) => cost !== null);
    if (last !== undefined && last.cost !== null) {
      last.cost += waiting.cost;
      last.average += waiting.average;
    }
    for (const lot of arrived) {
      this.#add(book, from, {
        symbol,
        type: 'TRANSFER_IN',
        acquired_on: lot.date,
        lot_chain: [...lot.chain, this.#step(symbol)],
        isin: this.#action.into_isin,
        quantity: fixedText(lot.units),
        carried_cost: lot.cost === null ? null : amountText(lot.cost),
        carried_average: lot.cost === null ? null : amountText(lot.average),
      });
    }
    const before = lots.reduce((sum, lot) => sum + lot.units, 0n);
    return this.#payFraction(book, before, owned);
  }

  #movedLots(state: PositionState): MovedLot[] {
    return movedLots(state, this.#renames, this.#action.ex_date);
  }

  /** The last step of the chain of a lot that arrives. */
  #step(symbol: string): LotStep {
    const { ex_date: date, into_isin: isin, kind, new_shares, old_shares } = this.#action;
    const of = kind === 'DEMERGER' ? 'DEMERGER' : 'MERGER';
    const shares = (count: string | null) => fixedText(parseFixed(count ?? '1'));
    return { kind: of, date, symbol, isin, new_shares: shares(new_shares), old_shares: shares(old_shares) };
  }

  /** What each lot becomes by the ratio. */
  #runningUnits(lots: readonly MovedLot[]): Fixed[] {
    let units = 0n;
    let given = 0n;
    return lots.map((lot) => {
      units += lot.units;
      const upTo = this.#scaled(units);
      const own = upTo - given;
      given = upTo;
      return own;
    });
  }

  /**
   * Pays out what is no whole share, where the units before were whole.
   * @param owned units that were there before the action and have no part in it.
   */
  #payFraction(book: Book, before: Fixed, owned: Fixed = 0n): Pick<ActionOutcome, 'after' | 'fraction'> {
    const { state } = book;
    if (state === null) return { after: 0n, fraction: 0n };
    const came = state.quantity - owned;
    const fraction = before % FIXED_ONE === 0n && isWhole(state) ? came % FIXED_ONE : 0n;
    if (fraction === 0n) return { after: came, fraction };
    const { fraction_price } = this.#action;
    const price = fraction_price === null ? newestCost(state) : parseFixed(fraction_price);
    this.#add(book, state, {
      symbol: state.symbol,
      type: 'FRACTION',
      quantity: fixedText(fraction),
      price: fixedText(price),
    });
    return { after: came - fraction, fraction };
  }

  #scaled(units: Fixed): Fixed {
    const [numerator, denominator] = this.#ratio;
    return divideRounded(units * numerator, denominator);
  }

  #ratioText(): string {
    const [numerator, denominator] = this.#ratio;
    return fixedText(divideRounded(numerator * FIXED_ONE, denominator));
  }

  #add(book: Book, like: PositionState, part: DerivedPart): void {
    this.#made += 1;
    const { id, ex_date, symbol } = this.#action;
    const row: DerivedRow = {
      id: null,
      portfolio: like.portfolio,
      symbol,
      date: ex_date,
      price: '0',
      fee_tax: '0',
      currency: like.currency,
      isin: null,
      asset_class: like.assetClass,
      action_id: id,
      execution_id: `action:${id}:${this.#made}`,
      ...part,
    };
    this.#rows.push(row);
    // The store numbers them behind all others, in this order; the replay of lots that come back asks for it.
    book.take({ ...row, id: String(BEHIND_ALL_STORED + BigInt(this.#rows.length)) });
  }
}

/** Above any number of a stored row. */
const BEHIND_ALL_STORED = 10n ** 20n;

type DerivedPart = Pick<LedgerTransaction, 'type' | 'quantity'> &
  Partial<Omit<LedgerTransaction, 'id' | 'action_id' | 'execution_id'>>;
