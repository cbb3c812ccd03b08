import { LedgerPosition } from './ledger-position.ts';
import { PositionState } from './position.ts';
import { compareText, DAY_STEPS, dayStep, sortRows } from './replay-order.ts';
import type { SkipCode, SkippedRow } from './skipped-row.ts';
import { ACTIVITY_EFFECTS, type LedgerTransaction } from './transaction.ts';

/** The result of a replay. Positions are sorted by portfolio and symbol; closed ones are among them. */
export interface Ledger {
  positions: LedgerPosition[];
  skipped: SkippedRow[];
  find: (portfolio: string, symbol: string) => LedgerPosition | null;
}

/**
 * Replays transactions in any order: sorts them by the rules below and gives every position with its quantity,
 * moving-average cost, FIFO lots, realised gains under both methods, income, fees and cash flows
 * (spec: Import and ledger rules 3; Tax lots).
 *
 * Order: date; then splits, corporate actions, purchases, sales, dividends; then rows with a negative quantity. Within each of
 * these the time of execution, the number of the trade, the stored id. Rows without an id come after those with one and
 * are ordered by their content, so the order of the input never matters. Rows that cannot be read are left out with a reason; nothing throws.
 */
export function replay(transactions: Iterable<LedgerTransaction>): Ledger {
  const days = new Map<string, LedgerTransaction[]>();
  let date: string | null = null;
  let day: LedgerTransaction[] = [];
  for (const row of transactions) {
    if (row.date !== date) {
      date = row.date;
      const known = days.get(date);
      day = known ?? [];
      if (known === undefined) days.set(date, day);
    }
    day.push(row);
  }
  const ledger = createLedger();
  for (const key of [...days.keys()].sort()) for (const row of days.get(key) ?? []) ledger.apply(row);
  return ledger.result();
}

/**
 * A replay fed row by row, for callers that read batch by batch. Rows are kept, to be replayed again when somebody
 * asks for disposals or cash flows, so they must not be changed afterwards.
 */
export interface LedgerReplay {
  /** Takes a row. Dates must not go back (a RangeError says so); within a day any order will do. */
  apply: (row: LedgerTransaction) => void;
  /** Ends the current day and gives the state so far. Later days may follow. */
  result: () => Ledger;
}

export function createLedger(): LedgerReplay {
  const replayed = new Replay();
  return { apply: (row) => replayed.apply(row), result: () => replayed.result() };
}

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
/** Every month has so many days. */
const SHORTEST_MONTH = 28;

class Replay {
  readonly #portfolios = new Map<string, Map<string, PositionState>>();
  readonly #skipped: SkippedRow[] = [];
  readonly #day: LedgerTransaction[][] = Array.from({ length: DAY_STEPS }, () => []);
  #date = '';
  #ended = false;

  apply(row: LedgerTransaction): void {
    if (!Object.hasOwn(ACTIVITY_EFFECTS, row.type)) {
      return this.#skip(row, 'UNKNOWN_TYPE', `"${row.type}" is not a transaction type`);
    }
    if (row.date !== this.#date) {
      if (!isDate(row.date)) return this.#skip(row, 'NOT_A_DATE', `"${row.date}" is not a date (YYYY-MM-DD)`);
      if (row.date < this.#date)
        throw new RangeError(`rows must come by date: ${row.date} after ${this.#date}`);
      this.#endDay();
      this.#date = row.date;
      this.#ended = false;
    } else if (this.#ended) {
      throw new RangeError(`${row.date} has already been closed by result()`);
    }
    this.#day[dayStep(row)]?.push(row);
  }

  result(): Ledger {
    this.#endDay();
    this.#ended = true;
    const found = new Map<PositionState, LedgerPosition>();
    for (const symbols of this.#portfolios.values()) {
      for (const state of symbols.values()) {
        if (state.rows.length > 0) found.set(state, new LedgerPosition(state));
      }
    }
    const positions = [...found.values()].sort(
      (a, b) => compareText(a.portfolio, b.portfolio) || compareText(a.symbol, b.symbol),
    );
    const find = (portfolio: string, symbol: string): LedgerPosition | null => {
      const state = this.#portfolios.get(portfolio)?.get(symbol);
      return state === undefined ? null : (found.get(state) ?? null);
    };
    const skipped = this.#skipped.toSorted(
      (a, b) => compareText(a.date, b.date) || compareText(a.transaction_id ?? '', b.transaction_id ?? ''),
    );
    return { positions, skipped, find };
  }

  #endDay(): void {
    for (const rows of this.#day) {
      if (rows.length === 0) continue;
      sortRows(rows);
      for (const row of rows) this.#replay(row);
      rows.length = 0;
    }
  }

  #replay(row: LedgerTransaction): void {
    let symbols = this.#portfolios.get(row.portfolio);
    if (symbols === undefined) this.#portfolios.set(row.portfolio, (symbols = new Map()));
    const known = symbols.get(row.symbol);
    const position = known === undefined ? new PositionState(row) : known.readyFor(row);
    const skip = position.apply(row);
    // A row that was left out must not decide anything, such as the currency of a new position.
    if (skip !== null) this.#skip(row, skip.code, skip.reason, skip.field);
    else if (position !== known) symbols.set(row.symbol, position);
  }

  #skip(row: LedgerTransaction, code: SkipCode, reason: string, blamed?: SkippedRow['field']): void {
    const { id, portfolio, symbol, date } = row;
    this.#skipped.push({
      transaction_id: id,
      portfolio,
      symbol,
      date,
      code,
      reason,
      ...(blamed === undefined ? {} : { field: blamed }),
    });
  }
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  // A ledger has a date for nearly every row: only those that a month may not have are looked up.
  if (Number(text.slice(8)) <= SHORTEST_MONTH) return true;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
