import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/**
 * What follows a pinned thesis: the daily rotation that asks for its research anew, outcomes that are looked at again until
 * they are final, and dossiers that stand behind a promotion.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table research.ai_thesis_rotation (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      -- counts from 1; in each one every pinned thesis has one turn
      cycle integer not null check (cycle >= 1),
      instrument_id bigint not null,
      -- the scope of its baseline; null for the one that holds for every portfolio
      portfolio_id bigint,
      outcome text not null check (outcome in ('PICKED', 'SKIPPED')),
      -- why it was passed over, in words
      reason text check ((reason is not null) = (outcome = 'SKIPPED')),
      -- the run that was asked for; null for a moment, until it waits in the queue
      run_id bigint,
      -- in India
      day date not null,
      created_at timestamptz not null,
      check (run_id is null or outcome = 'PICKED'),
      foreign key (run_id, owner_user_id) references research.ai_research_runs (id, owner_user_id) on delete cascade,
      foreign key (portfolio_id, owner_user_id) references portfolio.portfolios (id, owner_user_id) on delete cascade
    );
    -- One turn in a cycle, and one pick a day: a job that runs twice asks for nothing twice.
    create unique index ai_thesis_rotation_turn on research.ai_thesis_rotation
      (owner_user_id, cycle, instrument_id, coalesce(portfolio_id, 0));
    create unique index ai_thesis_rotation_day on research.ai_thesis_rotation (owner_user_id, day)
      where outcome = 'PICKED';
    ${ownedByUser('research.ai_thesis_rotation')}

    alter table research.ai_thesis_outcomes
      -- false while a close is missing that may still come
      add column is_final boolean not null default true;

    alter table policy.policy_promotions
      -- provenance alone: nothing is decided by them
      add column ai_research_dossier_ids jsonb not null default '[]';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.policy_promotions drop column ai_research_dossier_ids;
    alter table research.ai_thesis_outcomes drop column is_final;
    drop table research.ai_thesis_rotation;
  `);
}
