import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/**
 * Changes that a broker made to what its syncs recorded, which wait for a decision, and the connection whose sync recorded a
 * trade: only that one can tell that it is gone. Trades of before are those of the portfolio's only connection since it began.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.transactions add column connection_id bigint;
    update portfolio.transactions t set connection_id = c.id
    from broker.connections c
    where t.source = 'BROKER' and c.portfolio_id = t.portfolio_id and t.created_at >= c.created_at
      and not exists (select from broker.connections o where o.portfolio_id = c.portfolio_id and o.id <> c.id);

    create table portfolio.broker_changes (
      id bigint generated always as identity,
      owner_user_id bigint not null references identity.users on delete cascade,
      portfolio_id bigint not null,
      -- the connection that told of it; it may be gone
      connection_id bigint not null,
      -- the execution id of the trade, or 'holding:' and the symbol
      subject text not null,
      kind text not null check (kind in ('CHANGED', 'VANISHED', 'RETURNED', 'QUANTITY')),
      symbol text not null,
      -- the facts as recorded and as the broker has them now, numbers as text; null where there is no such row
      before jsonb,
      after jsonb,
      -- UNSURE: one reading alone tells of it, so that nobody is asked yet
      state text not null check (state in ('UNSURE', 'OPEN', 'LATER', 'ACCEPTED', 'KEPT', 'WITHDRAWN')),
      -- rises with every other version of the broker's
      version integer not null default 1,
      seen_at timestamptz not null,
      -- of LATER: when it is asked again
      until timestamptz,
      decided_at timestamptz,
      decided_by text,
      -- the row that was replaced or deleted, whole, for undoing it
      kept jsonb,
      primary key (id, owner_user_id),
      unique (owner_user_id, portfolio_id, subject),
      check ((state = 'LATER') = (until is not null)),
      check (before is not null or after is not null),
      foreign key (portfolio_id, owner_user_id) references portfolio.portfolios (id, owner_user_id) on delete cascade
    );
    create index broker_changes_waiting on portfolio.broker_changes (owner_user_id) where state in ('OPEN', 'LATER');
    ${ownedByUser('portfolio.broker_changes')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table portfolio.broker_changes;
    alter table portfolio.transactions drop column connection_id;
  `);
}
