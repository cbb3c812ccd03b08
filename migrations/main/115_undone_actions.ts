import type { Knex } from 'knex';

/** A corporate action that was applied and taken out again is undecided, and not declined. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.ledger_actions drop constraint ledger_actions_status_check;
    alter table portfolio.ledger_actions add constraint ledger_actions_status_check
      check (status in ('APPLIED', 'DECLINED', 'UNDONE'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update portfolio.ledger_actions set status = 'DECLINED' where status = 'UNDONE';
    alter table portfolio.ledger_actions drop constraint ledger_actions_status_check;
    alter table portfolio.ledger_actions add constraint ledger_actions_status_check
      check (status in ('APPLIED', 'DECLINED'));
  `);
}
