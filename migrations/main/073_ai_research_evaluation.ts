import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/**
 * Evaluation of research reports by several judges who do not know whose is whose. Judgements are only ever added, and a
 * verdict stands once it is given. What goes with its person or its case goes all the same.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table research.ai_research_evaluation_cases (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      tier text not null,
      seed bigint not null,
      -- the two reports as the judges saw them, and their SHA-256
      inputs jsonb not null,
      inputs_hash text not null,
      verdict text check (verdict in ('PASS', 'FAIL', 'REVIEW_REQUIRED')),
      outcome jsonb,
      created_at timestamptz not null,
      decided_at timestamptz check ((decided_at is null) = (verdict is null)),
      unique (id, owner_user_id)
    );

    create table research.ai_research_evaluation_judgements (
      id bigint generated always as identity primary key,
      case_id bigint not null,
      owner_user_id bigint not null,
      judge text not null,
      ordering text not null check (ordering in ('FORWARD', 'REVERSE')),
      -- null where the provider did not say
      input_tokens bigint check (input_tokens >= 0),
      output_tokens bigint check (output_tokens >= 0),
      cost_usd numeric(20,10) check (cost_usd >= 0),
      latency_ms double precision not null check (latency_ms >= 0),
      prompt_hash text not null,
      -- null where the judge gave none that is valid, with the reason
      scorecard jsonb,
      invalid_reason text check ((invalid_reason is null) = (scorecard is not null)),
      created_at timestamptz not null,
      unique (case_id, judge, ordering),
      foreign key (case_id, owner_user_id) references research.ai_research_evaluation_cases (id, owner_user_id)
        on delete cascade
    );

    create function research.refuse_change() returns trigger language plpgsql as $refuse$
    begin
      -- a row that goes with its person or its case is taken by a trigger itself
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
      raise exception 'rows of % are only added', tg_table_name;
    end $refuse$;
    create trigger only_added before update or delete on research.ai_research_evaluation_judgements
      for each row execute function research.refuse_change();
    create trigger verdict_stands before update or delete on research.ai_research_evaluation_cases
      for each row when (old.verdict is not null) execute function research.refuse_change();

    ${ownedByUser('research.ai_research_evaluation_cases')}
    ${ownedByUser('research.ai_research_evaluation_judgements')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table research.ai_research_evaluation_judgements, research.ai_research_evaluation_cases;
    drop function research.refuse_change();
  `);
}
