import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** What is known about the quality of a person's figures: how pricing went last, and which rows the ledger left out. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How the last attempt to price a holding went.
    create table portfolio.price_attempts (
      holding_id bigint primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      attempted_at timestamptz not null,
      status text not null check (status in ('UPDATED', 'UNCHANGED', 'SKIPPED', 'FAILED')),
      reason text,
      -- who was asked in vain, in order: [{source, reason}]
      tried jsonb not null default '[]',
      -- the quote that came, taken or not
      offered_price numeric(30,10),
      offered_as_of date,
      offered_source text,
      -- the first of the attempts in a row that gave no price
      failing_since timestamptz,
      foreign key (holding_id, owner_user_id) references portfolio.holdings (id, owner_user_id) on delete cascade
    );
    create index on portfolio.price_attempts (owner_user_id);
    ${ownedByUser('portfolio.price_attempts')}

    -- Rows of the ledger that its replay left out; rewritten with the position of their symbol.
    create table portfolio.skipped_rows (
      transaction_id bigint primary key references portfolio.transactions on delete cascade,
      owner_user_id bigint not null references identity.users on delete cascade,
      portfolio_id bigint not null,
      symbol text not null,
      trade_date date not null,
      code text not null,
      reason text not null,
      foreign key (portfolio_id, owner_user_id) references portfolio.portfolios (id, owner_user_id) on delete cascade
    );
    create index on portfolio.skipped_rows (portfolio_id, symbol);
    create index on portfolio.skipped_rows (owner_user_id, trade_date);
    ${ownedByUser('portfolio.skipped_rows')}

    -- Whose ledger was replayed since rows that are left out are kept: the others' is, at the first question.
    create table portfolio.ledger_reviews (
      owner_user_id bigint primary key references identity.users on delete cascade,
      reviewed_at timestamptz not null
    );
    ${ownedByUser('portfolio.ledger_reviews')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table portfolio.ledger_reviews, portfolio.skipped_rows, portfolio.price_attempts');
}
