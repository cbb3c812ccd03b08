import type { Core } from '../../core/assembly/index.ts';

/** The tables, of all that the database has, in which one of these texts stands somewhere in the clear. */
export async function tablesWith(core: Pick<Core, 'database'>, ...texts: string[]): Promise<string[]> {
  const pool = core.database.systemPool;
  // A table without a byte has no row.
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and pg_relation_size(c.oid) > 0
     order by name`,
  );
  // Bytes are written as hexadecimal digits.
  const forms = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]);
  const looks = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists
         (select from ${name} as t, unnest($1::text[]) as form where position(form in t::text) > 0)`,
  );
  const { rows } = await pool.query<{ name: string }>(`${looks.join(' union all ')} order by name`, [forms]);
  return rows.map(({ name }) => name);
}
