import type { DbTransaction } from '../../platform/index.ts';

/** Of these people, the ones without the snapshot of an hour for a portfolio or Networth. In the given order. */
export async function readLackingHour(
  db: DbTransaction,
  userIds: readonly string[],
  hour: Date,
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select u.id::text from unnest(?::bigint[]) with ordinality u (id, place)
     where not exists (select from portfolio.portfolios p where p.owner_user_id = u.id and p.is_protected)
       or exists (
         select from portfolio.portfolios p where p.owner_user_id = u.id and not exists (
           select from portfolio.snapshots s
           where s.portfolio_id = p.id and s.hour = ? and s.currency = p.base_currency))
     order by u.place`,
    [[...userIds], hour] as never,
  );
  return rows.map(({ id }) => id);
}
