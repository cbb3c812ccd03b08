import { dayInWords, istDate } from '../../platform/index.ts';
import type { Workspace } from '../store/index.ts';
import { type Fill, isSameFill } from './fill.ts';
import type { Reading, RowIssue } from './read-tradebook.ts';
import type { Settlement } from './read-row.ts';
import { type Trade, tradesOf } from './trades.ts';
import { readSettlements } from './settlement-store.ts';
import { readFillsOf, readKnownFills, withTheirOthers } from './tradebook-store.ts';

/** What an import comes to: facts that are new, and all trades that they may change. */
export interface Plan {
  fresh: Fill[];
  /** Fills that the workspace has already. */
  known: number;
  issues: RowIssue[];
  settlements: Settlement[];
  /** Every trade of each underlying and expiry that is touched. */
  trades: Trade[];
  /** Those of them that fills of the file belong to. */
  touched: Trade[];
  now: Date;
}

/** A clock may run so far ahead of ours. */
const AHEAD_MS = 5 * 60_000;

/** Works out what a file would change. It writes nothing. */
export async function planOf(
  workspace: Workspace,
  { fills, settlements, issues: found }: Pick<Reading, 'fills' | 'settlements' | 'issues'>,
  now: Date,
): Promise<Plan> {
  const issues = [...found];
  const known = await readKnownFills(
    workspace,
    fills.map(({ fill }) => fill.fill_id),
  );
  const fresh: Fill[] = [];
  const ofFile: Fill[] = [];
  let repeated = 0;
  for (const { row, fill } of fills) {
    const stored = known.get(fill.fill_id);
    if (stored === undefined && Date.parse(fill.at) > now.getTime() + AHEAD_MS)
      issues.push({
        row,
        message: `The fill is dated in the future: ${dayInWords(istDate(new Date(fill.at)))}.`,
      });
    else if (stored === undefined) {
      fresh.push(fill);
      ofFile.push(fill);
    } else if (isSameFill(stored, fill)) {
      repeated += 1;
      ofFile.push(stored);
    } else
      issues.push({
        row,
        message:
          'A fill with this trade number was imported before with another time, contract, quantity or price. The earlier fill stays unchanged.',
      });
  }
  const seeds = [...ofFile];
  for (const { underlying, expiry } of settlements)
    seeds.push(...(await readFillsOf(workspace, underlying, expiry)));
  const trades = await tradesAround(workspace, seeds, settlements, now);
  const wanted = new Set(seeds.map(({ fill_id }) => fill_id));
  return {
    fresh,
    known: repeated,
    issues: issues.toSorted((one, other) => one.row - other.row),
    settlements,
    trades,
    touched: trades.filter((trade) => trade.fills.some(({ fill }) => wanted.has(fill.fill_id))),
    now,
  };
}

/** All trades of whatever these fills belong to. @param settlements that are not in the workspace yet */
export async function tradesAround(
  workspace: Workspace,
  seeds: readonly Fill[],
  settlements: readonly Settlement[],
  now: Date,
): Promise<Trade[]> {
  const prices = await readSettlements(workspace);
  for (const { underlying, expiry, price } of settlements) prices.set(`${underlying} ${expiry}`, price);
  const settled = (underlying: string, expiry: string) => prices.get(`${underlying} ${expiry}`) ?? null;
  return tradesOf(await withTheirOthers(workspace, seeds), { settled, now });
}
