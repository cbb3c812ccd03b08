import { type LedgerTransaction, PositionState } from '../../portfolio/ledger/replay.ts';
import type { DayNumber } from './daily-series.ts';
import type { TradePrice } from './engine-input.ts';
import { dayOf, inReplayOrder, isSameRow, isType } from './replay-rows.ts';
import {
  type DaySums,
  emptySteps,
  type LotMoves,
  moneyOf,
  stepBefore,
  type Steps,
  unitsOf,
} from './steps.ts';
import type { LedgerUnitChange } from './unit-alignment.ts';

/** A row that the replay left out, and why. */
interface LeftOut {
  transaction_id: string | null;
  day: DayNumber;
  reason: string;
}

/**
 * One symbol of one portfolio, replayed by the exact ledger and written down day by day as doubles. Rows that come later
 * than all that was replayed are replayed on top; anything else replays this one symbol anew.
 */
export class PositionLine {
  readonly portfolio: string;
  readonly symbol: string;
  /** The replay as far as it went; null before a row counted. */
  state: ReturnType<PositionState['detailed']> | null = null;
  steps: Steps = emptySteps();
  moves: LotMoves = { step: [], lotDay: [], cost: [] };
  unitChanges: LedgerUnitChange[] = [];
  /** The ledger's last trade, from each day on which it changed. */
  traded: TradePrice[] = [];
  leftOut: LeftOut[] = [];
  #rows: LedgerTransaction[] = [];
  #days: DayNumber[] = [];
  /** Rows replayed. */
  #next = 0;

  constructor(portfolio: string, symbol: string) {
    this.portfolio = portfolio;
    this.symbol = symbol;
  }

  get currency(): string | null {
    return this.state?.currency ?? null;
  }
  get rows(): readonly LedgerTransaction[] {
    return this.#rows;
  }
  /** Of the first row with a date; positive infinity without one. */
  get firstDay(): DayNumber {
    return this.#days[0] ?? Number.POSITIVE_INFINITY;
  }

  /** @returns the first day whose figures may differ from before; positive infinity where none does. */
  setRows(rows: readonly LedgerTransaction[]): DayNumber {
    const sorted = inReplayOrder(rows);
    const kept = this.#sharedBeginning(sorted);
    const newDays = sorted.map(({ date }) => dayOf(date));
    const dirty = Math.min(
      this.#days[kept] ?? Number.POSITIVE_INFINITY,
      newDays[kept] ?? Number.POSITIVE_INFINITY,
    );
    // Rows of one day may change places among each other.
    const replayedTo = this.#days[this.#next - 1] ?? Number.NEGATIVE_INFINITY;
    this.#rows = sorted;
    this.#days = newDays;
    if (dirty <= replayedTo) this.#forget();
    return dirty;
  }

  /** Replays what is due. @returns the first day of a row that was replayed; positive infinity where there was none. */
  replayTo(to: DayNumber): DayNumber {
    const first = this.#days[this.#next] ?? Number.POSITIVE_INFINITY;
    for (let day = first; day <= to; day = this.#days[this.#next] ?? Number.POSITIVE_INFINITY) {
      this.#replayDay(day);
    }
    return first <= to ? first : Number.POSITIVE_INFINITY;
  }

  /** Units of the ledger at the end of the day before. */
  unitsBefore(day: DayNumber): number {
    return this.steps.units[this.stepBefore(day)] ?? 0;
  }

  /** Index of the last step before a day; -1 where there is none. */
  stepBefore(day: DayNumber): number {
    return stepBefore(this.steps, day);
  }

