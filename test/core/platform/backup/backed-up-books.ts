/** Books of a few people for tests of backups, and all rows of a database. */
import pg from 'pg';
import { SCHEMAS } from '../../../../core/platform/backup/catalogue.ts';
import { query } from '../../../support/plain-database.ts';

/** Three owners, the first with that name, with some of everything that is easy to get wrong. */
export async function fillWith(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into identity.users (login, name) values ('asha', $1), ('b', 'B'), ('c', 'C')`, [
    name,
  ]);
  await client.query(`insert into portfolio.portfolios (owner_user_id, name, target_allocation_json)
    select id, 'Networth', '{"Indian Equity": 62.5, "note": "a\\nb"}' from identity.users`);
  await client.query(`insert into portfolio.transactions
      (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, currency, note, source)
    select owner_user_id, id, 'TCS', date '2024-01-05' + n, 'BUY', 0.0000000001 * n, 12345678901234567890.0123456789,
           'INR', case n % 3 when 0 then null when 1 then '' else '\\.' end, 'CSV'
    from portfolio.portfolios, generate_series(1, 500) n`);
  await client.query(
    `insert into evidence.events (owner_user_id, at, actor, kind, subject, data)
    select id, now(), 'user', 'made', 'user', '{"text": "\\u20b9 \\\\n"}' from identity.users`,
  );
  await client.query(`insert into strategy.research_runs
      (owner_user_id, name, status, config, from_day, to_day, initial_capital, metrics, validation, findings, finished_at)
    select id, 'Backtest', 'COMPLETED', '{"strategy": "momentum_12_1", "later": [1, null]}', '2024-01-01', '2024-06-03',
      1000000.0000000000001, '{}', '{}', '[]', now() from identity.users where login = 'asha'`);
  await client.query(`insert into strategy.run_results
      (run_id, owner_user_id, section, nr, from_day, row_count, filled, reduced, body)
    select id, owner_user_id, 'EVENTS', n, date '2024-01-01' + n, 1, 0, 0, decode('0a0d5c09', 'hex')
    from strategy.research_runs, generate_series(1, 20) n`);
  await client.end();
}

/** Each table with its rows as text, without the server's own login and the row that a restore adds. */
export async function contents(url: string): Promise<Record<string, unknown[]>> {
  const tables = await query(
    url,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema = any('{${SCHEMAS.join()}}') and table_name not in ('server_secrets', 'books_generations') order by 1`,
  );
  // In one statement: a hundred tables would be a hundred sessions.
  const parts = tables.map(
    ({ name }, nr) =>
      `select ${nr} as nr, '${String(name)}' as name, coalesce(array_agg(t::text order by t::text), '{}') as rows from ${String(name)} t`,
  );
  const rows = await query(url, `${parts.join(' union all ')} order by nr`);
  return Object.fromEntries(rows.map((row) => [String(row['name']), row['rows'] as unknown[]]));
}
