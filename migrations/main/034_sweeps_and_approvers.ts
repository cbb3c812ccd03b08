import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/**
 * What a plan is for: the purchase of a liquid fund is one that no person approves. People who may answer plans without owning
 * the books, and the value above which an approval is typed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.policy_order_plans
      add column kind text not null default 'CYCLE' check (kind in ('CYCLE', 'SENT_AGAIN', 'SWEEP'));
    update policy.policy_order_plans set kind = 'SENT_AGAIN' where replaces_plan_id is not null;
    alter table policy.policy_order_plans
      add check ((kind = 'SENT_AGAIN') = (replaces_plan_id is not null));
    drop index policy.policy_order_plans_first;
    -- a cycle has one plan of its own and one purchase of the fund, and one more for each order that a person sends again
    create unique index policy_order_plans_first on policy.policy_order_plans (cycle_id, kind) where kind <> 'SENT_AGAIN';
    -- looked for every minute while the market is open
    create index policies_sweeping on policy.policies (broker_connection_id)
      where mode = 'LIVE' and status = 'ACTIVE' and config @> '{"liquid_sweep_enabled": true}';

    -- A fill that was told after the end of its order is a part of its own.
    alter table policy.policy_trades
      add column part smallint not null default 1 check (part >= 1),
      drop constraint policy_trades_order_id_key,
      add unique (order_id, part);

    -- Rupees of purchases and sales above which a plan is approved only by typing; no row: a tap is enough.
    create table policy.approval_limits (
      owner_user_id bigint primary key references identity.users on delete cascade,
      confirm_above numeric not null check (confirm_above >= 0),
      updated_at timestamptz not null
    );
    ${ownedByUser('policy.approval_limits')}

    alter table identity.chat_links drop constraint chat_links_role_check,
      add constraint chat_links_role_check check (role in ('owner', 'approver', 'viewer'));
    alter table identity.link_codes drop constraint link_codes_role_check,
      add constraint link_codes_role_check check (role in ('owner', 'approver', 'viewer'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update identity.chat_links set role = 'viewer' where role = 'approver';
    delete from identity.link_codes where role = 'approver';
    alter table identity.chat_links drop constraint chat_links_role_check,
      add constraint chat_links_role_check check (role in ('owner', 'viewer'));
    alter table identity.link_codes drop constraint link_codes_role_check,
      add constraint link_codes_role_check check (role in ('owner', 'viewer'));
    drop table policy.approval_limits;
    delete from policy.policy_trades where part > 1;
    alter table policy.policy_trades drop column part, add unique (order_id);
    delete from policy.policy_orders where plan_id in (select id from policy.policy_order_plans where kind = 'SWEEP');
    delete from policy.policy_order_plans where kind = 'SWEEP';
    drop index policy.policies_sweeping;
    drop index policy.policy_order_plans_first;
    alter table policy.policy_order_plans drop column kind;
    create unique index policy_order_plans_first on policy.policy_order_plans (cycle_id) where replaces_plan_id is null;
  `);
}
