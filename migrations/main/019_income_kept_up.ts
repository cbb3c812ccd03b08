import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** What income rests on, kept up to date: which announcements were asked for, whose events lag behind, what was told. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The exchange's list holds the action no more, or another in its place; set back as soon as it is there again.
    alter table market.corporate_actions add column withdrawn_at timestamptz;

    -- What an exchange was asked for: a year of ex-dates, or the days around today.
    create table market.action_fetches (
      exchange text not null,
      span text not null check (span ~ '^(recent|[0-9]{4})$'),
      asked_at timestamptz not null,
      -- the last time that the whole of it came
      fetched_at timestamptz,
      -- the stable code of why the last try failed; null where it did not
      failure text,
      primary key (exchange, span)
    );

    -- The state that a person was told of last; events of the time before are not news.
    alter table portfolio.income_events add column told_status text;
    update portfolio.income_events set told_status = status;

    -- Counts the changes that income follows from. Events lag behind while worked_out is below version.
    create table portfolio.income_marks (
      owner_user_id bigint primary key references identity.users on delete cascade,
      version bigint not null,
      worked_out bigint not null default 0,
      changed_at timestamptz not null
    );
    ${ownedByUser('portfolio.income_marks')}

    -- Every way into these tables passes here: imports, syncs, edits, deletions, and what is yet to be thought of.
    create function portfolio.mark_income(owners bigint[]) returns void language sql security definer
      set search_path = pg_catalog as $mark$
      insert into portfolio.income_marks as m (owner_user_id, version, changed_at)
      select u.id, 1, now() from identity.users u where u.id = any(owners) order by u.id
      on conflict (owner_user_id) do update set version = m.version + 1, changed_at = now()
    $mark$;
    revoke all on function portfolio.mark_income(bigint[]) from public;

    create function portfolio.income_of_written() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $mark$
    begin
      perform portfolio.mark_income(array(select distinct owner_user_id from written));
      return null;
    end $mark$;
    create function portfolio.income_of_gone() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $mark$
    begin
      perform portfolio.mark_income(array(select distinct owner_user_id from gone));
      return null;
    end $mark$;
    create function portfolio.income_of_all() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $mark$
    begin
      if exists (select from written where kind in ('DIVIDEND', 'DISTRIBUTION', 'INTEREST', 'UNKNOWN')) then
        perform portfolio.mark_income(array(select id from identity.users));
      end if;
      return null;
    end $mark$;
    -- Prices change all the time; income follows from these columns alone.
    create function portfolio.income_of_holdings() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $mark$
    begin
      if exists (
        select from written n join gone o on o.id = n.id
        where (n.portfolio_id, n.symbol, n.asset_class, n.currency, n.isin, n.quantity, n.maturity_date, n.face_value,
               n.coupon_rate, n.coupon_frequency)
          is distinct from (o.portfolio_id, o.symbol, o.asset_class, o.currency, o.isin, o.quantity, o.maturity_date,
               o.face_value, o.coupon_rate, o.coupon_frequency)
      ) then
        perform portfolio.mark_income(array(select distinct owner_user_id from written));
      end if;
      return null;
    end $mark$;

    create trigger income_inserted after insert on portfolio.transactions
      referencing new table as written for each statement execute function portfolio.income_of_written();
    create trigger income_updated after update on portfolio.transactions
      referencing new table as written for each statement execute function portfolio.income_of_written();
    create trigger income_deleted after delete on portfolio.transactions
      referencing old table as gone for each statement execute function portfolio.income_of_gone();
    create trigger income_inserted after insert on portfolio.holdings
      referencing new table as written for each statement execute function portfolio.income_of_written();
    create trigger income_updated after update on portfolio.holdings
      referencing old table as gone new table as written
      for each statement execute function portfolio.income_of_holdings();
    create trigger income_deleted after delete on portfolio.holdings
      referencing old table as gone for each statement execute function portfolio.income_of_gone();
    create trigger income_inserted after insert on market.corporate_actions
      referencing new table as written for each statement execute function portfolio.income_of_all();
    create trigger income_updated after update on market.corporate_actions
      referencing new table as written for each statement execute function portfolio.income_of_all();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${['portfolio.transactions', 'portfolio.holdings']
      .map((table) =>
        ['inserted', 'updated', 'deleted'].map((of) => `drop trigger income_${of} on ${table};`).join(' '),
      )
      .join(' ')}
    drop trigger income_inserted on market.corporate_actions;
    drop trigger income_updated on market.corporate_actions;
    drop function portfolio.income_of_holdings(), portfolio.income_of_all(), portfolio.income_of_gone(),
      portfolio.income_of_written(), portfolio.mark_income(bigint[]);
    drop table portfolio.income_marks, market.action_fetches;
    alter table portfolio.income_events drop column told_status;
    alter table market.corporate_actions drop column withdrawn_at;
  `);
}
