import type { Core } from '../../core/assembly/index.ts';

/** The tables, of all that the database has, in which a text stands somewhere in the clear. */
export async function tablesWith(core: Pick<Core, 'database'>, text: string): Promise<string[]> {
  const pool = core.database.systemPool;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by name`,
  );
  // Bytes are written as hexadecimal digits.
  const forms = [text, Buffer.from(text).toString('hex')];
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(
      `select from ${name} as t where position($1 in t::text) > 0 or position($2 in t::text) > 0 limit 1`,
      forms,
    );
    if (rowCount !== 0) found.push(name);
  }
  return found;
}
