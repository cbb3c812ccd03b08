import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/**
 * The moment of a refresh is kept once for a person instead of with every holding: an attempt that says the same as the one
 * before writes no row. Only refused quotes are kept, because a price of each hour would make every attempt another one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio.price_rounds (
      owner_user_id bigint primary key references identity.users on delete cascade,
      -- all attempts of the person were made then, except those with a later time of their own
      attempted_at timestamptz not null
    );
    ${ownedByUser('portfolio.price_rounds')}
    update portfolio.price_attempts set offered_price = null, offered_as_of = null, offered_source = null
      where reason is distinct from 'GUARD_REJECTED' and offered_source is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update portfolio.price_attempts a set attempted_at = r.attempted_at
      from portfolio.price_rounds r where r.owner_user_id = a.owner_user_id and r.attempted_at > a.attempted_at;
    drop table portfolio.price_rounds;
  `);
}
