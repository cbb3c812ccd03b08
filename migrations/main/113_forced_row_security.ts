import type { Knex } from 'knex';
import { forcedOnOwner } from '../row-level-security.ts';

/** Puts the role that owns the tables under row-level security as well, as newer migrations do from the start. */
export async function up(knex: Knex): Promise<void> {
  for (const table of await tablesWithout(knex)) await knex.raw(forcedOnOwner(table));
}

export async function down(): Promise<void> {
  // Which tables were forced before cannot be known, and older versions work with all of them forced.
}

async function tablesWithout(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
     where p.polname = 'own_rows'
       and not exists (select from pg_policy s where s.polrelid = c.oid and s.polname = 'system_rows')
     order by 1`,
  );
  return rows.map(({ name }) => name);
}
