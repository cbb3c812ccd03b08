import type { Knex } from 'knex';

/**
 * What an approver sees of a plan beside its orders: what the policy held when it was made, what each sale realises and until
 * when waiting would change its tax, and what is traded of each share on a median day.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- rupees traded on the day, as the exchange's own file says; null where only a close came
    alter table portfolio.price_history add column turnover double precision check (turnover > 0);
    -- both are null of plans that were made before
    alter table policy.policy_order_plans add column book jsonb;
    alter table policy.policy_orders add column outlook jsonb;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.policy_orders drop column outlook;
    alter table policy.policy_order_plans drop column book;
    alter table portfolio.price_history drop column turnover;
  `);
}
