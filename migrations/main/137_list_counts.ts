import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** Lists and the columns that they are narrowed by. Changes of one person's rows come one after another. */
const LISTS: readonly (readonly [table: string, key: readonly string[]])[] = [
  ['portfolio.imports', ['status']],
  ['portfolio.income_events', ['portfolio_id', 'kind', 'currency', 'status']],
  ['portfolio.skipped_rows', ['code']],
  ['research.ai_research_runs', []],
  ['strategy.research_runs', []],
];
const CHANGES = [
  ['insert', 'new table as added'],
  ['update', 'new table as added old table as gone'],
  ['delete', 'old table as gone'],
] as const;
/** The key of a row as jsonb. */
const keyOf = (columns: readonly string[]) =>
  `jsonb_build_object(${columns.flatMap((column) => [`''${column}''`, column]).join(', ')})`;

/**
 * Rows of lists by what they are narrowed by, kept by every write: the total of a page reads some of these instead of all
 * rows. A change that leaves the key alone writes nothing.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio.list_counts (
      owner_user_id bigint not null references identity.users on delete cascade,
      -- the table with its schema
      list text not null,
      key jsonb not null,
      rows integer not null,
      primary key (owner_user_id, list, key)
    );
    ${ownedByUser('portfolio.list_counts')}

    create function portfolio.count_list() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $count$
    begin
      -- A person who is being deleted has no counts any more.
      execute format(
        'insert into portfolio.list_counts as c (owner_user_id, list, key, rows)
           select owner_user_id, %L, key, sum(n) from (%s) changed
           where exists (select from identity.users u where u.id = changed.owner_user_id)
           group by owner_user_id, key having sum(n) <> 0 order by owner_user_id, key
           on conflict (owner_user_id, list, key) do update set rows = c.rows + excluded.rows',
        tg_table_schema || '.' || tg_table_name,
        concat_ws(' union all ',
          case when tg_op <> 'DELETE' then format('select owner_user_id, %s as key, 1 as n from added', tg_argv[0]) end,
          case when tg_op <> 'INSERT' then format('select owner_user_id, %s as key, -1 as n from gone', tg_argv[0]) end));
      return null;
    end $count$;
    ${LISTS.map(
      ([table, columns]) => `
      ${CHANGES.map(
        ([change, rows]) => `create trigger counted_${change} after ${change} on ${table} referencing ${rows}
          for each statement execute function portfolio.count_list('${keyOf(columns)}');`,
      ).join('\n')}
      insert into portfolio.list_counts (owner_user_id, list, key, rows)
        select owner_user_id, '${table}', ${keyOf(columns).replaceAll("''", "'")} as key, count(*) from ${table} group by 1, 3;`,
    ).join('\n')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${LISTS.map(([table]) => CHANGES.map(([change]) => `drop trigger counted_${change} on ${table};`).join(' ')).join('\n')}
    drop function portfolio.count_list();
    drop table portfolio.list_counts;
  `);
}
