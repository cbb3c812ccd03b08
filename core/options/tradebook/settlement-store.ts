import { rupeesOf, unitsOf } from '../records/index.ts';
import type { Workspace } from '../store/index.ts';
import type { Settlement } from './read-row.ts';

/** Of one list; every expiry of years of weekly contracts. */
const MOST_SETTLEMENTS = 1_000;

/** What was said of expiries, the newest expiry first. */
export async function readGivenSettlements(
  workspace: Workspace,
): Promise<{ underlying: string; expiry: string; price: number; given_at: string }[]> {
  const rows = await workspace
    .rows<{ underlying: string; expiry: string; price_e4: number; given_at: string }>('tradebook_settlements')
    .orderBy([{ column: 'expiry', order: 'desc' }, 'underlying'])
    .limit(MOST_SETTLEMENTS)
    .select('underlying', 'expiry', 'price_e4', 'given_at');
  return rows.map(({ price_e4, ...row }) => ({ ...row, price: rupeesOf(price_e4) }));
}

/** All settlements that were given, by underlying and expiry, in rupees. */
export async function readSettlements(workspace: Workspace): Promise<Map<string, number>> {
  const rows = await workspace
    .rows<{ underlying: string; expiry: string; price_e4: number }>('tradebook_settlements')
    .select('underlying', 'expiry', 'price_e4');
  return new Map(
    rows.map(({ underlying, expiry, price_e4 }) => [`${underlying} ${expiry}`, rupeesOf(price_e4)]),
  );
}

export async function writeSettlements(
  workspace: Workspace,
  settlements: readonly Settlement[],
  given: { by: string; at: Date },
): Promise<void> {
  const last = new Map(settlements.map((one) => [`${one.underlying} ${one.expiry}`, one]));
  await workspace.insert(
    'tradebook_settlements',
    [...last.values()].map(({ underlying, expiry, price }) => ({
      underlying,
      expiry,
      price_e4: unitsOf(price),
      given_at: given.at.toISOString(),
      given_by: given.by,
    })),
    { key: ['underlying', 'expiry'], columns: ['price_e4', 'given_at', 'given_by'] },
  );
}
