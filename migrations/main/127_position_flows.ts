import type { Knex } from 'knex';

/**
 * A position keeps the cash flows of its ledger, a line a day with the exact amount (`2024-01-06 -1000.5`), so that a yearly
 * return needs no replay. Positions of before are replayed after the next start; until then they have none.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.positions add column cash_flows text;
    update portfolio.positions set is_outdated = true;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table portfolio.positions drop column cash_flows');
}
