import type { Core } from '../../core/assembly/index.ts';
import { addDays, istDate } from '../../core/platform/index.ts';

/**
 * Books of 10 units at 100 since the day before yesterday. Yesterday's snapshot, taken before they were entered, has 5
 * units: 500 was recorded, and 1,000 is right.
 * @returns yesterday.
 */
export async function recordedDifference(core: Core, userId: string, symbol: string): Promise<string> {
  const now = core.clock.now();
  const yesterday = addDays(istDate(now), -1);
  const bought = addDays(yesterday, -1);
  const { id } = await core.portfolio.transactions.create(
    userId,
    { portfolio: 'Late', symbol, date: bought, type: 'BUY', quantity: 10, price: 100, currency: 'INR' },
    { actor: 'test' },
  );
  // The database has a clock of its own.
  const { rows } = await core.database.systemPool.query<{ portfolio_id: string }>(
    'update portfolio.transactions set created_at = $2, updated_at = $2 where id = $1 returning portfolio_id::text',
    [id, now],
  );
  for (const day of [bought, yesterday])
    await core.database.systemPool.query(
      `insert into portfolio.observed_prices (owner_user_id, symbol, currency, day, price)
       values ($1, $2, 'INR', $3, 100) on conflict do nothing`,
      [userId, symbol, day],
    );
  // Networth is made with its first snapshot.
  await core.portfolio.snapshots.take(userId);
  await core.database.systemPool.query(
    `insert into portfolio.snapshots (owner_user_id, portfolio_id, hour, recorded_at, current_value, holdings_count, state, units)
     select owner_user_id, id, $2, $2, 500, 1, 'AVAILABLE', jsonb_build_object($3::text, '5')
     from portfolio.portfolios where owner_user_id = $1 and is_protected`,
    [userId, `${yesterday}T12:30:00.000Z`, `${rows[0]?.portfolio_id ?? ''}\n${symbol}`],
  );
  return yesterday;
}
