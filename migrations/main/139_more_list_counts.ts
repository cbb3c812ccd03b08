import type { Knex } from 'knex';

/** Lists and the columns that they are narrowed by. Changes of one person's rows with the same key come one after another. */
const LISTS: readonly (readonly [table: string, key: readonly string[]])[] = [
  ['evidence.events', ['kind']],
  ['portfolio.goal_snapshots', ['goal_id']],
  ['portfolio.holding_price_updates', ['holding_id']],
  ['portfolio.liability_history', ['liability_id']],
  ['portfolio.transactions', ['import_id', 'portfolio_id']],
];
const CHANGES = [
  ['insert', 'new table as added'],
  ['update', 'new table as added old table as gone'],
  ['delete', 'old table as gone'],
] as const;
/** The key of a row as jsonb. */
const keyOf = (columns: readonly string[]) =>
  `jsonb_build_object(${columns.flatMap((column) => [`''${column}''`, column]).join(', ')})`;

/** @param isTidy true if a deletion also deletes the counts of 0, as keys with ids need it: an id does not come again. */
const countList = (isTidy: boolean) => `
  create or replace function portfolio.count_list() returns trigger language plpgsql security definer
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
    ${
      isTidy
        ? `if tg_op = 'DELETE' then
      delete from portfolio.list_counts where list = tg_table_schema || '.' || tg_table_name and rows = 0
        and owner_user_id in (select owner_user_id from gone);
    end if;`
        : ''
    }
    return null;
  end $count$;`;

/** Totals of more lists are kept, and indexes have the rows of the activity in their order. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${countList(true)}
    ${LISTS.map(
      ([table, columns]) => `
      ${CHANGES.map(
        ([change, rows]) => `create trigger listed_${change} after ${change} on ${table} referencing ${rows}
          for each statement execute function portfolio.count_list('${keyOf(columns)}');`,
      ).join('\n')}
      insert into portfolio.list_counts (owner_user_id, list, key, rows)
        select owner_user_id, '${table}', ${keyOf(columns).replaceAll("''", "'")} as key, count(*) from ${table} group by 1, 3;`,
    ).join('\n')}

    create index transactions_by_creation on portfolio.transactions (owner_user_id, created_at, id)
      include (type, portfolio_id, merged_by) where action_id is null;
    create index income_events_by_change on portfolio.income_events (owner_user_id, updated_at, id)
      include (portfolio_id) where status <> 'PAID';
    create index events_by_time on evidence.events (owner_user_id, at, id)
      include (kind) where kind <> 'TRANSACTION_CREATED';
    -- The owner comes first: under row-level security, Postgres takes rows found by another column for many and sorts them.
    create index liability_history_by_time on portfolio.liability_history (owner_user_id, liability_id, recorded_at, id);
    create index holding_price_updates_by_holding on portfolio.holding_price_updates (owner_user_id, holding_id, id);
    drop index portfolio.liability_history_liability_id_idx, portfolio.holding_price_updates_owner_user_id_idx;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index on portfolio.liability_history (liability_id);
    create index on portfolio.holding_price_updates (owner_user_id);
    drop index portfolio.transactions_by_creation, portfolio.income_events_by_change, evidence.events_by_time,
      portfolio.liability_history_by_time, portfolio.holding_price_updates_by_holding;
    ${LISTS.map(([table]) => CHANGES.map(([change]) => `drop trigger listed_${change} on ${table};`).join(' ')).join('\n')}
    delete from portfolio.list_counts where list in (${LISTS.map(([table]) => `'${table}'`).join(', ')});
    ${countList(false)}
  `);
}
