import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** All that a list is narrowed by and that names a security, except days. */
const KEY =
  'portfolio_id, symbol, type, is_derived, currency, recorded_symbol, isin, asset_class, owner_user_id';
const keyOf = (row: string) =>
  KEY.split(', ')
    .map((column) => (column === 'is_derived' ? `${row}.action_id is not null` : `${row}.${column}`))
    .join(', ');
/** The same key, in the form that an index answers: the columns that may be null come after. */
const IS_SAME = `(c.portfolio_id, c.symbol, c.type, c.is_derived, c.currency)
  = (l.portfolio_id, l.symbol, l.type, l.is_derived, l.currency)
  and (c.recorded_symbol, c.isin, c.asset_class) is not distinct from (l.recorded_symbol, l.isin, l.asset_class)`;

const REGISTRY = ['market.instruments', 'market.instrument_aliases', 'market.symbol_changes'];
const CHANGES = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
];

/**
 * Facts that every write keeps, so that no question reads all rows for them: how many transactions there are by security
 * and kind, and who last wrote prices or the registry of instruments. Indexes serve a page in its order, and the first day
 * of all books.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio.transaction_counts (
      owner_user_id bigint not null references identity.users on delete cascade,
      portfolio_id bigint not null,
      symbol text not null,
      type text not null,
      -- follows from a corporate action
      is_derived boolean not null,
      currency text not null,
      recorded_symbol text,
      isin text,
      asset_class text,
      -- transactions of this kind
      rows integer not null,
      unique nulls not distinct (${KEY}),
      foreign key (portfolio_id, owner_user_id) references portfolio.portfolios (id, owner_user_id) on delete cascade
    );
    create index on portfolio.transaction_counts (owner_user_id);
    ${ownedByUser('portfolio.transaction_counts')}

    create function portfolio.count_written() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $count$
    begin
      insert into portfolio.transaction_counts as c (${KEY}, rows)
        select ${keyOf('w')}, count(*) from written w group by ${keyOf('w')} order by ${keyOf('w')}
        on conflict (${KEY}) do update set rows = c.rows + excluded.rows;
      return null;
    end $count$;
    create function portfolio.count_gone() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $count$
    begin
      update portfolio.transaction_counts c set rows = c.rows - l.less
        from (select ${keyOf('g').replace('g.action_id is not null', 'g.action_id is not null as is_derived')},
                count(*) as less from gone g group by ${keyOf('g')}) l
        where ${IS_SAME};
      delete from portfolio.transaction_counts
        where rows = 0 and (portfolio_id, symbol) in (select portfolio_id, symbol from gone);
      return null;
    end $count$;
    create trigger counted_inserted after insert on portfolio.transactions
      referencing new table as written for each statement execute function portfolio.count_written();
    create trigger counted_deleted after delete on portfolio.transactions
      referencing old table as gone for each statement execute function portfolio.count_gone();
    create trigger counted_updated_new after update on portfolio.transactions
      referencing new table as written for each statement execute function portfolio.count_written();
    create trigger counted_updated_old after update on portfolio.transactions
      referencing old table as gone for each statement execute function portfolio.count_gone();
    insert into portfolio.transaction_counts (${KEY}, rows)
      select ${keyOf('t')}, count(*) from portfolio.transactions t group by ${keyOf('t')};

    drop index portfolio.transactions_by_symbol;
    create index transactions_by_symbol on portfolio.transactions (portfolio_id, symbol, trade_date, id);
    create index transactions_by_portfolio on portfolio.transactions (portfolio_id, trade_date, id);
    create index transactions_by_day on portfolio.transactions (trade_date);
    create index skipped_rows_by_date on portfolio.skipped_rows (owner_user_id, trade_date, transaction_id);
    drop index portfolio.skipped_rows_owner_user_id_trade_date_idx;
    create index policy_order_plans_by_cycle on policy.policy_order_plans (cycle_id);
    create index snapshots_by_time on portfolio.snapshots (recorded_at);

    -- The transaction that last wrote each kind of market data: what is kept in memory of it is asked for by this.
    create table market.revisions (
      topic text primary key,
      changed_by bigint not null
    );
    -- Each kind that a transaction wrote, until its end. Marking it there holds up no other writer before.
    drop table market.data_changes;
    create table market.data_changes (
      writer bigint default pg_current_xact_id()::text::bigint,
      topic text,
      primary key (writer, topic)
    );
    create function market.mark_revisions() returns trigger language plpgsql as $mark$
    begin
      with noted as (delete from market.data_changes where writer = new.writer returning topic, writer)
      insert into market.revisions (topic, changed_by) select topic, writer from noted order by topic
        on conflict (topic) do update set changed_by = excluded.changed_by;
      return null;
    end $mark$;
    create constraint trigger data_noted after insert on market.data_changes
      deferrable initially deferred for each row execute function market.mark_revisions();
    create or replace function market.note_data_change() returns trigger language plpgsql as $note$
    begin
      insert into market.data_changes (topic) values ('prices') on conflict do nothing;
      return null;
    end $note$;
    -- Many statements on the registry find nothing to change.
    create function market.note_registry_change() returns trigger language plpgsql as $note$
    begin
      if exists (select from changed) then
        insert into market.data_changes (topic) values ('registry') on conflict do nothing;
      end if;
      return null;
    end $note$;
    ${REGISTRY.flatMap((table) =>
      CHANGES.map(
        ([change, rows]) => `create trigger registry_${change} after ${change} on ${table}
          referencing ${rows} table as changed for each statement execute function market.note_registry_change();`,
      ),
    ).join(' ')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${REGISTRY.flatMap((table) => CHANGES.map(([change]) => `drop trigger registry_${change} on ${table};`)).join(' ')}
    drop function market.note_registry_change();
    drop table market.data_changes, market.revisions;
    drop function market.mark_revisions();
    create table market.data_changes (
      id bigint generated always as identity primary key,
      changed_at timestamptz not null default now()
    );
    create or replace function market.note_data_change() returns trigger language plpgsql as $note$
    begin
      insert into market.data_changes default values;
      return null;
    end $note$;
    create index on portfolio.skipped_rows (owner_user_id, trade_date);
    drop index policy.policy_order_plans_by_cycle, portfolio.skipped_rows_by_date, portfolio.snapshots_by_time, portfolio.transactions_by_day, portfolio.transactions_by_portfolio,
      portfolio.transactions_by_symbol;
    create index transactions_by_symbol on portfolio.transactions (portfolio_id, symbol, trade_date);
    ${['inserted', 'deleted', 'updated_new', 'updated_old'].map((name) => `drop trigger counted_${name} on portfolio.transactions;`).join(' ')}
    drop function portfolio.count_written(), portfolio.count_gone();
    drop table portfolio.transaction_counts;
  `);
}