  #forget(): void {
    this.state = null;
    this.steps = emptySteps();
    this.moves = { step: [], lotDay: [], cost: [] };
    this.unitChanges = [];
    this.traded = [];
    this.leftOut = [];
    this.#next = 0;
  }

  #sharedBeginning(rows: readonly LedgerTransaction[]): number {
    const most = Math.min(rows.length, this.#rows.length);
    for (let at = 0; at < most; at += 1) {
      const [one, other] = [rows[at], this.#rows[at]];
      if (one !== other && (one === undefined || other === undefined || !isSameRow(one, other))) return at;
    }
    return most;
  }

  #replayDay(day: DayNumber): void {
    const { steps } = this;
    const step = steps.day.length;
    const sums: DaySums = {
      put_in: 0,
      taken_out: 0,
      purchases: 0,
      sales: 0,
      income: 0,
      fees: 0,
      realised: 0,
      cash: 0,
      units_in: 0,
    };
    let hasCounted = false;
    for (; this.#days[this.#next] === day; this.#next += 1) {
      const row = this.#rows[this.#next];
      if (row !== undefined && this.#replayRow(row, day, step, sums)) hasCounted = true;
    }
    const { state } = this;
    if (!hasCounted || state === null) return;
    this.#trade(day, state.lastTrade);
    steps.day.push(day);
    steps.units.push(unitsOf(state.quantity));
    // The cost of a part beside the value of all would be a gain that nobody made.
    const isCostKnown = state.unknownCost === 0n;
    steps.cost.push(isCostKnown ? moneyOf(state.fifoCost) : Number.NaN);
    steps.average.push(isCostKnown ? moneyOf(state.cost) : Number.NaN);
    steps.put_in.push(sums.put_in);
    steps.taken_out.push(sums.taken_out);
    steps.purchases.push(sums.purchases);
    steps.sales.push(sums.sales);
    steps.income.push(sums.income);
    steps.fees.push(sums.fees);
    steps.realised.push(sums.realised);
    steps.cash.push(sums.cash);
    steps.units_in.push(sums.units_in);
  }

  /** @returns whether the row counted. */
  #replayRow(row: LedgerTransaction, day: DayNumber, step: number, sums: DaySums): boolean {
    if (!isType(row.type)) return this.#leaveOut(row, day, `"${row.type}" is not a transaction type`);
    const state = this.state ?? new PositionState(row).detailed();
    const { totals, feeTotals } = state;
    const { purchases, sales, dividends, cash_in, cash_out } = totals;
    const { fees, tax_withheld } = feeTotals;
    const { fifoCost, realisedFifo, quantity } = state;
    const records = state.detail.disposals.records.length;
    const rearranges = row.type === 'SPLIT' || row.type === 'DEMERGER' || row.type === 'TRANSFER_OUT';
    const lots = rearranges ? costByDay(state) : null;
    const unmatched = state.unmatched.length;
    const skip = state.apply(row);
    // Before the first purchase and while nothing is held a split changes nothing: without it the series are whole.
    if (skip?.code === 'NOTHING_HELD' && rearranges) return false;
    if (skip !== null) return this.#leaveOut(row, day, skip.reason);
    this.state = state;
    switch (row.type) {
      case 'BUY':
      case 'FRACTION':
      case 'SELL': {
        const fee = feeTotals.fees - fees;
        const paid = moneyOf(totals.purchases - purchases - (totals.sales - sales) + fee);
        if (paid > 0) sums.put_in += paid;
        else sums.taken_out -= paid;
        sums.purchases += moneyOf(totals.purchases - purchases);
        sums.sales += moneyOf(totals.sales - sales);
        sums.fees += moneyOf(fee);
        sums.realised += moneyOf(state.realisedFifo - realisedFifo);
        const gone = state.detail.disposals.records[records];
        if (gone === undefined) this.#move(step, day, moneyOf(state.fifoCost - fifoCost));
        else for (const part of gone.parts) this.#move(step, dayOf(part.lot.heldSince), -moneyOf(part.cost));
        if (row.type === 'BUY' && state.quantity > quantity && totals.purchases === purchases)
          this.unitChanges.push({ kind: 'BONUS', day, units: unitsOf(state.quantity - quantity) });
        // Units without a known cost leave with their proceeds: the gain is unknown, that the money came is not.
        for (const one of state.unmatched.slice(unmatched)) {
          if (one.kind !== 'NO_COST') continue;
          // Below zero where such a sale is taken back.
          if (one.proceeds < 0n) sums.put_in -= moneyOf(one.proceeds);
          else sums.taken_out += moneyOf(one.proceeds);
        }
        break;
      }
      case 'TRANSFER_IN':
        this.#move(step, dayOf(row.acquired_on ?? row.date), moneyOf(state.fifoCost - fifoCost));
        if (!row.action_id) sums.units_in += unitsOf(state.quantity - quantity);
        break;
      case 'DEMERGER':
      case 'TRANSFER_OUT':
        this.#rearrange(step, lots ?? new Map(), costByDay(state));
        // Between two shares of one ledger nothing comes in or goes; other units come from outside, or leave.
        if (!row.action_id) sums.units_in += unitsOf(state.quantity - quantity);
        break;
      case 'DIVIDEND':
        sums.income += moneyOf(totals.dividends - dividends - (feeTotals.tax_withheld - tax_withheld));
        break;
      case 'SPLIT':
        this.#rearrange(step, lots ?? new Map(), costByDay(state));
        this.unitChanges.push({ kind: 'SPLIT', day, ratio: Number(state.quantity) / Number(quantity) });
        break;
      case 'CASH_IN':
      case 'CASH_OUT':
        sums.cash += moneyOf(totals.cash_in - cash_in - (totals.cash_out - cash_out));
    }
    return true;
  }

  #trade(day: DayNumber, last: PositionState['lastTrade']): void {
    // Less than the last decimal is no price.
    const isKnown = last !== null && last.price > 0n;
    const price = isKnown ? unitsOf(last.price) : Number.NaN;
    const traded = isKnown ? dayOf(last.date) : Number.NEGATIVE_INFINITY;
    const { price: known = Number.NaN, traded: knownOn = traded } = this.traded.at(-1) ?? {};
    if (!Object.is(price, known) || traded !== knownOn) this.traded.push({ day, price, traded });
  }

  #move(step: number, lotDay: DayNumber, cost: number): void {
    if (cost === 0) return;
    this.moves.step.push(step);
    this.moves.lotDay.push(lotDay);
    this.moves.cost.push(cost);
  }

  /** A lot that a consolidation leaves without units hands its cost to another one. */
  #rearrange(step: number, before: Map<DayNumber, bigint>, after: Map<DayNumber, bigint>): void {
    for (const day of new Set([...before.keys(), ...after.keys()])) {
      this.#move(step, day, moneyOf((after.get(day) ?? 0n) - (before.get(day) ?? 0n)));
    }
  }

  #leaveOut(row: LedgerTransaction, day: DayNumber, reason: string): false {
    this.leftOut.push({ transaction_id: row.id, day, reason });
    return false;
  }
}

function costByDay(state: PositionState): Map<DayNumber, bigint> {
  const byDay = new Map<DayNumber, bigint>();
  for (const lot of state.lots.open()) {
    const day = dayOf(lot.heldSince);
    byDay.set(day, (byDay.get(day) ?? 0n) + lot.cost);
  }
  return byDay;
}
