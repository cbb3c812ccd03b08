import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** States of an order that is sent to a broker. NOT_MADE is the planner's, on paper as well as live. */
const LIVE_STATES = [
  'NOT_MADE',
  'PENDING_APPROVAL',
  'EXCLUDED',
  'DECLINED',
  'APPROVED',
  'SUBMITTING',
  'PLACED',
  'PLACEMENT_UNKNOWN',
  'ABSENT',
  'FILLED',
  'PARTIAL',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
];
const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/**
 * Policies that trade: orders as they are sent to a broker, who decided on them, and what stands between the books and the
 * broker. An order has its tag before it is sent, and nothing on paper can have one.
 */
export async function up(knex: Knex): Promise<void> {
  const owned = 'owner_user_id bigint not null references identity.users on delete cascade';
  await knex.raw(`
    alter table broker.connections add constraint connections_of_owner unique (id, owner_user_id);

    alter table policy.policies
      -- rupees that the books of the account begin with, and their first session
      add column live_capital numeric check (live_capital > 0),
      add column live_starts_on date,
      add column order_kind text not null default 'LIMIT' check (order_kind in ('LIMIT', 'MARKET')),
      add check ((mode = 'LIVE') = (live_capital is not null)),
      add check ((mode = 'LIVE') = (live_starts_on is not null)),
      -- a connection that a policy trades over cannot be deleted
      add foreign key (broker_connection_id, owner_user_id) references broker.connections (id, owner_user_id)
        on delete restrict;

    alter table policy.policy_state
      -- the session whose corporate actions the books went through before its close; its fills are booked on top
      add column opened_on date;

    -- One account is traded by one process at a time; every change of its orders checks the epoch.
    create table policy.trading_accounts (
      connection_id bigint primary key,
      ${owned},
      epoch integer not null default 0,
      lease_until timestamptz,
      -- when its orderbook was read last, and why it could not be
      read_at timestamptz,
      read_failure text,
      audited_on date,
      created_at timestamptz not null default now(),
      foreign key (connection_id, owner_user_id) references broker.connections (id, owner_user_id) on delete cascade
    );

    -- Whether a person stopped all trading. No row, or no paused_at: it goes on.
    create table policy.trading_pauses (
      owner_user_id bigint primary key references identity.users on delete cascade,
      paused_at timestamptz,
      paused_by text,
      resumed_at timestamptz,
      resumed_by text
    );

    alter table policy.policy_order_plans
      -- a cycle has one plan, and one more for each order that a person sends again
      drop constraint policy_order_plans_cycle_id_key,
      add column replaces_plan_id bigint,
      add column connection_id bigint,
      add column decided_at timestamptz,
      add column decided_by text,
      add column decided_via text check (decided_via in ('TELEGRAM', 'LOCAL_CHAT', 'DASHBOARD', 'SYSTEM')),
      -- a sentence for people: why it was rejected, expired or stands still
      add column note text,
      add column placed_at timestamptz,
      add column finished_at timestamptz,
      add column notified_state text,
      add check (mode = 'LIVE' or (connection_id is null and decided_at is null)),
      add check (mode = 'PAPER' or connection_id is not null);

    alter table policy.policy_orders
      drop constraint policy_orders_state_check,
      drop constraint policy_orders_fill_source_check,
      add constraint policy_orders_state_check check (
        state in (${list(LIVE_STATES)}) and mode = 'LIVE'
        or state in ('FILLED', 'REDUCED', 'NOT_MADE') and mode = 'PAPER'),
      -- BROKER: what the broker filled it at
      add constraint policy_orders_fill_source_check check (fill_source in ('QUOTE', 'REFERENCE', 'BROKER')),
      add column tag text check (tag ~ '^[A-Z0-9]{9,20}$'),
      add column order_kind text check (order_kind in ('LIMIT', 'MARKET')),
      add column limit_price numeric check (limit_price > 0),
      -- the claim of the account under which it was sent
      add column epoch integer,
      add column submitted_at timestamptz,
      add column broker_order_ids text[] not null default '{}',
      add column broker_status text,
      add column broker_message text,
      add column filled_quantity numeric not null default 0 check (filled_quantity >= 0),
      add column average_price numeric check (average_price > 0),
      add column unknown_cause text,
      -- reads of the orderbook that did not show it, and the first of them
      add column missed_reads integer not null default 0,
      add column missed_since timestamptz,
      add column ended_at timestamptz,
      add column booked_at timestamptz,
      -- what a person decided on one that was not found
      add column settlement text check (settlement in ('ADOPTED', 'MARKED_ABSENT', 'SENT_AGAIN')),
      add column settled_at timestamptz,
      add column settled_by text,
      -- the order in whose place a person sent this one
      add column replaces_order_id bigint,
      -- nothing on paper is ever sent
      add check (mode = 'LIVE' or (tag is null and submitted_at is null and epoch is null)),
      add check (mode = 'PAPER' or state = 'NOT_MADE' or (tag is not null and plan_id is not null)),
      add check (state not in ('SUBMITTING', 'PLACED', 'PLACEMENT_UNKNOWN', 'ABSENT', 'FILLED', 'PARTIAL')
        or mode = 'PAPER' or (epoch is not null and submitted_at is not null)),
      add check (filled_quantity = 0 or average_price is not null),
      add check ((settlement is null) = (settled_at is null));
    create unique index policy_orders_tag on policy.policy_orders (tag) where tag is not null;
    create index policy_orders_under_way on policy.policy_orders (plan_id)
      where state in ('APPROVED', 'SUBMITTING', 'PLACED', 'PLACEMENT_UNKNOWN');
    create unique index policy_order_plans_first on policy.policy_order_plans (cycle_id) where replaces_plan_id is null;
    create index policy_order_plans_under_way on policy.policy_order_plans (connection_id)
      where state in ('APPROVED', 'EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN');

    alter table policy.policy_trades
      drop constraint policy_trades_price_source_check,
      add constraint policy_trades_price_source_check check (price_source in ('QUOTE', 'REFERENCE', 'BROKER'));

    -- Every step of an order and every decision of a person, with what was known at that moment. Only ever added to.
    create table policy.policy_order_events (
      id bigint generated by default as identity primary key,
      ${owned},
      policy_id bigint not null,
      plan_id bigint not null,
      order_id bigint,
      at timestamptz not null,
      event text not null,
      from_state text,
      to_state text,
      -- who, and where; the system names itself
      actor text not null,
      via text not null check (via in ('TELEGRAM', 'LOCAL_CHAT', 'DASHBOARD', 'SYSTEM')),
      evidence jsonb not null,
      foreign key (policy_id, owner_user_id) references policy.policies (id, owner_user_id) on delete cascade
    );
    create index on policy.policy_order_events (plan_id, id);
    create index on policy.policy_order_events (owner_user_id, id desc);
    create function policy.order_events_stand() returns trigger language plpgsql as $stand$
    begin
      raise restrict_violation using message = 'what happened to an order is never changed';
    end $stand$;
    create trigger order_events_stand before update on policy.policy_order_events
      for each row execute function policy.order_events_stand();

    -- What the broker says and the books do not. Open ones keep live policies of the account from planning.
    create table policy.account_differences (
      id bigint generated by default as identity primary key,
      ${owned},
      connection_id bigint not null,
      -- what it is about: the same difference is told once as long as it is open
      kind text not null check (kind in ('SHORTFALL', 'CASH', 'OVERFILLED', 'UNKNOWN_ORDER', 'LATE_ORDER', 'PRICE')),
      subject text not null,
      expected text not null,
      found text not null,
      message text not null,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      settled_at timestamptz,
      settled_by text,
      settled_reason text,
      foreign key (connection_id, owner_user_id) references broker.connections (id, owner_user_id) on delete cascade,
      check ((settled_at is null) = (settled_by is null))
    );
    create unique index account_differences_open on policy.account_differences (connection_id, kind, subject)
      where settled_at is null;

    ${['trading_accounts', 'trading_pauses', 'policy_order_events', 'account_differences']
      .map((table) => ownedByUser(`policy.${table}`))
      .join('\n')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table policy.account_differences, policy.policy_order_events, policy.trading_pauses, policy.trading_accounts;
    drop function policy.order_events_stand();
    delete from policy.policies where mode = 'LIVE';
    alter table policy.policy_trades drop constraint policy_trades_price_source_check,
      add constraint policy_trades_price_source_check check (price_source in ('QUOTE', 'REFERENCE'));
    alter table policy.policy_orders
      drop column tag, drop column order_kind, drop column limit_price, drop column epoch, drop column submitted_at,
      drop column broker_order_ids, drop column broker_status, drop column broker_message, drop column filled_quantity,
      drop column average_price, drop column unknown_cause, drop column missed_reads, drop column missed_since,
      drop column ended_at, drop column booked_at, drop column settlement, drop column settled_at,
      drop column settled_by, drop column replaces_order_id,
      drop constraint policy_orders_state_check, drop constraint policy_orders_fill_source_check,
      add constraint policy_orders_state_check check (state in ('FILLED', 'REDUCED', 'NOT_MADE')),
      add constraint policy_orders_fill_source_check check (fill_source in ('QUOTE', 'REFERENCE'));
    drop index policy.policy_order_plans_first;
    delete from policy.policy_order_plans where replaces_plan_id is not null;
    alter table policy.policy_order_plans add constraint policy_order_plans_cycle_id_key unique (cycle_id),
      drop column replaces_plan_id, drop column connection_id, drop column decided_at, drop column decided_by, drop column decided_via,
      drop column note, drop column placed_at, drop column finished_at, drop column notified_state;
    alter table policy.policy_state drop column opened_on;
    alter table policy.policies drop constraint policies_broker_connection_id_owner_user_id_fkey,
      drop column live_capital, drop column live_starts_on, drop column order_kind;
    alter table broker.connections drop constraint connections_of_owner;
  `);
}
