import type pg from 'pg';

/**
 * Whether some statement of this database came to wait for a row that another transaction has, while a piece of work is
 * under way. False where the work ended without that.
 */
export async function comesToWait(pool: Pick<pg.Pool, 'query'>, work: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  const end = () => void (isOver = true);
  work.then(end, end);
  while (!isOver) {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return true;
  }
  return false;
}
