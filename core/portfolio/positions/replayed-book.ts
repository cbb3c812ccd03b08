import { dayStep, type LedgerTransaction, type LotStep, PositionState } from '../ledger/index.ts';

/** The rows of one symbol and its replay as far as it went. */
export class Book {
  readonly rows: LedgerTransaction[];
  state: PositionState | null = null;
  #next = 0;

  constructor(rows: LedgerTransaction[]) {
    this.rows = rows;
  }

  /** Replays what was recorded before the actions of a day. */
  replayBefore(day: string): void {
    const isBefore = (row: LedgerTransaction) => row.date < day || (row.date === day && dayStep(row) === 0);
    for (let row = this.rows[this.#next]; row !== undefined && isBefore(row); row = this.rows[this.#next]) {
      this.#next += 1;
      this.take(row);
    }
  }

  /** Replays a recorded row as units of another share, unless its day is over. @returns the row with their chain. */
  deliver(row: LedgerTransaction, step: LotStep): LedgerTransaction {
    const delivered = { ...row, lot_chain: [step] };
    const at = this.rows.indexOf(row);
    if (at >= this.#next) this.rows[at] = delivered;
    return delivered;
  }

  take(row: LedgerTransaction): void {
    const state = (this.state ?? new PositionState(row)).readyFor(row);
    if (state.apply(row) === null) this.state = state;
  }
}
