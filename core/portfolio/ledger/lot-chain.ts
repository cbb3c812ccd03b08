import { splitFraction } from '../../finance/lots/split-ratio.ts';
import { FIXED_ONE, parseFixed } from '../../platform/fixed-point.ts';
import { compareInReplay } from './replay-order.ts';
import type { LotStep } from './lot-step.ts';
import type { LedgerTransaction } from './transaction.ts';

/** A share that took another name. */
export interface Rename {
  symbol: string;
  into_symbol: string;
  ex_date: string;
}

/** Rows that change what a lot is without making another one, in replay order. */
export const isLotChange = ({ type }: LedgerTransaction): boolean => type === 'SPLIT' || type === 'DEMERGER';

/**
 * The chain of shares of a lot, from how it came up to today: merged and demerged lots begin with the purchase of the share
 * that they were then.
 * @param record the row that brought the lot.
 * @param changes rows of its position that count and satisfy `isLotChange`, in replay order.
 */
export function chainOf(
  record: LedgerTransaction,
  changes: readonly LedgerTransaction[],
  renames: readonly Rename[] = [],
): LotStep[] {
  const steps = [...(record.lot_chain ?? [firstStep(record)])];
  let name = steps.at(-1)?.symbol ?? record.symbol;
  const named = renamesAfter(name, record.date, renames);
  const later = changes.filter((row) => compareInReplay(row, record) > 0).map(stepOfRow);
  for (const step of [...named, ...later].sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))) {
    // Rows of a position have the name of today; what happened before a rename happened to the share of that day.
    if (step.kind === 'RENAME') name = step.symbol;
    steps.push({ ...step, symbol: name });
  }
  return steps;
}

function firstStep(record: LedgerTransaction): LotStep {
  const { acquired_on, action_id, date, isin, price, recorded_symbol, symbol, type } = record;
  const isFree = type === 'BUY' && parseFixed(price) === 0n;
  // A transfer of an action has its chain, except where an older version made it.
  const kind = type === 'TRANSFER_IN' ? (action_id ? 'MERGER' : 'OPENING') : isFree ? 'BONUS' : 'BOUGHT';
  const own = { symbol: recorded_symbol ?? symbol, isin: isin ?? null };
  return { kind, date: acquired_on ?? date, ...own, new_shares: '1', old_shares: '1' };
}

function stepOfRow({ date, isin, quantity, symbol, type }: LedgerTransaction): LotStep {
  const own = { date, symbol, isin: isin ?? null };
  if (type === 'DEMERGER') return { kind: 'DEMERGER', ...own, new_shares: '1', old_shares: '1' };
  const ratio = parseFixed(quantity);
  const [to, from] = splitFraction(ratio);
  const isPlain = from !== FIXED_ONE;
  return {
    kind: ratio < FIXED_ONE ? 'CONSOLIDATION' : 'SPLIT',
    ...own,
    new_shares: isPlain ? to.toString() : String(quantity),
    old_shares: isPlain ? from.toString() : '1',
  };
}

/** The names that a share took after a day, one after the other. */
function renamesAfter(symbol: string, day: string, renames: readonly Rename[]): LotStep[] {
  const steps: LotStep[] = [];
  const left = [...renames].sort((a, b) => (a.ex_date < b.ex_date ? -1 : 1));
  let name = symbol;
  for (const { symbol: from, into_symbol, ex_date } of left) {
    if (from !== name || ex_date <= day) continue;
    name = into_symbol;
    const own = { date: ex_date, symbol: name, isin: null };
    steps.push({ kind: 'RENAME', ...own, new_shares: '1', old_shares: '1' });
  }
  return steps;
}
