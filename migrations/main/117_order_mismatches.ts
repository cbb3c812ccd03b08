import type { Knex } from 'knex';

const kinds = (names: readonly string[]) =>
  `alter table policy.account_differences drop constraint account_differences_kind_check,
     add constraint account_differences_kind_check check (kind in (${names.map((name) => `'${name}'`).join(', ')}))`;
const BEFORE = ['SHORTFALL', 'CASH', 'OVERFILLED', 'UNKNOWN_ORDER', 'LATE_ORDER', 'PRICE'];

/** Rows of the broker's book that contradict the order they belong to. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(kinds([...BEFORE, 'ORDER_MISMATCH']));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`delete from policy.account_differences where kind = 'ORDER_MISMATCH'`);
  await knex.raw(kinds(BEFORE));
}
