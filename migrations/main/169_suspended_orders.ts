import type { Knex } from 'knex';

const kinds = (...more: string[]): string =>
  ['SHARES_CHANGED', 'RENAMED', 'NOT_TRADED', 'CORPORATE_ACTION', 'PRICE', 'LOGIN', ...more]
    .map((kind) => `'${kind}'`)
    .join(', ');
const change = (list: string): string => `
  alter table policy.policy_orders drop constraint policy_orders_held_kind_check;
  alter table policy.policy_orders add constraint policy_orders_held_kind_check check (held_kind in (${list}));`;

/** An order of a share that seems to be suspended is held too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(change(kinds('SUSPENDED')));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `update policy.policy_orders set held_kind = 'CORPORATE_ACTION' where held_kind = 'SUSPENDED';`,
  );
  await knex.raw(change(kinds()));
}
