import {
  compareRows,
  dayStep,
  type LedgerTransaction,
  TRANSACTION_TYPES,
} from '../../portfolio/ledger/replay.ts';
import { type DayNumber, dayNumber, dayText } from './daily-series.ts';

const TYPES: ReadonlySet<string> = new Set(TRANSACTION_TYPES);
const days = new Map<string, DayNumber>();
/** A span of years has so many days; a longer list of texts is somebody's nonsense. */
const MOST_DAYS_KEPT = 100_000;

export function isType(type: string): boolean {
  return TYPES.has(type);
}

/** The replay order of one symbol (spec: Import and ledger rules 3). Rows whose date is none are left out. */
export function inReplayOrder(rows: readonly LedgerTransaction[]): LedgerTransaction[] {
  const dated = rows.filter(({ date }) => !Number.isNaN(dayOf(date)));
  let before = dated[0];
  for (const row of dated) {
    if (before !== undefined && compareInDay(before, row) > 0) return dated.sort(compareInDay);
    before = row;
  }
  return dated;
}

function compareInDay(a: LedgerTransaction, b: LedgerTransaction): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return stepOf(a) - stepOf(b) || compareRows(a, b);
}

function stepOf(row: LedgerTransaction): number {
  return TYPES.has(row.type) ? dayStep(row) : -1;
}

export function isSameRow(one: LedgerTransaction, other: LedgerTransaction): boolean {
  return (
    one.id === other.id &&
    one.date === other.date &&
    one.type === other.type &&
    one.currency === other.currency &&
    String(one.quantity) === String(other.quantity) &&
    String(one.price) === String(other.price) &&
    String(one.fee_tax) === String(other.fee_tax) &&
    one.action_id === other.action_id &&
    one.executed_at === other.executed_at &&
    one.execution_id === other.execution_id &&
    one.acquired_on === other.acquired_on &&
    String(one.carried_cost) === String(other.carried_cost) &&
    String(one.carried_average) === String(other.carried_average) &&
    (one.intraday_first === true) === (other.intraday_first === true) &&
    (one.is_opening === true) === (other.is_opening === true)
  );
}

/** NaN for what is no date. */
export function dayOf(date: string): DayNumber {
  const known = days.get(date);
  if (known !== undefined) return known;
  const parsed = dayNumber(date);
  // The 31st of February is read as a day in March.
  const day = !Number.isNaN(parsed) && dayText(parsed) === date ? parsed : Number.NaN;
  if (days.size >= MOST_DAYS_KEPT) days.clear();
  days.set(date, day);
  return day;
}
