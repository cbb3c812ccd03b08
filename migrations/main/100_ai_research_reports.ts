import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/**
 * What stages of research asked models and what came back, each call with the room that was taken for it, and how an index
 * did beside a share. Keys are in none of it.
 */
export async function up(knex: Knex): Promise<void> {
  const ofARun = (table: string): string => `
    alter table research.${table} add foreign key (run_id, owner_user_id)
      references research.ai_research_runs (id, owner_user_id) on delete cascade;
    ${ownedByUser(`research.${table}`)}`;
  await knex.raw(`
    create table research.ai_research_stage_outputs (
      run_id bigint not null,
      owner_user_id bigint not null,
      stage text not null,
      prompt_version text not null,
      -- system text and messages, as the model had them
      prompt jsonb not null,
      -- what the stage came to, in its own form
      output jsonb not null,
      created_at timestamptz not null,
      primary key (run_id, stage)
    );
    ${ofARun('ai_research_stage_outputs')}

    -- One row for each call of a provider, written before it is made: a process that dies leaves its room taken.
    create table research.ai_research_stage_calls (
      id bigint generated always as identity primary key,
      run_id bigint not null,
      owner_user_id bigint not null,
      stage text not null,
      provider text not null,
      model text not null,
      -- what it counts against the limits of its run: the worst case until it is settled; one of them is 0
      counted_usd numeric(20,10) not null check (counted_usd >= 0),
      counted_tokens bigint not null check (counted_tokens >= 0),
      -- null where the provider did not say
      input_tokens bigint check (input_tokens >= 0),
      output_tokens bigint check (output_tokens >= 0),
      cost_usd numeric(20,10) check (cost_usd >= 0),
      begun_at timestamptz not null,
      settled_at timestamptz
    );
    create index on research.ai_research_stage_calls (run_id, stage);
    ${ofARun('ai_research_stage_calls')}

    alter table research.ai_thesis_outcomes
      -- the index that stands beside it; null where none belongs to the share
      add column benchmark text,
      add column benchmark_return_pct double precision,
      -- why its return is unknown
      add column benchmark_reason text;
    alter table research.ai_thesis_comparisons add unique (run_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table research.ai_thesis_comparisons drop constraint ai_thesis_comparisons_run_id_key;
    alter table research.ai_thesis_outcomes
      drop column benchmark, drop column benchmark_return_pct, drop column benchmark_reason;
    drop table research.ai_research_stage_calls, research.ai_research_stage_outputs;
  `);
}
