import type { Context } from '../../platform/index.ts';

/** How the last attempt of a connection to a broker came out. */
export interface SyncAttempt {
  connection_id: string;
  broker: string;
  label: string;
  portfolio: string;
  state: string;
  reason_code: string | null;
  /** When it was tried; for a sync that came through, when it was done. Null before the first. */
  at: string | null;
}

/** Reads how a person's syncs stand. */
export type ReadSyncAttempts = (userId: string) => Promise<SyncAttempt[]>;

/** Reads them from the connections themselves, in a transaction of its own: its failure must break nothing else. */
export function createReadSyncAttempts({ database }: Pick<Context, 'database'>): ReadSyncAttempts {
  return async (userId) =>
    await database.readAsUser(userId, async (trx) => {
      const { rows } = await trx.raw<{ rows: (Omit<SyncAttempt, 'at'> & { at: Date | null })[] }>(
        `select c.id as connection_id, c.broker, c.label, coalesce(p.name, c.portfolio_name) as portfolio, c.state,
           case when c.state = 'OK' then null else c.reason_code end as reason_code,
           case when c.state = 'OK' then c.last_success_at else c.last_attempt_at end as at
         from broker.connections c left join portfolio.portfolios p on p.id = c.portfolio_id
         where c.role <> 'TRADING' order by c.id`,
      );
      return rows.map(({ at, ...row }) => ({ ...row, at: at?.toISOString() ?? null }));
    });
}
