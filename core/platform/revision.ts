import { announce, type Transaction } from './database.ts';

/**
 * Counts the revisions of people up within a system transaction, where something that belongs to nobody (a rate, a list)
 * changed their figures: what was worked out from it before is not shown any more.
 */
export async function countRevisionsUp(trx: Transaction, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  // In the order of the people: two that do this at once do not wait for each other in a circle.
  const { rows } = await trx.raw<{ rows: { user_id: string; revision: string }[] }>(
    `insert into portfolio.revisions as kept (owner_user_id, revision)
     select id, 1 from (select distinct unnest(?::bigint[]) as id) people order by id
     on conflict (owner_user_id) do update set revision = kept.revision + 1
     returning owner_user_id as user_id, revision`,
    [userIds as string[]],
  );
  for (const payload of rows) await announce(trx, { channel: 'portfolio_changed', payload: { ...payload } });
}
